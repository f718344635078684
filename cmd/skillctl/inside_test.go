package main

import (
	"context"
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
	switch args[0] {
	case "lint":
		return !slices.ContainsFunc(args, func(arg string) bool { return strings.HasPrefix(arg, "--watch") })
	case "list", "why", "info", "diff", "rules", "explain", "schema", "completion", "__complete", "help", "--help":
		return true
	}
	return false
}

// skillctl ARGUMENT... runs skillctl and wants it to end well, or not with !: in
// this process where the command allows it, else in one of its own. It is given
// no standard input; `exec skillctl` is.
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
	return cli.Main(context.Background(), args, &kit.IOStreams{
		In: strings.NewReader(""), Out: ts.Stdout(), Err: ts.Stderr(), Getenv: ts.Getenv, Dir: ts.MkAbs("."),
		Environ: func() []string { return environ(ts) },
	}, compiled())
}

// compiled are the policies of all scripts.
var compiled = sync.OnceValue(func() cli.Option { return cli.WithShared(lint.Policies(), resolve.New()) })

// environ is what is set in the environment of a script, of the variables that
// scripts set. A variable that is set to nothing is left out: scripts about one run
// `exec skillctl`.
func environ(ts *testscript.TestScript) []string {
	var out []string
	for _, name := range []string{
		"HOME", "PATH", "TMPDIR", "COLUMNS", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME", "BOTH",
		"OPENCLAW_BUNDLED_SKILLS_DIR", "OPENCLAW_CONFIG_PATH", "OPENCLAW_WORKSPACE_DIR", "OPENCLAW_STATE_DIR", "OPENCLAW_HOME",
	} {
		if value := ts.Getenv(name); value != "" {
			out = append(out, name+"="+value)
		}
	}
	return out
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
