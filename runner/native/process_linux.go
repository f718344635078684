//go:build linux && (amd64 || arm64)

package native

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/skillctl/skillctl/runner"
	"github.com/skillctl/skillctl/runner/early"
	"github.com/skillctl/skillctl/runner/internal/capture"
)

// process is a run, from the side of its owner.
type process struct {
	spec  runner.Spec
	state state
	// keeper is nil in a process that adopted the run.
	keeper          *os.Process
	control, status *os.File
	lines           *bufio.Reader
	// Either terminal or the others; stdin is nil for no input.
	terminal, stdin, stdout, stderr *os.File
	out, err                        *capture.Writer
	started                         moment

	// copies are the readers of stdout and stderr.
	copies sync.WaitGroup
	stop   func() bool
	timer  *time.Timer
	kill   *time.Timer
	mu     sync.Mutex
	// why is the first reason to end the run.
	why    runner.Ended
	handed atomic.Bool
	done   chan struct{}
	result runner.Result
	fault  error
}

// begin starts what goes on beside the command. The end of ctx kills the run.
func (p *process) begin(ctx context.Context) {
	p.done = make(chan struct{})
	limit := p.spec.Boundary.Limits.Output
	p.out = capture.Resume(p.spec.Stdout, "stdout", limit, p.state.Out)
	p.err = capture.Resume(p.spec.Stderr, "stderr", limit, p.state.Err)
	if p.terminal != nil {
		p.copy(p.out, p.terminal)
	} else {
		p.copy(p.out, p.stdout)
		p.copy(p.err, p.stderr)
	}
	if p.spec.Stdin != nil {
		go p.feed()
	}
	left := p.spec.Boundary.Limits.Timeout() - p.started.since()
	p.timer = time.AfterFunc(max(left, 0), func() { p.end(runner.TimedOut) })
	p.stop = context.AfterFunc(ctx, func() {
		p.because(runner.Killed)
		_ = p.sendCommand(early.CommandKill, 0) // a keeper that does not hear has ended
	})
	go p.watch()
}

// copy reads one stream to its end. When nobody wants to read it any more, the
// command is told so by a closed pipe, as in a pipeline.
func (p *process) copy(to *capture.Writer, from *os.File) {
	p.copies.Go(func() {
		buffer := make([]byte, 32<<10)
		for {
			n, err := from.Read(buffer)
			if n > 0 {
				to.Write(buffer[:n]) //nolint:errcheck // Err says it
				if to.Err() != nil {
					from.Close()
					return
				}
			}
			if err != nil {
				return
			}
		}
	})
}

// feed copies the input. It may outlive the run: nothing interrupts a read of a
// file that somebody else gave.
func (p *process) feed() {
	to := p.stdin
	if p.terminal != nil {
		to = p.terminal
	}
	buffer := make([]byte, 32<<10)
	for {
		n, err := p.spec.Stdin.Read(buffer)
		if p.handed.Load() {
			return
		}
		if n > 0 {
			if _, err := to.Write(buffer[:n]); err != nil {
				return
			}
		}
		if err == nil {
			continue
		}
		if p.terminal != nil {
			to.Write([]byte{4}) //nolint:errcheck // end of input, as typed at a terminal
			return
		}
		p.endInput()
		return
	}
}

// endInput closes the command's input: there is none to be handed over any more.
func (p *process) endInput() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.stdin == nil || p.handed.Load() {
		return
	}
	p.stdin.Close()
	p.stdin = nil
}

// watch waits for the keeper's last word and puts the result together.
func (p *process) watch() {
	defer close(p.done)
	line, err := p.lines.ReadString('\n')
	if p.handed.Load() {
		p.state.Pending = line
		p.copies.Wait()
		p.fault = runner.ErrHandedOver
		return
	}
	p.timer.Stop()
	p.stop()
	p.mu.Lock()
	if p.kill != nil {
		p.kill.Stop()
	}
	p.mu.Unlock()
	p.drain()
	p.result = runner.Result{Ended: runner.Lost, Code: lostCode}
	if err == nil {
		p.fault = p.conclude(line)
	}
	p.out.End()
	p.err.End()
	p.result.CutStdout, p.result.CutStderr = p.out.Cut(), p.err.Cut()
	p.result.Closed = p.state.Closed
	p.result.Started, p.result.Finished = p.started.time(), time.Now()
	if p.state.Temp != "" {
		if err := os.RemoveAll(p.state.Temp); err != nil && p.fault == nil {
			p.fault = fmt.Errorf("remove the folder of run %q: %w", p.spec.ID, err)
		}
	}
	if p.keeper != nil {
		p.keeper.Wait() //nolint:errcheck // its last word says it all
	}
	p.closeAll()
	groups{dirs: p.state.Groups}.remove()
}

// lostCode is the exit code of a run whose keeper is gone.
const lostCode = 125

// late is how long output is waited for when the keeper has ended: whatever holds
// the other end is none of the run's.
const late = time.Second

