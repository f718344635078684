//go:build linux && (amd64 || arm64)

package native

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"golang.org/x/sys/unix"

	"github.com/skillctl/skillctl/runner"
	"github.com/skillctl/skillctl/runner/internal/capture"
)

// state is what another process needs to know besides the descriptors.
type state struct {
	// Name is the backend's.
	Name string
	// Temp is the run's own folder; Groups are its control groups.
	Temp   string
	Groups []string
	// Started is by the clock of [moment], in nanoseconds.
	Started int64
	// Out and Err are how far stdout and stderr have come.
	Out, Err capture.State
	// Terminal and Stdin say which descriptors there are; Pending is what was read
	// of the status.
	Terminal, Stdin bool
	Pending         string
	// Closed is that of the result.
	Closed []string
	// Why is the reason that the run is ending for, "" if it is not.
	Why runner.Ended
}

// moment is a time that survives a handover: it is read from a clock that does
// not jump and counts while the machine sleeps.
type moment struct{ boot int64 }

func now() moment {
	var t unix.Timespec
	if unix.ClockGettime(unix.CLOCK_BOOTTIME, &t) != nil {
		return moment{}
	}
	return moment{t.Nano()}
}

func (m moment) since() time.Duration { return time.Duration(now().boot - m.boot) }

func (m moment) time() time.Time { return time.Now().Add(-m.since()) }

// Handover lets go of the run. The descriptors are, in this order: control,
// status, then the terminal or stdin (if any), stdout and stderr. This process
// closes its own once the other has them.
func (p *process) Handover() (runner.Handover, error) {
	select {
	case <-p.done:
		return runner.Handover{}, fmt.Errorf("hand over run %q: %w", p.spec.ID, os.ErrProcessDone)
	default:
	}
	if p.handed.Swap(true) {
		return runner.Handover{}, fmt.Errorf("hand over run %q: %w", p.spec.ID, runner.ErrHandedOver)
	}
	p.timer.Stop()
	p.stop()
	p.interrupt()
	<-p.done
	if !errors.Is(p.fault, runner.ErrHandedOver) {
		return runner.Handover{}, fmt.Errorf("hand over run %q: %w", p.spec.ID, os.ErrProcessDone)
	}
	if p.keeper != nil {
		go p.keeper.Wait() //nolint:errcheck // only so that no dead process is left
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.kill != nil {
		p.kill.Stop()
	}
	p.state.Why = p.why
	p.state.Out, p.state.Err = p.out.State(), p.err.State()
	p.state.Terminal, p.state.Stdin = p.terminal != nil, p.stdin != nil
	data, err := json.Marshal(p.state)
	if err != nil {
		return runner.Handover{}, fmt.Errorf("hand over run %q: %w", p.spec.ID, err)
	}
	var files []*os.File
	for _, file := range []*os.File{p.control, p.status, p.terminal, p.stdin, p.stdout, p.stderr} {
		if file != nil {
			file.SetReadDeadline(time.Time{}) //nolint:errcheck // those that are only written to have none
			files = append(files, file)
		}
	}
	return runner.Handover{Backend: p.state.Name, State: data, Files: files}, nil
}

// Adopt goes on with a run that another process handed over.
func (b *backend) Adopt(ctx context.Context, run runner.Handover, spec runner.Spec) (runner.Process, error) {
	p := &process{spec: spec}
	if err := json.Unmarshal(run.State, &p.state); err != nil {
		return nil, fmt.Errorf("adopt run %q: %w", spec.ID, err)
	}
	ends := []**os.File{&p.control, &p.status}
	switch {
	case p.state.Terminal:
		ends = append(ends, &p.terminal)
	case p.state.Stdin:
		ends = append(ends, &p.stdin, &p.stdout, &p.stderr)
	default:
		ends = append(ends, &p.stdout, &p.stderr)
	}
	if run.Backend != b.name || len(run.Files) != len(ends) {
		return nil, fmt.Errorf("adopt run %q: it is not one of %s with %d descriptors", spec.ID, b.name, len(ends))
	}
	for i, end := range ends {
		file, err := pollable(run.Files[i])
		if err != nil {
			return nil, fmt.Errorf("adopt run %q: %w", spec.ID, err)
		}
		*end = file
	}
	if p.stdin == nil && p.terminal == nil {
		p.spec.Stdin = nil
	}
	p.lines = bufio.NewReader(io.MultiReader(strings.NewReader(p.state.Pending), p.status))
	p.started, p.why = moment{p.state.Started}, p.state.Why
	p.state.Pending = ""
	if p.spec.Stdin == nil {
		p.endInput()
	}
	p.begin(ctx)
	if p.why != "" {
		p.end(p.why)
	}
	return p, nil
}

// pollable makes a file whose reads can be interrupted of a descriptor that was
// inherited.
func pollable(file *os.File) (*os.File, error) {
	fd, err := unix.FcntlInt(file.Fd(), unix.F_DUPFD_CLOEXEC, 3)
	if err != nil {
		return nil, &os.SyscallError{Syscall: "fcntl", Err: err}
	}
	if err := unix.SetNonblock(fd, true); err != nil {
		return nil, &os.SyscallError{Syscall: "fcntl", Err: err}
	}
	name := file.Name()
	file.Close()
	return os.NewFile(uintptr(fd), name), nil
}
