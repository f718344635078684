package run

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/skillctl/skillctl/cmd/internal/cli/kit"
	"github.com/skillctl/skillctl/cmd/internal/run/stream"
	"github.com/skillctl/skillctl/engine/audit"
	"github.com/skillctl/skillctl/engine/report/format"
	"github.com/skillctl/skillctl/runner"
	"github.com/skillctl/skillctl/runner/egress"
	"github.com/skillctl/skillctl/runner/session"
)

// yieldAfter is after how long a run goes on in the background, 0 for at once;
// ok is false when it never does, as when nobody says after how long: who waits for a
// command wants its end. A person who types at its terminal is not sent away unless
// they say so.
func (j *Job) yieldAfter() (after time.Duration, ok bool) {
	switch {
	case j.stays:
		return 0, false
	case j.Background:
		return 0, true
	case j.YieldSet:
		return j.Yield, j.Yield > 0
	case j.PTY && j.Factory.IO.InTTY:
		return 0, false
	}
	after, err := time.ParseDuration(j.Merged.Run.Yield)
	return after, err == nil && after > 0
}

// yieldEvery is how often a run is looked at that could not go on in the
// background when it was time.
const yieldEvery = 100 * time.Millisecond

// follow waits for the end of a run. When the run goes on in the background, the
// error is [runner.ErrHandedOver].
func (j *Job) follow(ctx context.Context, process runner.Process, signals *signalTarget, kept *keptOutput) (runner.Result, error) {
	after, may := j.yieldAfter()
	if !may {
		return process.Wait()
	}
	timer := time.NewTimer(after)
	defer timer.Stop()
	var failed error
	for ended := wait(process); ; {
		select {
		case end := <-ended:
			if errors.Is(end.err, runner.ErrHandedOver) {
				end.err = failed
			}
			return end.result, end.err
		case <-timer.C:
		}
		if !j.egress.rest() {
			timer.Reset(yieldEvery)
			continue
		}
		if !j.input.StopIfIdle() {
			j.egress.wake()
			timer.Reset(yieldEvery)
			continue
		}
		handover, err := process.Handover()
		if err != nil {
			j.egress.wake()
			failed = err // it has ended just now, or was lost: Wait says which
			continue
		}
		err = j.handOver(ctx, handover, kept)
		if err == nil {
			return runner.Result{}, runner.ErrHandedOver
		}
		if process, err = j.takeBack(ctx, handover, err); err != nil {
			return runner.Result{}, err
		}
		signals.set(process)
		ended = wait(process)
	}
}

type waitResult struct {
	result runner.Result
	err    error
}

func wait(process runner.Process) <-chan waitResult {
	ended := make(chan waitResult, 1)
	go func() {
		result, err := process.Wait()
		ended <- waitResult{result, err}
	}()
	return ended
}

// handoverState is what a supervisor has to know of a run besides the handover.
type handoverState struct {
	supervisedState // the variables of Spec are with whoever started it

	// Places is the folder that counts the runs of an hour, "" where nothing does.
	Places string `json:"places,omitempty"`
	// Logged: the output is recorded. Stdout and Stderr are what is kept of it.
	Logged bool             `json:"logged"`
	Stdout stream.TailState `json:"stdout"`
	Stderr stream.TailState `json:"stderr"`
	// Reached, Sent and Received are what went through the proxy so far.
	Reached  []egress.Connection `json:"reached"`
	Sent     int64               `json:"sent"`
	Received int64               `json:"received"`
	// Still is the event that it takes long, due at StillAt; nil for none.
	Still   *session.Event `json:"still,omitempty"`
	StillAt time.Time      `json:"stillAt"`
	// Numbered is set for the shell of a session by number.
	Numbered *numberedState `json:"numbered,omitempty"`
}

// handOver leaves a run to a supervisor. With an error the handover is still this
// process's.
func (j *Job) handOver(ctx context.Context, handover runner.Handover, kept *keptOutput) error {
	store, err := j.Factory.Runs()
	if err != nil {
		return err
	}
	spec := j.Spec
	spec.Env = nil
	stopped := false
	err = j.leave(ctx, leaving{store: store, command: SuperviseCommand, spec: spec, handover: handover, create: func() error {
		if err := store.Create(j.meta()); err != nil {
			return err
		}
		if err := store.Seed(j.id, kept.before[0].Bytes(), kept.before[1].Bytes()); err != nil {
			return errors.Join(err, store.Discard(j.id))
		}
		return nil
	}, describe: func(state supervisedState) any {
		kept.flush()
		load := handoverState{
			supervisedState: state, Logged: kept.logged, Stdout: kept.stdout.State(), Stderr: kept.stderr.State(),
			Reached: j.egress.reached.list(), Sent: j.egress.sent, Received: j.egress.received, Numbered: j.numbered,
		}
		if stopped = j.notice.stop(); stopped {
			load.Still, load.StillAt = &j.notice.event, j.notice.at
		}
		if j.places != nil {
			load.Places = j.places.Path()
		}
		return load
	}})
	if err != nil && stopped {
		j.notice.start()
	}
	return err
}

