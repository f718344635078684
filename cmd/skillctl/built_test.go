package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

// builds is the folder for the binaries that tests make and start.
var builds string

func TestMain(m *testing.M) {
	os.Exit(runTests(m))
}

func runTests(m *testing.M) int {
	var err error
	if builds, err = os.MkdirTemp("", "skillctl-built-"); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer os.RemoveAll(builds)
	// These are for the tests: what they start is to be as it is for a user.
	for _, name := range []string{"GOGC", "GOMEMLIMIT"} {
		if err := os.Unsetenv(name); err != nil {
			fmt.Fprintln(os.Stderr, err)
			return 1
		}
	}
	return m.Run()
}

// released is the program as the Makefile builds it, linked statically.
var released = sync.OnceValues(func() (string, error) { return build("released", "CGO_ENABLED=0") })

// guarded is the program with the race detector in it.
var guarded = sync.OnceValues(func() (string, error) { return build("guarded", "CGO_ENABLED=1", "-race") })

// built is the program that scripts start: the tests' own race detector would not
// see what another process does, so that it has one when they have.
func built() (string, error) {
	if raced {
		return guarded()
	}
	return released()
}

func build(folder, env string, flags ...string) (string, error) {
	name := filepath.Join(builds, folder, "skillctl")
	args := append([]string{"build", "-trimpath", "-buildvcs=false", "-ldflags", "-s -w", "-o", name}, flags...)
	cmd := exec.Command("go", append(args, ".")...)
	cmd.Env = append(os.Environ(), env)
	if out, err := cmd.CombinedOutput(); err != nil {
		return "", fmt.Errorf("build skillctl: %w: %s", err, out)
	}
	return name, nil
}

// program is the program as it is released.
func program(t testing.TB) string {
	t.Helper()
	name, err := released()
	if err != nil {
		t.Fatal(err)
	}
	return name
}

// binary NAME sets a variable to the program as it is released.
func binary(ts *testscript.TestScript, _ bool, args []string) {
	name, err := released()
	ts.Check(err)
	ts.Setenv(args[0], name)
}
