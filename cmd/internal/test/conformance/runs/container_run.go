package runs

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/skillctl/skillctl/internal/test/conformance"
	"github.com/skillctl/skillctl/runner"
)

// measured runs the command of a row in a container with the limits of its
// arguments, and holds what it says against what was measured.
func (c *containers) measured(ctx context.Context, row *containerRow) (conformance.Result, error) {
	if err := c.held.prepare(ctx); err != nil {
		return conformance.Result{}, err
	}
	if !c.held.ready {
		return conformance.Result{Outcome: conformance.Skipped, Detail: row.Reason + ": " + c.held.why}, nil
	}
	args, err := parseArgs(row.Args)
	if err != nil {
		return conformance.Result{}, err
	}
	said, err := c.held.try(ctx, row.Command, args.settings()...)
	var missing *runner.UnavailableError
	switch {
	case errors.As(err, &missing):
		return conformance.Result{Outcome: conformance.Skipped, Detail: row.Reason + ": " + err.Error()}, nil
	case err != nil:
		return conformance.Result{}, err
	}
	var want struct {
		Stdout   string      `json:"stdout"`
		Stderr   string      `json:"stderr"`
		Contains string      `json:"stderr_contains"`
		Exit     *int        `json:"exit"`
		CapEff   string      `json:"CapEff"`
		NewPrivs json.Number `json:"NoNewPrivs"`
		Seccomp  json.Number `json:"Seccomp"`
	}
	if err := decode(row.Expect, &want); err != nil {
		return conformance.Result{}, err
	}
	var w weigh
	if want.Stdout != "" && !strings.Contains(said.stdout, want.Stdout) {
		// The one row about it says that a command is root.
		w.add(strings.Contains(said.stdout, "uid=0"), "it says %q; wanted %q", said.stdout, want.Stdout)
	}
	if !strings.Contains(said.stderr, want.Stderr) || !strings.Contains(said.stderr, want.Contains) {
		w.add(true, "it complains %q; wanted %q", said.stderr, want.Stderr+want.Contains)
	}
	if want.Exit != nil && said.code != *want.Exit {
		w.add(true, "it ends with %d; wanted %d", said.code, *want.Exit)
	}
	if want.CapEff != "" {
		status := func(name string) string {
			found := regexp.MustCompile(name + `:\s*(\S+)`).FindStringSubmatch(said.stdout)
			if found == nil {
				return ""
			}
			return found[1]
		}
		if got := status("CapEff"); got != want.CapEff {
			w.add(strings.Trim(got, "0") != "" || got == "", "CapEff is %q; wanted %q", got, want.CapEff)
		}
		for name, value := range map[string]json.Number{"NoNewPrivs": want.NewPrivs, "Seccomp": want.Seccomp} {
			if got := status(name); got != value.String() {
				w.add(got < value.String(), "%s is %q; wanted %q", name, got, value)
			}
		}
	}
	return w.result(row.Reason), nil
}

// settings are those that ask for the same as some arguments.
func (a asked) settings() []setting {
	values := []setting{{"none", []string{"run", "network"}}}
	number := func(text string) any {
		n, err := strconv.ParseFloat(text, 64)
		if err != nil {
			return text
		}
		return n
	}
	if memory := a.one("--memory"); memory != "" {
		values = append(values, setting{memory, []string{"run", "limits", "memory"}})
	}
	if cpus := a.one("--cpus"); cpus != "" {
		values = append(values, setting{number(cpus), []string{"run", "limits", "cpus"}})
	}
	if pids := a.one("--pids-limit"); pids != "" {
		n, _ := strconv.ParseInt(pids, 10, 64)
		values = append(values, setting{n, []string{"run", "limits", "pids"}})
	}
	if folder := a.one("--tmpfs"); folder != "" {
		place, options, _ := strings.Cut(folder, ":")
		_, size, _ := strings.Cut(options, "size=")
		values = append(values, setting{[]any{map[string]any{"path": place, "size": size}}, []string{"run", "docker", "tmpfs"}})
	}
	for _, limit := range a.flags["--ulimit"] {
		name, value, _ := strings.Cut(limit, "=")
		value, _, _ = strings.Cut(value, ":")
		n, _ := strconv.ParseInt(value, 10, 64)
		switch name {
		case "nofile":
			values = append(values, setting{n, []string{"run", "limits", "openFiles"}})
		case "fsize":
			values = append(values, setting{fmt.Sprint(n) + "b", []string{"run", "limits", "fileSize"}})
		}
	}
	return values
}
