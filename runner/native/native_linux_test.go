//go:build linux && (amd64 || arm64)

package native_test

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"sync/atomic"
	"syscall"
	"testing"

	"github.com/skillctl/skillctl/runner"
)

// spec is a command in a workspace of its own, with no network and small limits.
func spec(t testing.TB, argv ...string) runner.Spec {
	t.Helper()
	ws := t.TempDir()
	real, err := filepath.EvalSymlinks(argv[0])
	if err != nil {
		t.Fatal(err)
	}
	return runner.Spec{
		ID: fmt.Sprintf("test-%d-%d", os.Getpid(), serial.Add(1)), Argv: argv, Dir: ws, Env: []string{"PATH=/usr/bin:/bin"},
		Program: &runner.Pin{Path: argv[0], Real: real},
		Boundary: runner.Boundary{
			Host: "gateway", Sandbox: "landlock", Workspace: runner.Workspace{Path: ws, Access: "rw"}, Network: "none",
			Limits: runner.Limits{
				TimeoutMS: 60_000, GraceMS: 200, Memory: 512 << 20, CPUs: 1, PIDs: 64, FileSize: 8 << 20, OpenFiles: 256, Output: 64 << 10,
			},
		},
	}
}

var serial atomic.Int64

type outcome struct {
	runner.Result
	stdout, stderr string
}

// run starts a command and waits for its end.
func run(t testing.TB, b runner.Backend, s runner.Spec) outcome {
	t.Helper()
	var stdout, stderr bytes.Buffer
	s.Stdout, s.Stderr = &stdout, &stderr
	p, err := b.Start(context.Background(), s)
	if err != nil {
		t.Fatalf("start: %v", err)
	}
	result, err := p.Wait()
	if err != nil {
		t.Fatalf("wait: %v", err)
	}
	return outcome{result, stdout.String(), stderr.String()}
}

// kill ends the process of a line of attempt.Processes.
func kill(t testing.TB, line string) {
	t.Helper()
	var pid int
	if _, err := fmt.Sscan(line, &pid); err != nil {
		t.Fatal(err)
	}
	syscall.Kill(pid, syscall.SIGKILL)
}
