package docker

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"sync"
	"time"

	"github.com/skillctl/skillctl/runner"
)

// unit is what an engine runs a command in: a container of its own ([cold]), or a
// warm one.
type unit interface {
	// end waits for the command's end and returns its exit code.
	end(ctx context.Context, out *stream) (int, error)
	signal(ctx context.Context, name string) error
	kill(ctx context.Context) error
	resize(ctx context.Context, size runner.Terminal) error
	// settle looks at what has ended and removes it. It reports whether memory ran
	// out; killed: SIGKILL ended the command, and nobody here sent it.
	settle(ctx context.Context, killed bool) (bool, error)
	// lost lets go of what can be neither asked nor removed.
	lost()
	// container is what it runs in, and whether others have run there before.
	container() (id string, kept bool)
	// handover lets go of what another process goes on with.
	handover() (state, []*os.File, error)
}

// process is a command in a container.
type process struct {
	engine   *engine
	unit     unit
	out      *stream
	limits   runner.Limits
	terminal bool
	started  time.Time
	deadline time.Time
	// after is done when the run has ended, before Wait returns.
	after func()

	// rootWritable: what it writes to its root is counted.
	rootWritable bool
	// gauge looks what the run uses.
	gauge *gauge

	stop  chan struct{}
	yield chan struct{}
	once  sync.Once
	let   sync.Once

	done   chan struct{}
	result runner.Result
	err    error
}

var _ runner.Process = (*process)(nil)

// watch begins to see to the run's end.
func (p *process) watch(ctx context.Context) *process {
	p.stop, p.yield, p.done = make(chan struct{}), make(chan struct{}), make(chan struct{})
	id, kept := p.unit.container()
	p.gauge = p.engine.gauge(ctx, id, kept)
	go func() {
		defer close(p.done)
		p.err = p.follow(ctx)
		p.result.Usage = p.gauge.end()
		p.after()
	}()
	return p
}

// exit is how a unit ended.
type exit struct {
	code int
	err  error
}

// follow waits for the end, and brings it about when it is time.
func (p *process) follow(ctx context.Context) error {
	waiting, cancel := context.WithCancel(context.WithoutCancel(ctx))
	defer cancel()
	ended := make(chan exit, 1)
	go func() {
		code, err := p.unit.end(waiting, p.out)
		ended <- exit{code, err}
	}()
	var why runner.Ended
	timer := time.NewTimer(time.Until(p.deadline))
	defer timer.Stop()
	over, stop := ctx.Done(), p.stop
	full := make(chan int64, 1)
	if id, _ := p.unit.container(); p.rootWritable && p.limits.Written > 0 {
		go p.engine.watchRoot(waiting, id, p.limits.Written, full)
	}
	kills := 0
	kill := func(reason runner.Ended) {
		over, stop = nil, nil
		why = cmp.Or(why, reason)
		kills++
		p.try(p.unit.kill)
		timer.Reset(p.engine.patience)
	}
	for {
		select {
		case <-p.yield:
			return runner.ErrHandedOver
		case e := <-ended:
			return p.finish(ctx, e, why)
		case p.result.Root = <-full:
			kill(runner.Killed)
		case <-over:
			kill(runner.Killed)
		case <-stop:
			stop = nil
			why = cmp.Or(why, runner.Killed)
			p.try(func(ctx context.Context) error { return p.unit.signal(ctx, "SIGTERM") })
			timer.Reset(p.limits.Grace())
		case <-timer.C:
			switch {
			case kills > 0: // the engine does not do it
				return p.lose(fmt.Errorf("the engine at %s does not end the run", redacted(p.engine.address)))
			case why == "" && p.limits.GraceMS > 0:
				why, stop = runner.TimedOut, nil
				p.try(func(ctx context.Context) error { return p.unit.signal(ctx, "SIGTERM") })
				timer.Reset(p.limits.Grace())
			default:
				kill(runner.TimedOut)
			}
		}
	}
}

// try calls the engine without waiting for it. That it fails is seen by the end
// that does not come.
func (p *process) try(call func(context.Context) error) {
	go func() {
		ctx, cancel := p.engine.call(context.Background())
		defer cancel()
		_ = call(ctx)
	}()
}

// finish is what is done when the command has ended.
func (p *process) finish(ctx context.Context, e exit, why runner.Ended) error {
	finished := time.Now()
	if e.err != nil {
		return p.lose(e.err)
	}
	p.out.drain(ctx.Done(), drainSteps)
	p.endOutput()
	call, cancel := p.engine.call(ctx)
	defer cancel()
	memory, err := p.unit.settle(call, why == "" && e.code == codeKilled)
	p.result.Code, p.result.Signal, p.result.Ended = e.code, codeSignal(e.code), runner.Exited
	p.result.Started, p.result.Finished, p.result.OutOfMemory = p.started, finished, memory
	if p.result.Signal != "" {
		p.result.Ended = runner.Signalled
	}
	if why != "" {
		p.result.Ended = why
	}
	if why == runner.TimedOut {
		p.result.Code = codeTimeout
	}
	if err != nil {
		return fmt.Errorf("clean up after the run: %w", err)
	}
	return nil
}

// endOutput marks what was cut. Where whoever runs the command takes nothing any
// more, there is nothing to mark.
func (p *process) endOutput() {
	if !p.out.finished() {
		return
	}
	p.out.split.end()
	p.result.CutStdout, p.result.CutStderr = p.out.split.stdout.Cut(), p.out.split.stderr.Cut()
}

// Exit codes as of DESIGN.md.
const (
	codeTimeout = 124
	codeFailed  = 125
)

// lose reports a run whose end is not known. Its container is left to a sweep.
func (p *process) lose(err error) error {
	p.endOutput()
	p.unit.lost()
	p.result.Code, p.result.Ended = codeFailed, runner.Lost
	p.result.Started, p.result.Finished = p.started, time.Now()
	return fmt.Errorf("the run was lost: %w", err)
}

// Wait waits for the end; see [runner.Process]. A lost run is an error and a
// result.
func (p *process) Wait() (runner.Result, error) {
	<-p.done
	return p.result, p.err
}

// Signal goes to the process group of the command.
func (p *process) Signal(sig os.Signal) error {
	name, err := linuxSignal(sig)
	if err != nil {
		return err
	}
	ctx, cancel := p.engine.call(context.Background())
	defer cancel()
	if err := p.unit.signal(ctx, name); err != nil {
		return fmt.Errorf("send %s to the run: %w", name, err)
	}
	return nil
}

// Stop asks the run to end; see [runner.Process].
func (p *process) Stop() error {
	p.once.Do(func() { close(p.stop) })
	return nil
}

// Resize changes the terminal.
func (p *process) Resize(size runner.Terminal) error {
	if !p.terminal {
		return errors.New("the run has no terminal")
	}
	ctx, cancel := p.engine.call(context.Background())
	defer cancel()
	if err := p.unit.resize(ctx, size); err != nil {
		return fmt.Errorf("resize the terminal of the run: %w", err)
	}
	return nil
}
