//go:build unix

package main

import (
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/creack/pty"
	"github.com/rogpeppe/go-internal/testscript"
)

// terminal COLUMNS ARGUMENT... runs skillctl on a terminal of so many columns, and wants
// it to end well, or not with !. What it wrote there is its standard output.
func onTerminal(ts *testscript.TestScript, neg bool, args []string) {
	if len(args) < 2 {
		ts.Fatalf("usage: terminal COLUMNS ARGUMENT...")
	}
	columns, err := strconv.ParseUint(args[0], 10, 16)
	ts.Check(err)
	cmd := exec.Command(programOf(ts), args[1:]...)
	cmd.Dir, cmd.Env = ts.MkAbs("."), environ(ts)
	cmd.Stderr = ts.Stderr()
	screen, tty, err := pty.Open()
	ts.Check(err)
	defer screen.Close()
	ts.Check(pty.Setsize(screen, &pty.Winsize{Rows: 24, Cols: uint16(columns)}))
	cmd.Stdin, cmd.Stdout = tty, tty
	ts.Check(cmd.Start())
	ts.Check(tty.Close())
	text, _ := io.ReadAll(screen) // Linux ends a terminal that nobody writes to with an error
	err = cmd.Wait()
	if _, err := io.WriteString(ts.Stdout(), strings.ReplaceAll(string(text), "\r\n", "\n")); err != nil {
		ts.Fatalf("%v", err)
	}
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		ts.Check(err)
	}
	if (err == nil) == neg {
		ts.Fatalf("skillctl %s on a terminal: %v", strings.Join(args[1:], " "), err)
	}
}

// programOf is the skillctl that a script starts.
func programOf(ts *testscript.TestScript) string {
	for _, folder := range filepath.SplitList(ts.Getenv("PATH")) {
		name := filepath.Join(folder, "skillctl")
		if _, err := os.Stat(name); err == nil {
			return name
		}
	}
	ts.Fatalf("there is no skillctl")
	return ""
}
