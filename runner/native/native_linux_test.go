//go:build linux && (amd64 || arm64)

package native_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

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
	s := small(ws, argv...)
	s.Program.Real = real
	return s
}

// small is a command in a workspace, with no network and small limits.
func small(ws string, argv ...string) runner.Spec {
	return runner.Spec{
		ID: fmt.Sprintf("test-%d-%d", os.Getpid(), serial.Add(1)), Argv: argv, Dir: ws, Env: []string{"PATH=/usr/bin:/bin"},
		Program: &runner.Pin{Path: argv[0]},
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

// refused checks that a boundary is refused for want of something, twice: when it
// is looked at, and when it is to be started.
func refused(t *testing.T, b runner.Backend, s runner.Spec) {
	t.Helper()
	var missing *runner.UnavailableError
	if err := b.Check(t.Context(), s.Boundary); !errors.As(err, &missing) {
		t.Errorf("%s, check: %v", b.Name(), err)
	}
	p, err := b.Start(t.Context(), s)
	if err == nil {
		p.Wait()
	}
	if !errors.As(err, &missing) {
		t.Errorf("%s, start: %v", b.Name(), err)
	}
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

// synced is a buffer that can be read while it is written to.
type synced struct {
	mu   sync.Mutex
	data bytes.Buffer
}

func (s *synced) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.data.Write(p)
}

func (s *synced) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.data.String()
}

// wait waits until a text was written.
func (s *synced) wait(t testing.TB, text string) {
	t.Helper()
	for range 1000 {
		if strings.Contains(s.String(), text) {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Fatalf("%q was not written; there is %q", text, s.String())
}
