package runs

import (
	"errors"
	"fmt"
	"maps"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/skillctl/skillctl/runner/docker"
)

// asked are the arguments of a `docker run`, taken apart.
type asked struct {
	flags map[string][]string
	image string
	argv  []string
}

// parseArgs reads arguments from "run" on.
func parseArgs(args []string) (asked, error) {
	a := asked{flags: map[string][]string{}}
	bare := []string{"--rm", "--init", "--interactive", "--read-only"}
	i := 1
	for ; i < len(args) && strings.HasPrefix(args[i], "-"); i++ {
		name := args[i]
		if name == "-v" {
			name = "--volume"
		}
		if slices.Contains(bare, name) {
			a.flags[name] = append(a.flags[name], "")
			continue
		}
		if i++; i == len(args) {
			return a, fmt.Errorf("%s has no value", name)
		}
		a.flags[name] = append(a.flags[name], args[i])
	}
	if i >= len(args) {
		return a, fmt.Errorf("there is no image in %q", args)
	}
	a.image, a.argv = args[i], args[i+1:]
	return a, nil
}

func (a asked) one(name string) string {
	if values := a.flags[name]; len(values) > 0 {
		return values[0]
	}
	return ""
}

// compare holds what an engine would be asked for against the arguments of a row:
// what the row has, the request must have too, or more narrowly.
func (a asked) compare(g ground, r *docker.Request, w *weigh) error {
	host := r.HostConfig
	reach := map[string]int{"none": 0, "host": 2, "": 1, "bridge": 1}
	if want := a.one("--network"); host.NetworkMode != want && (want != "" || host.NetworkMode != "bridge") {
		rank := func(name string) int {
			if n, ok := reach[name]; ok {
				return n
			}
			return 1
		}
		w.add(rank(host.NetworkMode) >= rank(want), "network %s; wanted %q", host.NetworkMode, want)
	}
	if err := a.compareLimits(r, w); err != nil {
		return err
	}
	if _, want := a.flags["--read-only"]; host.ReadonlyRootfs != want {
		w.add(want, "the root is read-only: %v", host.ReadonlyRootfs)
	}
	if _, want := a.flags["--init"]; !host.Init && want {
		w.add(true, "there is no init")
	}
	if _, want := a.flags["--interactive"]; want && !r.OpenStdin {
		w.add(false, "there is no input")
	}
	if err := a.compareFolders(g, r, w); err != nil {
		return err
	}
	if r.Image != strings.TrimSpace(a.image) {
		w.add(true, "image %q; wanted %q", r.Image, a.image)
	}
	argv := append(slices.Clone(r.Entrypoint), r.Cmd...)
	if len(argv) == 0 {
		return errors.New("nothing is run in the container")
	}
	argv[0] = path.Base(argv[0])
	if !slices.Equal(argv, a.argv) {
		w.add(true, "it runs %q; wanted %q", argv, a.argv)
	}
	names := variables(r)
	for _, name := range a.flags["--env"] {
		if _, there := names[name]; !there {
			w.add(false, "variable %s is not passed on", name)
		}
		delete(names, name)
	}
	if len(names) > 0 {
		w.add(true, "variables that nobody asked for: %v", slices.Sorted(maps.Keys(names)))
	}
	return nil
}

// variables are those of a request that are not the runner's own.
func variables(r *docker.Request) map[string]string {
	names := map[string]string{}
	for _, variable := range r.Env {
		name, value, _ := strings.Cut(variable, "=")
		if name != "TINI_KILL_PROCESS_GROUP" {
			names[name] = value
		}
	}
	return names
}

func (a asked) compareLimits(r *docker.Request, w *weigh) error {
	for flag, got := range map[string]int64{"--memory": r.HostConfig.Memory, "--memory-swap": r.HostConfig.MemorySwap} {
		text := a.one(flag)
		if text == "" {
			if flag == "--memory" && got > 0 {
				w.add(false, "memory is bounded: %d bytes", got)
			}
			continue
		}
		want, err := size(text)
		if err != nil {
			return err
		}
		if got != want {
			w.add(got > want, "%s %d; wanted %d", flag, got, want)
		}
	}
	text := a.one("--cpus")
	if text == "" {
		w.add(false, "processors are bounded: %g", float64(r.HostConfig.NanoCPUs)/1e9)
		return nil
	}
	want, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return err
	}
	const billion = 1e9
	if got := float64(r.HostConfig.NanoCPUs) / billion; got != want {
		w.add(got > want, "%g processors; wanted %g", got, want)
	}
	return nil
}

// size reads "512m" and "1g".
func size(text string) (int64, error) {
	units := map[byte]int64{'k': 1 << 10, 'm': 1 << 20, 'g': 1 << 30}
	unit := units[text[len(text)-1]]
	if unit == 0 {
		return strconv.ParseInt(text, 10, 64)
	}
	n, err := strconv.ParseInt(text[:len(text)-1], 10, 64)
	return n * unit, err
}

// compareFolders holds the folder of this machine that a container sees against
// the one of a row.
func (a asked) compareFolders(g ground, r *docker.Request, w *weigh) error {
	var source, target, mode string
	if volume := a.one("--volume"); volume != "" {
		parts := strings.Split(volume, ":")
		const fields = 3 // source, target and mode
		if len(parts) != fields {
			return fmt.Errorf("volume %q: a source, a target and a mode are wanted", volume)
		}
		source, target, mode = g.at(parts[0]), parts[1], parts[2]
	}
	seen := false
	for _, m := range r.HostConfig.Mounts {
		switch {
		case m.Type != "bind" || m.Source == "/dev/null":
		case m.Source != source:
			w.add(true, "%s is shown; wanted %q", m.Source, source)
		default:
			seen = true
			if m.ReadOnly != (mode == "ro") {
				w.add(!m.ReadOnly, "the workspace is read-only: %v", m.ReadOnly)
			}
			if m.Target != target {
				w.add(false, "the workspace is at %s; wanted %s", m.Target, target)
			}
		}
	}
	if source != "" && !seen {
		w.add(false, "the workspace is not shown")
	}
	if want := a.one("--workdir"); want == target && want != "" && r.WorkingDir != "/workspace" {
		w.add(false, "it works in %s; wanted %s", r.WorkingDir, want)
	}
	return nil
}