// drain waits until the output is read.
func (p *process) drain() {
	over := make(chan struct{})
	go func() {
		p.copies.Wait()
		close(over)
	}()
	select {
	case <-over:
	case <-time.After(late):
		p.interrupt()
		<-over
		// On a busy machine nobody may have come to read.
		if p.terminal != nil {
			rest(p.out, p.terminal)
		} else {
			rest(p.out, p.stdout)
			rest(p.err, p.stderr)
		}
	}
}

// mostLeft is the most that a pipe holds, in bytes.
const mostLeft = 1 << 20

// rest reads what is there, without waiting for more.
func rest(to *capture.Writer, from *os.File) {
	raw, err := from.SyscallConn()
	if err != nil || from.SetReadDeadline(time.Time{}) != nil {
		return
	}
	buffer := make([]byte, 32<<10)
	for total := 0; total < mostLeft; {
		n := 0
		err := raw.Read(func(fd uintptr) bool {
			n, _ = syscall.Read(int(fd), buffer)
			return true
		})
		if err != nil || n <= 0 {
			return
		}
		to.Write(buffer[:n]) //nolint:errcheck // Err says it
		total += n
	}
}

// interrupt ends all reads of the run's descriptors.
func (p *process) interrupt() {
	for _, file := range []*os.File{p.terminal, p.stdout, p.stderr, p.status} {
		if file != nil {
			file.SetReadDeadline(time.Unix(1, 0)) //nolint:errcheck // it may be closed
		}
	}
}

// conclude reads "exit STATUS UTIME STIME MAXRSS OOM".
func (p *process) conclude(line string) error {
	var status uint32
	var user, system, memory, oom int64
	if _, err := fmt.Sscanf(line, "exit %d %d %d %d %d", &status, &user, &system, &memory, &oom); err != nil {
		return fmt.Errorf("read the end of run %q: %w", p.spec.ID, err)
	}
	p.result.Usage.CPU = time.Duration(user+system) * time.Microsecond
	p.result.Usage.MaxMemory = memory << 10
	p.result.OutOfMemory = oom == 1
	p.mu.Lock()
	defer p.mu.Unlock()
	ws := syscall.WaitStatus(status)
	if ws.Signaled() {
		p.result.Code, p.result.Signal, p.result.Ended = 128+int(ws.Signal()), signalName(ws.Signal()), runner.Signalled
	} else {
		p.result.Code, p.result.Ended = ws.ExitStatus(), runner.Exited
	}
	switch p.why {
	case runner.TimedOut:
		p.result.Ended, p.result.Code = runner.TimedOut, 124
	case runner.Killed:
		p.result.Ended = runner.Killed
	}
	return nil
}

// Wait waits for the end of the run.
func (p *process) Wait() (runner.Result, error) {
	<-p.done
	return p.result, p.fault
}

// because notes why the run ends; the first reason stays.
func (p *process) because(why runner.Ended) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.why = cmp.Or(p.why, why)
}

// end asks the run to end, and has it killed when the grace is over.
func (p *process) end(why runner.Ended) {
	p.because(why)
	_ = p.sendCommand(early.CommandSignal, byte(syscall.SIGTERM)) // as above
	// A stopped process does not hear.
	_ = p.sendCommand(early.CommandSignal, byte(syscall.SIGCONT))
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.kill == nil {
		p.kill = time.AfterFunc(p.spec.Boundary.Limits.Grace(), func() { _ = p.sendCommand(early.CommandKill, 0) })
	}
}

// Stop asks the run to end, and kills it when the grace is over.
func (p *process) Stop() error {
	p.end(runner.Killed)
	return nil
}

// Signal goes to all processes of the run.
func (p *process) Signal(sig os.Signal) error {
	s, ok := sig.(syscall.Signal)
	if !ok || s < 0 || s > 64 {
		return fmt.Errorf("send %v to run %q: it is not a signal", sig, p.spec.ID)
	}
	if err := p.sendCommand(early.CommandSignal, byte(s)); err != nil {
		return fmt.Errorf("send %v to run %q: %w", sig, p.spec.ID, err)
	}
	return nil
}

func (p *process) sendCommand(command, argument byte) error {
	if p.handed.Load() {
		return runner.ErrHandedOver
	}
	_, err := p.control.Write([]byte{command, argument})
	if errors.Is(err, os.ErrClosed) || errors.Is(err, syscall.EPIPE) {
		return os.ErrProcessDone
	}
	return err
}

// Resize changes the terminal.
func (p *process) Resize(t runner.Terminal) error {
	if p.terminal == nil {
		return fmt.Errorf("change the terminal of run %q: it has none", p.spec.ID)
	}
	if err := resize(p.terminal, t); err != nil {
		return fmt.Errorf("change the terminal of run %q: %w", p.spec.ID, err)
	}
	return nil
}

func (p *process) closeAll() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, file := range []*os.File{p.control, p.status, p.terminal, p.stdin, p.stdout, p.stderr} {
		if file != nil {
			file.Close()
		}
	}
}
