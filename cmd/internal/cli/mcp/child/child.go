// Package child runs skillctl itself for a conversation: what it starts ends with that.
package child

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
	"time"
)

// What a run that is not wanted any more is given to end, before the next and stronger
// word: the first is handed to the command, the second has it end within run.grace, the
// third kills it.
const (
	askAgain = time.Second
	killTime = 5 * time.Second
)

// Run is skillctl with arguments.
type Run struct {
	Args []string
	Dir  string
	Env  []string
	// Streams that are files are handed on as they are.
	Stdin          io.Reader
	Stdout, Stderr io.Writer
	// Started is called when it has started; nil for nothing.
	Started func()
}

// Start runs it, and returns its exit code. When ctx ends, everything that it started ends
// as well.
func (r *Run) Start(ctx context.Context) (int, error) {
	self, err := os.Executable()
	if err != nil {
		return 0, fmt.Errorf("find skillctl: %w", err)
	}
	// Where the system ends a process with the one that started it, that is one thread.
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	if ctx.Err() != nil {
		return 0, context.Cause(ctx)
	}
	// What is ended is told so several times; a context would do it once.
	cmd := exec.Command(self, r.Args...) //nolint:noctx // see end
	cmd.Dir, cmd.Env, cmd.Stdin, cmd.Stdout, cmd.Stderr = r.Dir, r.Env, r.Stdin, r.Stdout, r.Stderr
	cmd.WaitDelay = killTime
	tie(cmd)
	if err := cmd.Start(); err != nil {
		return 0, fmt.Errorf("start skillctl: %w", err)
	}
	if r.Started != nil {
		r.Started()
	}
	waited := make(chan struct{})
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		select {
		case <-waited:
		case <-ctx.Done():
			end(cmd, waited)
		}
	}()
	err = cmd.Wait()
	close(waited)
	<-ended
	if ctx.Err() != nil {
		return 0, context.Cause(ctx)
	}
	var exit *exec.ExitError
	if errors.As(err, &exit) && exit.ExitCode() >= 0 {
		return exit.ExitCode(), nil
	}
	if err != nil {
		return 0, fmt.Errorf("run skillctl: %w", err)
	}
	return 0, nil
}

// end ends a process that is not wanted any more, with all that it started.
func end(cmd *exec.Cmd, waited <-chan struct{}) {
	for _, wait := range []time.Duration{askAgain, askAgain, killTime} {
		interrupt(cmd.Process)
		select {
		case <-waited:
			return
		case <-time.After(wait):
		}
	}
	_ = cmd.Process.Kill() // its keeper kills the others
}
