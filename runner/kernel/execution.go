package kernel

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/skillctl/skillctl/runner"
	"github.com/skillctl/skillctl/runner/early"
	"github.com/skillctl/skillctl/runner/internal/capture"
)

// MaxCode is the largest code that a kernel is given, in bytes.
const MaxCode = 1 << 20

// Execution is one piece of code.
type Execution struct {
	Code []byte
	// Timeout ends it; Grace later the kernel is ended, when it has not given in.
	Timeout, Grace time.Duration
	// Stdout and Stderr get what it writes, Output bytes of each.
	Stdout, Stderr io.Writer
	Output         int64

	id       string
	out, err *capture.Writer
}

// Outcome is how an execution ended.
type Outcome struct {
	runner.Result
	// Value is what the last expression gave; nil for none.
	Value *string
	// Dead says why the kernel is gone, "" when it is there.
	Dead string
}

// Stubborn is why a kernel was ended whose code went on when it was interrupted.
const Stubborn = "it did not give in when it was interrupted"

// ErrDead says that the kernel is gone.
var ErrDead = errors.New("the interpreter has ended")

// Run runs code and waits for its end. One execution runs at a time. The end of ctx
// interrupts it, as its time does.
func (k *Kernel) Run(ctx context.Context, e *Execution) (Outcome, error) {
	if len(e.Code) > MaxCode {
		return Outcome{}, fmt.Errorf("the code is larger than %d bytes", MaxCode)
	}
	select {
	case <-k.gone:
		return Outcome{}, ErrDead
	default:
	}
	var id [16]byte
	if _, err := rand.Read(id[:]); err != nil {
		return Outcome{}, fmt.Errorf("name the execution: %w", err)
	}
	e.id = hex.EncodeToString(id[:])
	e.out, e.err = capture.New(e.Stdout, "stdout", e.Output), capture.New(e.Stderr, "stderr", e.Output)
	k.mu.Lock()
	k.current = e
	k.mu.Unlock()
	began := time.Now()
	// A kernel that does not read must not hold up what ends it.
	go k.in.Write(encode(early.TenderCode, append(fmt.Appendf(nil, "%s %d\n", e.id, len(e.Code)), e.Code...))) //nolint:errcheck // one that is gone does not answer
	o := k.follow(ctx, e)
	o.Started, o.Finished = began, time.Now()
	k.mu.Lock()
	k.current = nil // what comes from now on is left out
	k.mu.Unlock()
	e.out.End()
	e.err.End()
	o.CutStdout, o.CutStderr = e.out.Cut(), e.err.Cut()
	return o, nil
}

// follow waits for the end of an execution, and brings it about when it is time.
func (k *Kernel) follow(ctx context.Context, e *Execution) Outcome {
	timer := time.NewTimer(e.Timeout)
	defer timer.Stop()
	over, cracks := ctx.Done(), k.cracks
	why := runner.Ended("")
	interrupt := func(reason runner.Ended) {
		over = nil
		why = reason
		go k.in.Write(encode(early.TenderInterrupt, nil)) //nolint:errcheck // one that is gone has ended
		timer.Reset(e.Grace)
	}
	refused := ""
	for {
		select {
		case r := <-k.answers:
			if r.id == e.id {
				return answered(r, why)
			}
			k.crack(errForeign) // the one before was answered twice
		case <-k.gone:
			return k.died(why, refused)
		case <-over:
			interrupt(runner.Killed)
		case <-cracks:
			cracks = nil
			refused = k.broken.Error()
			if errors.Is(k.broken, errClosed) {
				timer.Reset(endWithin) // it may just be ending
				continue
			}
			k.kill()
		case <-timer.C:
			if why == "" && refused == "" {
				interrupt(runner.TimedOut)
				continue
			}
			if refused == "" {
				refused = Stubborn
			}
			k.kill()
		}
	}
}

// answered is how an execution ended that the kernel has answered.
func answered(r reply, why runner.Ended) Outcome {
	o := Outcome{Result: runner.Result{Code: r.code, Ended: runner.Exited}}
	switch why {
	case runner.TimedOut:
		o.Code, o.Ended = codeTimeout, why
	case runner.Killed:
		o.Code, o.Ended = codeInterrupted, why
	default:
		if r.valued {
			o.Value = &r.value
		}
	}
	return o
}

// The exit codes of what did not end by itself.
const (
	codeTimeout     = 124
	codeFailed      = 125
	codeInterrupted = 130
)

// died is how an execution ended that took the kernel with it.
func (k *Kernel) died(why runner.Ended, refused string) Outcome {
	o := Outcome{Result: k.result, Dead: refused}
	k.mu.Lock()
	code := k.code
	k.mu.Unlock()
	switch {
	case why == runner.TimedOut:
		o.Code, o.Ended = codeTimeout, why
	case why == runner.Killed:
		o.Code, o.Ended = codeInterrupted, why
	case refused != "" && code < 0:
		o.Code, o.Ended = codeFailed, runner.Killed
	case code >= 0:
		o.Code, o.Ended = code, runner.Exited
		o.Dead = ""
	}
	if o.Dead == "" {
		o.Dead = k.ending()
	}
	return o
}
