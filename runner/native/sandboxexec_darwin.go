package native

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/skillctl/skillctl/runner"
	"github.com/skillctl/skillctl/runner/internal/capture"
)

func (b *backend) check(boundary runner.Boundary) error {
	switch {
	case b.name == landlock || b.name == bubblewrap:
		return b.missing("it is for Linux", "choose sandbox-exec or docker")
	case b.name == none:
		return b.missing("macOS cannot end all that a command without a sandbox started", "choose sandbox-exec or docker")
	case boundary.Network == "restricted":
		return b.missing("a sandbox-exec profile cannot restrict a command to a proxy", "choose docker, or the network none")
	}
	if _, err := os.Stat(sandboxProgram); err != nil {
		return b.missing(sandboxProgram+" is missing", "choose docker")
	}
	return nil
}

// leaves: what a profile does not hold is refused.
func (b *backend) leaves(runner.Boundary) []string { return nil }

const sandboxProgram = "/usr/bin/sandbox-exec"

// Start starts the command under a profile. Its limits are resource limits, set
// by the shell that becomes the command; macOS has none that bounds memory in
// use.
func (b *backend) Start(ctx context.Context, spec runner.Spec) (runner.Process, error) {
	if err := b.Check(ctx, spec.Boundary); err != nil {
		return nil, err
	}
	if spec.Terminal != nil {
		return nil, b.missing("it cannot provide a terminal", "run without a terminal, or choose docker")
	}
	ws, err := workspace(spec.Boundary.Workspace)
	if err != nil {
		return nil, err
	}
	for _, folder := range spec.Folders {
		if err := folder.Unchanged(); err != nil {
			return nil, err
		}
	}
	for _, pin := range append([]runner.Pin{*spec.Program}, spec.Files...) {
		file, err := pinned(pin, nil)
		if err != nil {
			return nil, err
		}
		file.Close()
	}
	program, err := filepath.EvalSymlinks(spec.Argv[0])
	if err != nil {
		return nil, fmt.Errorf("resolve %q: %w", spec.Argv[0], err)
	}
	if spec.Tended {
		return nil, b.missing("sessions need what only Linux has", "set run.sandbox: docker")
	}
	temp, err := os.MkdirTemp("", "skillctl-"+spec.ID+"-")
	if err != nil {
		return nil, fmt.Errorf("make a folder for the run: %w", err)
	}
	if temp, err = filepath.EvalSymlinks(temp); err != nil {
		return nil, fmt.Errorf("resolve the folder of the run: %w", err)
	}
	l := spec.Boundary.Limits
	args := append([]string{
		"-p", profile(resolved(spec.Boundary), ws, program, temp), "/bin/sh", "-c",
		fmt.Sprintf(`ulimit -c 0 -f %d -n %d -u %d && exec "$@"`, max(l.FileSize/512, 1), l.OpenFiles, l.PIDs), "sh",
	}, spec.Argv...)
	p := &process{spec: spec, temp: temp, done: make(chan struct{})}
	p.cmd = exec.Command(sandboxProgram, args...)
	p.cmd.Dir, p.cmd.Env, p.cmd.Stdin = spec.Dir, append(without(spec.Env, "TMPDIR"), "TMPDIR="+temp), spec.Stdin
	p.out, p.err = capture.New(spec.Stdout, "stdout", l.Output), capture.New(spec.Stderr, "stderr", l.Output)
	p.cmd.Stdout, p.cmd.Stderr = p.out, p.err
	p.cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	p.cmd.WaitDelay = time.Second
	p.started = time.Now()
	if err := p.cmd.Start(); err != nil {
		return nil, errors.Join(fmt.Errorf("start %q: %w", spec.Argv[0], err), os.RemoveAll(temp))
	}
	go p.watch(ctx)
	return p, nil
}

// without is an environment without a variable.
func without(env []string, name string) []string {
	return slices.DeleteFunc(slices.Clone(env), func(pair string) bool { return strings.HasPrefix(pair, name+"=") })
}

