package notebook

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/skillctl/skillctl/runner"
	"github.com/skillctl/skillctl/runner/kernel"
)

// serve runs what whoever has the turn wants to run. A kernel that is to be started
// is, before they look at what there is before their code runs.
func (b *Book) serve(ctx context.Context, l *line) {
	k, notes, err := b.ready(ctx)
	if err != nil {
		_ = l.write(told{Error: err.Error()})
		return
	}
	if l.write(told{About: b.about(true)}) != nil {
		return
	}
	defer context.AfterFunc(ctx, func() { _ = l.SetReadDeadline(time.Now()) })()
	var what asked
	if l.read(&what) != nil || ctx.Err() != nil {
		return
	}
	if what.Op != "run" || what.Order == nil {
		_ = l.write(told{Error: fmt.Sprintf("%q is nothing that can be asked in a turn", what.Op)})
		return
	}
	b.run(ctx, l, k, *what.Order, notes)
}

// run runs code and says how it ended.
func (b *Book) run(ctx context.Context, l *line, k *kernel.Kernel, order Order, notes []string) {
	running, cancel := context.WithCancel(ctx)
	defer cancel()
	go b.obey(l, cancel)
	e := &kernel.Execution{
		Code: order.Code, Timeout: time.Duration(order.TimeoutMS) * time.Millisecond,
		Grace: time.Duration(order.GraceMS) * time.Millisecond, Output: order.Output,
		Stdout: parts(func(p []byte) error { return l.write(told{Stdout: p}) }),
		Stderr: parts(func(p []byte) error { return l.write(told{Stderr: p}) }),
	}
	o, err := k.Run(running, e)
	if errors.Is(err, kernel.ErrDead) { // since it was looked at; nothing ran
		if k, notes, err = b.ready(ctx); err == nil {
			o, err = k.Run(running, e)
		}
	}
	if err != nil {
		_ = l.write(told{Error: err.Error()})
		return
	}
	if o.Dead != "" {
		b.attend(k) // what is said of the session is so by now
	}
	done := b.finish(k, order, o, notes)
	if !b.meta.Persist {
		_ = b.close() // the next execution begins with another, and says what is wrong
	}
	_ = l.write(told{Done: &done}) // whoever is gone misses nothing
}

// parts is a function as a stream.
type parts func(p []byte) error

func (w parts) Write(p []byte) (int, error) {
	if err := w(p); err != nil {
		return 0, err
	}
	return len(p), nil
}

var _ io.Writer = parts(nil)

// ready is a kernel that can run code, and what is to be said about it.
func (b *Book) ready(ctx context.Context) (*kernel.Kernel, []string, error) {
	b.mu.Lock()
	k, first := b.kernel, b.executions == 0
	kept := b.kept
	b.mu.Unlock()
	if kept > maxHistory {
		return nil, nil, fmt.Errorf("what it has run is longer than %d bytes, and could not be judged together any more; reset it", maxHistory)
	}
	var notes []string
	if k != nil {
		select {
		case <-k.Gone():
			notes = append(notes, "the kernel had ended since the last execution; this one began with a clean state")
		default:
			if n := k.Stray(); n > 0 && !first {
				notes = append(notes, fmt.Sprintf("%d bytes that were written since the last execution are left out", n))
			}
			return k, notes, nil
		}
	}
	if err := b.renew(ctx); err != nil {
		return nil, nil, fmt.Errorf("its kernel cannot be started: %w", err)
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.kernel, notes, nil
}

// obey does what whoever has the turn says while code runs. That they are gone
// interrupts it, as they can.
func (b *Book) obey(l *line, interrupt func()) {
	for {
		var what asked
		if l.read(&what) != nil {
			interrupt()
			return
		}
		switch what.Op {
		case "interrupt":
			interrupt()
		case "kill":
			b.mu.Lock()
			k := b.kernel
			b.mu.Unlock()
			if k != nil {
				k.End("it was ended")
			}
		}
	}
}

// codeTimeout is the exit code of what took too long.
const codeTimeout = 124

// finish counts an execution, and says how it ended.
func (b *Book) finish(k *kernel.Kernel, order Order, o kernel.Outcome, notes []string) Done {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.executions++
	done := Done{Result: o.Result, Value: o.Value, Number: b.executions, Notes: notes}
	if b.keeps && b.meta.Persist {
		b.history = append(b.history, Ran{Text: string(order.Code), Partly: o.Code != 0 || o.Ended != runner.Exited})
		b.kept += len(order.Code) + 1
	}
	if o.Dead != "" {
		b.history, b.kept = nil, 0
		done.Lost = true
		if b.kernel == k {
			b.kernel = nil
		}
	}
	switch {
	case b.end.Why == Expired && o.Ended != runner.Exited:
		done.Result.Code, done.Result.Ended = codeTimeout, runner.Killed
		done.Notes = append(done.Notes, fmt.Sprintf("the session expired after %s", b.meta.Expires.Sub(b.meta.Created).Round(time.Second)))
	case o.Dead != "":
		text := "the interpreter was ended: " + o.Dead
		if o.Dead == kernel.Stubborn && (b.meta.Language == "javascript" || b.meta.Language == "typescript") {
			text += ", as JavaScript cannot that never waits for anything"
		}
		if o.Ended == runner.Exited {
			text = "the interpreter has ended: " + o.Dead
		}
		if b.end.Why == "" && b.meta.Persist {
			text += "; what was in it is lost, and the next execution begins with a clean state"
		}
		if b.end.Why == Failed {
			text += "; the session has ended"
		}
		done.Notes = append(done.Notes, text)
	}
	return done
}
