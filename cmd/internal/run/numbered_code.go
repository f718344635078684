package run

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"time"

	"github.com/skillctl/skillctl/cmd/internal/run/launch"
	"github.com/skillctl/skillctl/runner/session"
)

// limits are after how long control comes back from what is started, or with more
// from waiting for more of it.
func (n *Numbered) limits(more bool) session.Timeouts {
	given := n.Merged.AgentZero
	release := session.Newer
	if given.Release == string(session.V16) {
		release = session.V16
	}
	out, said := session.CodeTimeouts(release), given.Timeouts.Code
	if more {
		out, said = session.OutputTimeouts(release), given.Timeouts.Output
	}
	for text, into := range map[*string]*time.Duration{&said.First: &out.First, &said.Between: &out.Between, &said.Max: &out.Max, &said.Dialog: &out.Dialog} {
		if d, err := time.ParseDuration(*text); err == nil {
			*into = d
		}
	}
	return out
}

// output waits for more of what runs in the session.
func (n *Numbered) output(ctx context.Context) error {
	heard := session.Heard{Reply: session.Reply{Message: session.IsDone(n.seat.Number)}}
	id := launch.NewID(n.Factory.Now())
	if n.seated.Run != "" {
		var err error
		id = n.seated.Run
		limits := n.limits(true)
		if heard, err = n.store.Ask(ctx, id, session.Call{Op: "output", Number: n.seat.Number, Limits: limits}, answerWithin(limits)); err != nil {
			return n.unheard(err, limits)
		}
	}
	return n.tell(id, n.judge, heard)
}

// graceOfServer is how much longer than the client may take its server waits.
const graceOfServer = 15 * time.Second

func answerWithin(limits session.Timeouts) time.Duration { return limits.Max + graceOfServer }

// unheard is what is said when a session does not answer. Nothing is run elsewhere
// instead.
func (n *Numbered) unheard(err error, limits session.Timeouts) error {
	var lost *session.LostError
	switch {
	case errors.As(err, &lost):
		return fmt.Errorf("%s: %w; `--runtime reset --session %d` opens the session anew", session.Disconnected(), err, n.seat.Number)
	case errors.Is(err, context.DeadlineExceeded):
		return errors.New(session.NoAnswer(n.named(), n.seat.Number, answerWithin(limits).Seconds()))
	}
	return err
}

// code judges the code and gives it to the session.
func (n *Numbered) code(ctx context.Context) error {
	if n.First {
		n.seated.Run = "" // judged as for a shell that was just opened
	} else if err := n.look(ctx, n.limits(false)); err != nil {
		return err
	}
	request, text, err := n.Make(n.named())
	if err != nil {
		return err
	}
	extra := map[string]any{"runtime": n.named(), "session": n.Session}
	maps.Copy(extra, request.Exec.Extra)
	request.Exec.Extra, request.Exec.Cwd = extra, n.judged()
	keep := n.withPast(&request)
	j, err := n.newJob(request, n.Merged)
	if err != nil {
		return err
	}
	j.decider = n.Decider
	if err := j.takePlace(ctx); err != nil {
		return err
	}
	defer j.givePlace() // unless it ran
	if err := j.decide(ctx, n.Decider); err != nil {
		return err
	}
	if refused(j.answer.Decision) {
		return j.refuse(ctx)
	}
	if err := j.prepare(ctx); err != nil {
		return j.unable(ctx, err)
	}
	j.warn()
	if err := j.confirm(ctx); err != nil {
		return j.unable(ctx, err)
	}
	if n.First {
		// What may not run resets nothing.
		if err := n.clean(ctx); err != nil {
			return err
		}
	}
	if err := n.seatFor(ctx, j); err != nil {
		return j.unable(ctx, err)
	}
	return n.give(ctx, j, text, keep)
}

// give records code that was judged, gives it to the shell and says what came of it.
func (n *Numbered) give(ctx context.Context, j *Job, text, keep string) error {
	limits := n.limits(false)
	record := j.record()
	record.Code, record.Request.Session = j.recordedCode(), n.seated.Run
	if keep != "" {
		record.Request.Command = &keep
	}
	begin, err := json.Marshal(record)
	if err != nil {
		return fmt.Errorf("record the code: %w", err)
	}
	heard, err := n.store.Ask(ctx, n.seated.Run, session.Call{
		Op: "run", Number: n.seat.Number, Text: text, Cwd: n.state.Cwd, Begin: begin, Limits: limits,
		Keep: keep, Seen: len(n.state.Past),
	}, answerWithin(limits))
	switch {
	case err != nil:
		return n.unheard(err, limits)
	case heard.Moved:
		return fmt.Errorf("another call ran in session %d since the code was judged; call again", n.seat.Number)
	}
	if heard.Running || heard.Code == 0 {
		j.places = nil // what failed does not count
	}
	return n.tell(j.id, j.answer.Decision, heard)
}
