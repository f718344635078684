package run

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/skillctl/skillctl/cmd/internal/run/stream"
	"github.com/skillctl/skillctl/runner"
	"github.com/skillctl/skillctl/runner/notebook"
)

// Joined is the session that code runs in.
type Joined struct {
	Meta notebook.Meta
	Turn *notebook.Turn
	// Text is the code itself: what is judged may have what ran before in front of it,
	// in so many lines.
	Text   string
	Before int
	// Handed is [SessionOptions.Handed].
	Handed string

	// Strip makes of a text what is run; nil where that is the text itself. A
	// [*CodeError] is the code's own.
	Strip func(ctx context.Context, text string) (string, error)
	// values: what the last expression gives is written to stdout.
	values bool
	done   notebook.Done
}

// ExecutionOutcome is what a session says of an execution.
type ExecutionOutcome struct {
	Session string   `json:"session"`
	Number  int      `json:"number"`
	Lost    bool     `json:"lost,omitempty"`
	Notes   []string `json:"notes,omitempty"`
}

func (s *Joined) id() string {
	if s == nil {
		return ""
	}
	return s.Meta.ID
}

func (s *Joined) notes() []string {
	if s == nil {
		return nil
	}
	return s.done.Notes
}

// outcome is the value and what is to be known of the session, for --json.
func (s *Joined) outcome(secrets []string) (*string, *ExecutionOutcome) {
	if s == nil {
		return nil, nil
	}
	value := s.done.Value
	if value != nil {
		var out bytes.Buffer
		if r := stream.NewRedactor(secrets, &out); r != nil {
			_, _ = io.WriteString(r, *value) // memory takes it
			_ = r.Flush()
			text := out.String()
			value = &text
		}
	}
	return value, &ExecutionOutcome{Session: s.Meta.ID, Number: s.done.Number, Lost: s.done.Lost, Notes: s.done.Notes}
}

// sayBefore says which lines of a judged text are not those of the code.
func (s *Joined) sayBefore(to io.Writer) error {
	if s.Before == 0 {
		return nil
	}
	_, err := fmt.Fprintf(to, "hint: the code is judged together with what the session ran before, which is line 1 to %d; `skillctl session reset` leaves that out\n", s.Before)
	return err
}

// join holds a session to what has been decided: it goes on only with the policies
// and the boundary that it was opened with.
func (j *Job) join() error {
	s := j.Joined
	var changed []string
	if now := j.answer.Decision.Policy; now != s.Meta.Policy {
		changed = append(changed, fmt.Sprintf("the policies (%s, now %s)", s.Meta.Policy, now))
	}
	before, now := map[string]any{}, map[string]any{}
	text, err := json.Marshal(j.answer.Decision.Boundary)
	if err == nil {
		err = errors.Join(json.Unmarshal(text, &now), json.Unmarshal(s.Meta.Boundary, &before))
	}
	if err != nil {
		return fmt.Errorf("compare the boundary of session %s: %w", s.Meta.ID, err)
	}
	changed = append(changed, differences("", comparable(before), comparable(now))...)
	if len(changed) > 0 {
		return Refused(fmt.Sprintf("session %s was opened with other settings: %s; close it and open another", s.Meta.ID, strings.Join(changed, ", ")))
	}
	s.values = !j.JSON
	if j.Boundary.Output != nil {
		out := *j.Boundary.Output
		out.Handed, j.Boundary.Output = s.Handed, &out
	}
	j.Spec = runner.Spec{ID: j.id, Boundary: j.Boundary}
	j.stays, j.Backend = true, &sessionBackend{joined: s}
	return nil
}

// comparable is a boundary without what each execution may have of its own.
func comparable(boundary map[string]any) map[string]any {
	out := maps.Clone(boundary)
	if limits, ok := out["limits"].(map[string]any); ok {
		limits = maps.Clone(limits)
		delete(limits, "timeoutMs")
		out["limits"] = limits
	}
	delete(out, "output")
	return out
}

