package main

import (
	"context"
	"encoding/hex"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/skillctl/skillctl/internal/test/fixture"
	"github.com/skillctl/skillctl/runner"
	"github.com/skillctl/skillctl/runner/native"
)

var update = flag.Bool("update", false, "write what the scripts compare with anew")

// raceEvery is how many scripts one is run of with the race detector, which makes
// them take eight times as long: all with SKILLCTL_SLOW=1.
const raceEvery = 3

// TestScripts runs every script of testdata/script. A script shows one
// behavior; the first word of its name is the command.
func TestScripts(t *testing.T) {
	program, err := built()
	if err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join("..", "..", "testdata", "script")
	params := scripts(program, func(name string) string { return filepath.Join(dir, name+".txtar") })
	files, err := filepath.Glob(filepath.Join(dir, "*.txtar"))
	if err != nil || len(files) == 0 {
		t.Fatalf("find the scripts in %s: %d found, %v", dir, len(files), err)
	}
	every := 1
	if raced {
		every = fixture.Size(raceEvery, 1)
	}
	params.Files = drawn(files, every)
	testscript.Run(t, params)
}

// drawn is one of so many files each, always the same.
func drawn(files []string, every int) []string {
	var some []string
	for i := 0; i < len(files); i += every {
		some = append(some, files[i])
	}
	return some
}

// scripts are the commands and the surroundings that scripts have; file says where
// that of a name is.
func scripts(program string, file func(name string) string) testscript.Params {
	return testscript.Params{
		UpdateScripts:       *update,
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Setup: func(e *testscript.Env) error {
			repo, err := filepath.Abs(filepath.Join("..", ".."))
			if err != nil {
				return err
			}
			e.Setenv("REPO", repo)
			e.Setenv("PATH", filepath.Dir(program)+string(filepath.ListSeparator)+os.Getenv("PATH"))
			home := filepath.Join(e.WorkDir, ".tmp", "home")
			if runs := strings.TrimPrefix(filepath.Base(e.WorkDir), "script-"); !strings.HasPrefix(runs, "lint_") && !strings.HasPrefix(runs, "init_") {
				// Nothing runs in a folder that holds the user's own.
				home = filepath.Join(filepath.Dir(e.WorkDir), "home-"+runs)
			}
			e.Setenv("HOME", home)
			e.Setenv("XDG_CONFIG_HOME", filepath.Join(home, "config"))
			e.Setenv("XDG_CACHE_HOME", filepath.Join(home, "cache"))
			e.Setenv("XDG_STATE_HOME", filepath.Join(home, "state"))
			for _, name := range []string{"NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE"} {
				e.Setenv(name, "")
			}
			if err := keepNames(e, file); err != nil {
				return err
			}
			// Settings above the scratch folder are none of the script's.
			return os.MkdirAll(filepath.Join(e.WorkDir, ".git"), 0o755)
		},
		Condition: func(condition string) (bool, error) {
			switch condition {
			case "root":
				return os.Geteuid() == 0, nil
			case "mount":
				return canMount(), nil
			case "landlock":
				return landlocked("none"), nil
			case "namespaces":
				return landlocked("restricted"), nil
			case "docker":
				return hasDocker()
			case "veth":
				return hasVeth(), nil
			}
			return false, fmt.Errorf("there is no condition %q", condition)
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"skillctl": skillctl,
			"exits":    exits, "collector": collector, "hex": writeHex, "pack": pack, "fill": fill, "fifo": fifo, "files": files, "spoil": spoil, "record": record, "append": appendTo, "disk": disk, "full": full,
			"image": image, "keep": keep, "until": until, "vanished": vanished, "binary": binary, "remote": remote, "fits": fits, "ends": ends, "terminal": onTerminal,
		},
	}
}

// landlocked reports whether commands can run in the sandbox of this machine, with
// such a network: a restricted one takes namespaces.
func landlocked(network string) bool {
	limits := runner.Limits{TimeoutMS: 1, Memory: 1 << 30, CPUs: 1, PIDs: 10, FileSize: 1, OpenFiles: 16, Output: 1}
	boundary := runner.Boundary{Host: "gateway", Sandbox: "landlock", Workspace: runner.Workspace{Path: os.TempDir(), Access: "rw"}, Network: network, Limits: limits}
	return native.Landlock().Check(context.Background(), boundary) == nil
}

// exits CODE COMMAND... runs a command and wants this exit code; skillctl is run as
// `skillctl` runs it.
func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits CODE COMMAND [ARGUMENT...]")
	}
	var code int
	if args[1] == "skillctl" {
		code = call(ts, args[2:])
	} else {
		code = start(ts, args[1], args[2:])
	}
	if strconv.Itoa(code) != args[0] {
		ts.Fatalf("%s ended with %d; want %s", strings.Join(args[1:], " "), code, args[0])
	}
}

func exitStatus(err error) (int, bool) {
	coded, ok := err.(interface{ ExitCode() int })
	if !ok {
		return 0, false
	}
	return coded.ExitCode(), true
}

// hex FILE DIGITS... writes bytes that no script can hold.
func writeHex(ts *testscript.TestScript, _ bool, args []string) {
	bytes, err := hex.DecodeString(strings.Join(args[1:], ""))
	ts.Check(err)
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), bytes, 0o644))
}

// spoil FOLDER changes one byte of each file in a folder.
func spoil(ts *testscript.TestScript, _ bool, args []string) {
	names, err := filepath.Glob(filepath.Join(ts.MkAbs(args[0]), "*"))
	ts.Check(err)
	for _, name := range names {
		text, err := os.ReadFile(name)
		ts.Check(err)
		text[len(text)/2] ^= 1
		ts.Check(os.WriteFile(name, text, 0o600))
	}
}

// fill FILE SIZE makes a file of so many bytes. It has a hole, so that it costs
// no space.
func fill(ts *testscript.TestScript, _ bool, args []string) {
	size, err := strconv.ParseInt(args[1], 10, 64)
	ts.Check(err)
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), nil, 0o644))
	ts.Check(os.Truncate(ts.MkAbs(args[0]), size))
}

// files FOLDER NAME... wants just these files in a folder: nothing was left
// half-written.
func files(ts *testscript.TestScript, _ bool, args []string) {
	entries, err := os.ReadDir(ts.MkAbs(args[0]))
	ts.Check(err)
	var got []string
	for _, e := range entries {
		got = append(got, e.Name())
	}
	if strings.Join(got, " ") != strings.Join(args[1:], " ") {
		ts.Fatalf("%s holds %v; want %v", args[0], got, args[1:])
	}
}