// Adopt refuses.
func (b *backend) Adopt(context.Context, runner.Handover, runner.Spec) (runner.Process, error) {
	return nil, b.missing("a run cannot be moved to the background", "keep it in the foreground")
}

// process is a run in a session, and so in a process group, of its own.
type process struct {
	spec     runner.Spec
	cmd      *exec.Cmd
	temp     string
	out, err *capture.Writer
	started  time.Time
	done     chan struct{}
	mu       sync.Mutex
	why      runner.Ended
	result   runner.Result
	fault    error
}

func (p *process) watch(ctx context.Context) {
	defer close(p.done)
	timer := time.AfterFunc(p.spec.Boundary.Limits.Timeout(), func() { p.end(runner.TimedOut) })
	defer timer.Stop()
	defer context.AfterFunc(ctx, func() {
		p.because(runner.Killed)
		p.Signal(syscall.SIGKILL) //nolint:errcheck,gosec // it may have ended
	})()
	waited := p.cmd.Wait()
	syscall.Kill(-p.cmd.Process.Pid, syscall.SIGKILL) //nolint:errcheck,gosec // there may be none left
	p.out.End()
	p.err.End()
	p.mu.Lock()
	defer p.mu.Unlock()
	r := &p.result
	r.Started, r.Finished = p.started, time.Now()
	r.CutStdout, r.CutStderr = p.out.Cut(), p.err.Cut()
	state := p.cmd.ProcessState
	if state == nil {
		r.Ended, r.Code, p.fault = runner.Lost, 125, waited
		return
	}
	r.Usage.CPU = state.UserTime() + state.SystemTime()
	r.Code, r.Ended = state.ExitCode(), runner.Exited
	if status, ok := state.Sys().(syscall.WaitStatus); ok && status.Signaled() {
		r.Code, r.Signal, r.Ended = 128+int(status.Signal()), signalName(status.Signal()), runner.Signalled
	}
	switch p.why {
	case runner.TimedOut:
		r.Ended, r.Code = runner.TimedOut, 124
	case runner.Killed:
		r.Ended = runner.Killed
	}
	p.fault = os.RemoveAll(p.temp)
}

func (p *process) because(why runner.Ended) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.why = cmp.Or(p.why, why)
}

func (p *process) end(why runner.Ended) {
	p.because(why)
	p.Signal(syscall.SIGTERM) //nolint:errcheck,gosec // it may have ended
	time.AfterFunc(p.spec.Boundary.Limits.Grace(), func() {
		p.Signal(syscall.SIGKILL) //nolint:errcheck,gosec // it may have ended
	})
}

// Wait waits for the end of the run.
func (p *process) Wait() (runner.Result, error) {
	<-p.done
	return p.result, p.fault
}

// Signal goes to the process group of the run.
func (p *process) Signal(sig os.Signal) error {
	s, ok := sig.(syscall.Signal)
	if !ok {
		return fmt.Errorf("send %v to run %q: it is not a signal", sig, p.spec.ID)
	}
	select {
	case <-p.done:
		return os.ErrProcessDone
	default:
	}
	if err := syscall.Kill(-p.cmd.Process.Pid, s); err != nil {
		return fmt.Errorf("send %v to run %q: %w", sig, p.spec.ID, err)
	}
	return nil
}

// Stop asks the run to end, and kills it when the grace is over.
func (p *process) Stop() error {
	p.end(runner.Killed)
	return nil
}

// Resize refuses: there is no terminal.
func (p *process) Resize(runner.Terminal) error {
	return fmt.Errorf("change the terminal of run %q: it has none", p.spec.ID)
}

// Handover refuses: nothing but this process can end the run.
func (p *process) Handover() (runner.Handover, error) {
	return runner.Handover{}, fmt.Errorf("hand over run %q: sandbox-exec cannot", p.spec.ID)
}