// differences name what is not the same, with both values where they are short.
func differences(prefix string, before, now map[string]any) []string {
	var out []string
	keys := maps.Clone(before)
	maps.Copy(keys, now)
	for _, key := range slices.Sorted(maps.Keys(keys)) {
		a, b := before[key], now[key]
		if reflect.DeepEqual(a, b) {
			continue
		}
		left, lok := a.(map[string]any)
		right, rok := b.(map[string]any)
		if lok && rok {
			out = append(out, differences(prefix+key+".", left, right)...)
			continue
		}
		had, hok := a.([]any)
		has, ok := b.([]any)
		if hok && ok {
			out = append(out, prefix+key+" ("+strings.Join(append(without("without ", had, has), without("with ", has, had)...), ", ")+")")
			continue
		}
		out = append(out, fmt.Sprintf("%s%s (%s, now %s)", prefix, key, shortJSON(a), shortJSON(b)))
	}
	return out
}

// without are the items of a list that another one lacks, behind a word for that.
func without(word string, list, other []any) []string {
	left := slices.DeleteFunc(slices.Clone(list), func(item any) bool {
		return slices.ContainsFunc(other, func(o any) bool { return reflect.DeepEqual(item, o) })
	})
	if len(left) == 0 {
		return nil
	}
	return []string{word + shortJSON(left)}
}

func shortJSON(value any) string {
	text, err := json.Marshal(value)
	if err != nil || value == nil {
		return "none"
	}
	const most = 80
	if len(text) > most {
		return string(text[:most]) + "…"
	}
	return string(text)
}

// sessionBackend runs code in a kernel that somebody else has.
type sessionBackend struct{ joined *Joined }

// Name is what errors and records call it.
func (b *sessionBackend) Name() string { return "session" }

// Holds is true: the kernel was started in the boundary that was compared with this one.
func (b *sessionBackend) Holds(runner.Boundary) bool { return true }

// Check has nothing to look at: the kernel runs.
func (b *sessionBackend) Check(context.Context, runner.Boundary) error { return nil }

// Adopt refuses: the kernel stays with its supervisor.
func (b *sessionBackend) Adopt(context.Context, runner.Handover, runner.Spec) (runner.Process, error) {
	return nil, errors.New("code in a session cannot be handed over")
}

// Start hands the code to the supervisor.
func (b *sessionBackend) Start(ctx context.Context, spec runner.Spec) (runner.Process, error) {
	s, limits := b.joined, spec.Boundary.Limits
	p := &sessionProcess{turn: s.Turn, done: make(chan struct{})}
	go func() {
		defer close(p.done)
		text, err := s.text(ctx)
		var wrong *CodeError
		switch {
		case errors.As(err, &wrong):
			_, _ = fmt.Fprintln(spec.Stderr, wrong.Says) // whoever is gone misses nothing
			now := time.Now()
			p.result = runner.Result{Code: 1, Ended: runner.Exited, Started: now, Finished: now}
			return
		case err != nil:
			p.err = err
			return
		}
		order := notebook.Order{Code: []byte(text), TimeoutMS: limits.TimeoutMS, GraceMS: limits.GraceMS, Output: limits.Output}
		s.done, p.err = s.Turn.Run(ctx, order, spec.Stdout, spec.Stderr)
		if p.err == nil && s.values && s.done.Value != nil {
			_, _ = fmt.Fprintln(spec.Stdout, *s.done.Value) // whoever is gone misses nothing
		}
		p.result = s.done.Result
	}()
	return p, nil
}

// CodeError says why code cannot run, as its interpreter would.
type CodeError struct{ Says string }

func (e *CodeError) Error() string { return e.Says }

// text is what is run.
func (s *Joined) text(ctx context.Context) (string, error) {
	if s.Strip == nil {
		return s.Text, nil
	}
	return s.Strip(ctx, s.Text)
}

// sessionProcess is code that runs in a session.
type sessionProcess struct {
	turn   *notebook.Turn
	done   chan struct{}
	result runner.Result
	err    error
}

// Wait waits for the end of the code.
func (p *sessionProcess) Wait() (runner.Result, error) {
	<-p.done
	return p.result, p.err
}

// Signal interrupts the code, or ends its kernel.
func (p *sessionProcess) Signal(sig os.Signal) error {
	if sig == os.Kill {
		return p.turn.Kill()
	}
	return p.turn.Interrupt()
}

// Stop ends the kernel: the code was asked to end before.
func (p *sessionProcess) Stop() error { return p.turn.Kill() }

// Resize does nothing: there is no terminal.
func (p *sessionProcess) Resize(runner.Terminal) error { return nil }

// Handover refuses.
func (p *sessionProcess) Handover() (runner.Handover, error) {
	return runner.Handover{}, errors.New("code in a session cannot be handed over")
}