// meta is what is known of a run that goes on in the background.
func (j *Job) meta() session.Meta {
	meta := j.known()
	if j.numbered != nil {
		return meta // what is sent to it is judged first, and never comes through the run
	}
	meta.Stdin, meta.Terminal, meta.Notify = !j.input.Ended(), j.PTY, j.notify
	return meta
}

// known is what is known of any run.
func (j *Job) known() session.Meta {
	request := audit.Request{Argv: j.request.Exec.Argv}
	if request.Argv == nil {
		request.Command = &j.request.Exec.Command
	}
	command := j.mask.Hide(request.Line())
	if j.numbered != nil {
		command = fmt.Sprintf("session %d", j.numbered.Number)
	}
	return session.Meta{
		ID: j.id, Created: j.Factory.Now().UTC(), Command: command, Cwd: j.request.Exec.Cwd, Agent: j.Agent, Skill: j.Skill,
		Host: j.Boundary.Host, Sandbox: j.Boundary.Sandbox,
	}
}

// takeBack goes on with a run that nobody else could be given, unless it was
// meant to be in the background from the start.
func (j *Job) takeBack(ctx context.Context, handover runner.Handover, why error) (runner.Process, error) {
	j.Spec.Stdin = nil
	if !j.input.Ended() && !j.Background {
		j.input = stream.NewInput(j.Factory.IO.In, j.Factory.IO.InTTY)
		j.Spec.Stdin = j.input
	}
	process, err := j.Backend.Adopt(context.WithoutCancel(ctx), handover, j.Spec)
	j.egress.wake()
	if err == nil && j.egress.socket != nil {
		j.egress.proxy, err = egress.Adopt(j.egress.socket, *j.Boundary.Egress, egress.WithReport(j.egress.reached.add), egress.WithAdvice(j.egress.advice), egress.WithUsed(j.egress.sent+j.egress.received))
		j.egress.socket = nil
	}
	if err == nil {
		// The supervisor may have recorded that it has the run.
		_, err = j.log.HandOver(ctx, j.id, audit.Self())
	}
	switch {
	case err != nil && process == nil:
		return nil, errors.Join(why, err)
	case err != nil || j.Background:
		_ = process.Signal(os.Kill)
		_, lost := process.Wait()
		return nil, errors.Join(fmt.Errorf("it could not move to the background, and was stopped: %w", why), err, lost)
	}
	j.stays = true
	j.note("it could not move to the background, and stays in the foreground: " + why.Error())
	return process, nil
}

// keepEnded keeps a run that was to be in the background and ended before it could be,
// as one that ended there: whoever asks for that gets an id, however short the command.
func (j *Job) keepEnded(kept *keptOutput) error {
	store, err := j.Factory.Runs()
	if err != nil {
		return err
	}
	if err := store.Create(j.meta()); err != nil {
		return err
	}
	if err := store.Seed(j.id, kept.before[0].Bytes(), kept.before[1].Bytes()); err != nil {
		return errors.Join(err, store.Discard(j.id))
	}
	if j.ended, err = store.Supervise(j.id); err != nil {
		return errors.Join(err, store.Discard(j.id))
	}
	return nil
}

// note says something of the run, or keeps it for those who ask how it ended.
func (j *Job) note(text string) {
	if j.ended != nil {
		j.ended.Note(text)
		return
	}
	fmt.Fprintln(j.Factory.IO.Err, format.Escape("skillctl: "+text))
}

// yielded says that the run goes on in the background, and how to look at it. Unless
// that is what was asked for, the exit code is no success: nobody knows yet how the
// command ends.
func (j *Job) yielded(kept *keptOutput) error {
	message, err := j.message(kept)
	if err != nil {
		return err
	}
	if j.JSON {
		out := Outcome{ID: j.id, Decision: j.answer.Decision, Background: true, Message: message}
		stdout, stderr := kept.stdout.Text(), kept.stderr.Text()
		out.Stdout, out.Stderr = &stdout, &stderr
		return errors.Join(j.Factory.WriteOutputJSON(out), j.unfinished())
	}
	if message != nil {
		if err := message.Write(j.Factory.IO); err != nil {
			return err
		}
	}
	if j.Background {
		if err := j.Factory.WriteOutput("", []byte(j.id+"\n")); err != nil {
			return err
		}
	} else {
		j.note("it continues in the background as " + j.id)
	}
	fmt.Fprintf(j.Factory.IO.Err, "hint: `skillctl runs logs -f %s` shows its output, `skillctl runs stop %s` stops it\n", j.id, j.id)
	return j.unfinished()
}

// unfinished is how skillctl ends when the command has not.
func (j *Job) unfinished() error {
	if j.Background {
		return nil
	}
	return &kit.ExitError{Code: kit.ExitExecYielded}
}
