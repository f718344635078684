package main

import (
	"context"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/skillctl/skillctl/cmd/internal/cli"
	"github.com/skillctl/skillctl/cmd/internal/cli/kit"
	"github.com/skillctl/skillctl/engine/lint"
	"github.com/skillctl/skillctl/engine/resolve"
)

// inside are the commands that need no process of their own: they read files and
// print, and start and wait for nothing.
func inside(args []string) bool {
	if len(args) == 0 {
		return true
	}
	flags := args
	if end := slices.Index(args, "--"); end >= 0 {
		flags = args[:end]
	}
	switch args[0] {
	case "lint":
		return !slices.ContainsFunc(flags, func(arg string) bool { return strings.HasPrefix(arg, "--watch") })
	case "exec":
		// A dry run of a container looks at the home folder of the process.
		return (slices.Contains(flags, "--explain") || slices.Contains(flags, "--compare")) && !slices.Contains(flags, "--dry-run")
	case "install":
		return !slices.ContainsFunc(flags, func(arg string) bool { return strings.Contains(arg, "git") || strings.Contains(arg, "://") })
	case "list", "why", "info", "diff", "rules", "explain", "schema", "completion", "__complete", "help", "--help",
		"gate", "hook", "mcp", "decide", "policy", "init", "approvals", "audit", "proposals", "lock", "sign", "verify":
		return true
	}
	return false
}

// skillctl ARGUMENT... [< FILE] runs skillctl and wants it to end well, or not with
// !: in this process where the command allows it, else in one of its own. A FILE, if
// there is one, is its standard input, in this process only.
func skillctl(ts *testscript.TestScript, neg bool, args []string) {
	if code := call(ts, args); (code == 0) == neg {
		ts.Fatalf("skillctl %s ended with %d", strings.Join(args, " "), code)
	}
}

// call runs skillctl and returns its exit code.
func call(ts *testscript.TestScript, args []string) int {
	if !inside(args) {
		return start(ts, "skillctl", args)
	}
	input := ""
	if n := len(args) - 2; n >= 0 && args[n] == "<" {
		input, args = ts.ReadFile(args[n+1]), args[:n]
	}
	return cli.Main(context.Background(), args, &kit.IOStreams{
		In: strings.NewReader(input), Out: ts.Stdout(), Err: ts.Stderr(), Getenv: ts.Getenv, Dir: ts.MkAbs("."),
		Environ: func() []string { return environ(ts) },
	}, compiled())
}

// compiled are the policies of all scripts.
var compiled = sync.OnceValue(func() cli.Option { return cli.WithShared(lint.Policies(), resolve.New()) })

// environ is the environment of a script: what it was begun with, and what it has set
// since. A variable that a script itself brings in and sets to nothing is left out,
// as it cannot be told from one that it is yet to set.
func environ(ts *testscript.TestScript) []string {
	var out []string
	names := ts.Value(namesKey{}).(scriptNames)
	for _, name := range names.begun {
		out = append(out, name+"="+ts.Getenv(name))
	}
	for _, name := range names.set {
		if value := ts.Getenv(name); value != "" {
			out = append(out, name+"="+value)
		}
	}
	return out
}

// namesKey is where the names of variables of a script are kept.
type namesKey struct{}

// scriptNames are those that a script is begun with, and others that it sets.
type scriptNames struct{ begun, set []string }

// keepNames keeps the names of the variables of a script for [environ].
// file says where the script of a name is.
func keepNames(e *testscript.Env, file func(name string) string) error {
	var names scriptNames
	for _, one := range e.Vars {
		name, _, _ := strings.Cut(one, "=")
		if !slices.Contains(names.begun, name) {
			names.begun = append(names.begun, name)
		}
	}
	script := strings.TrimPrefix(filepath.Base(e.WorkDir), "script-")
	text, err := os.ReadFile(file(script))
	if err != nil {
		return err
	}
	for _, line := range regexp.MustCompile(`(?m)^(?:\[[^\]]*\] *)?env .*$`).FindAllString(string(text), -1) {
		for _, word := range strings.Fields(line) {
			name, _, ok := strings.Cut(word, "=")
			if ok && !slices.Contains(names.begun, name) && !slices.Contains(names.set, name) {
				names.set = append(names.set, name)
			}
		}
	}
	e.Values[namesKey{}] = names
	return nil
}

// start runs a program in a process of its own and returns its exit code.
func start(ts *testscript.TestScript, name string, args []string) int {
	err := ts.Exec(name, args...)
	if err == nil {
		return 0
	}
	code, ok := exitStatus(err)
	if !ok {
		ts.Fatalf("run %s: %v", name, err)
	}
	return code
}
