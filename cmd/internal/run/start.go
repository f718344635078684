package run

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"strings"

	"github.com/skillctl/skillctl/cmd/internal/cli/kit"
	"github.com/skillctl/skillctl/cmd/internal/run/channel"
	"github.com/skillctl/skillctl/cmd/internal/run/launch"
	"github.com/skillctl/skillctl/engine"
	"github.com/skillctl/skillctl/engine/audit"
	"github.com/skillctl/skillctl/runner"
	"github.com/skillctl/skillctl/runner/docker"
	"github.com/skillctl/skillctl/runner/output"
)

// Outcome is what exec --json writes of a run, or of a refusal.
type Outcome struct {
	ID       string          `json:"id"`
	Decision engine.Decision `json:"decision"`
	Result   *audit.Result   `json:"result,omitempty"`
	Stdout   *string         `json:"stdout,omitempty"`
	Stderr   *string         `json:"stderr,omitempty"`
	Files    *output.Report  `json:"files,omitempty"`
	// Value is what the last expression of code in a session gave.
	Value *string `json:"value,omitempty"`
	// Execution says which of a session of code it was.
	Execution *ExecutionOutcome `json:"execution,omitempty"`
	// Message is what it wrote, for a chat.
	Message *channel.Message `json:"message,omitempty"`
	// Background: it goes on; see skillctl runs.
	Background bool `json:"background,omitempty"`
	// Session is what came of a call of a session by number.
	Session *SessionOutcome `json:"session,omitempty"`
}

// begin records the start of the run, and what is as it is to be again at its end.
func (j *Job) begin(ctx context.Context) error {
	record := j.record()
	record.Kind, record.Code = audit.Start, j.recordedCode()
	if _, err := j.log.Begin(ctx, j.mask, record); err != nil {
		return fmt.Errorf("nothing was run, since it cannot be recorded: %w", err)
	}
	j.begun = true
	var err error
	if j.guard, err = launch.Watch(j.Boundary); err != nil {
		return j.failed(ctx, err)
	}
	if j.before, err = j.lookBefore(ctx); err != nil {
		return j.failed(ctx, err)
	}
	j.noteSockets()
	if j.Joined == nil { // whose supervisor measures
		j.meter = meter(j.Boundary, j.id)
	}
	return nil
}

// run records the start, runs the command, and records the end or leaves that to
// the process that goes on with the run.
func (j *Job) run(ctx context.Context) error {
	if j.Joined != nil {
		j.egress = &egressSession{advice: networkAdvice(j.Merged)} // its supervisor has the proxy
	} else if err := j.openEgress(ctx); err != nil {
		return j.unable(ctx, err)
	}
	defer j.egress.close()
	kept := j.streams()
	restore, err := j.terminal()
	if err != nil {
		return err
	}
	defer restore()
	if err := j.begin(ctx); err != nil {
		return err
	}
	// What runs is ended by signals and by its time: the end of ctx is one of the
	// former, and is passed on.
	told := caught()
	process, err := j.Backend.Start(context.WithoutCancel(ctx), j.Spec)
	if err != nil {
		signal.Stop(told)
		return j.failed(ctx, err)
	}
	if j.Started != "" {
		// Who asked for it takes a run that does not say that it is one for a refusal.
		_ = os.WriteFile(j.Started, nil, 0o600)
	}
	j.notice = j.longRunning()
	j.notice.start()
	defer j.notice.stop()
	signals := &signalTarget{process: process}
	done := j.pass(told, signals)
	grown := watchGrowth(j.meter, signals.get)
	result, err := j.follow(ctx, process, signals, kept)
	kept.flush()
	full := cmp.Or(grown(), rootFull(result, j.Boundary.Limits))
	done()
	restore()
	if errors.Is(err, runner.ErrHandedOver) {
		return j.yielded(kept)
	}
	if j.Background && !j.JSON && err == nil {
		err = j.keepEnded(kept)
	}
	left := putBack(ctx, j.guard, j.before)
	for _, text := range left.notes {
		j.note(text)
	}
	j.egress.close()
	result.Usage.Sent, result.Usage.Received = j.egress.used()
	if err != nil {
		_, failed := j.log.End(ctx, j.mask, j.id, audit.Result{Code: kit.ExitExecFailure, Ended: string(runner.Lost), Error: err.Error()}, kept.recorded())
		return errors.Join(fmt.Errorf("wait for the command: %w", err), failed)
	}
	if full != "" {
		j.note(full)
	}
	return j.finish(ctx, result, left, full, kept)
}

// failed records that a run whose start was recorded did not start.
func (j *Job) failed(ctx context.Context, err error) error {
	j.givePlace()
	err = errors.Join(err, dropHanded(j.Boundary))
	_, failed := j.log.End(ctx, j.mask, j.id, audit.Result{Code: failureCode(err), Ended: "failed", Error: err.Error()}, nil)
	if code := startCode(err); code != 0 {
		err = &kit.ExitError{Code: code, Err: err}
	}
	return errors.Join(err, failed)
}

func failureCode(err error) int {
	if code := startCode(err); code != 0 {
		return code
	}
	return kit.ExitExecFailure
}

// finish takes the files, records the end and gives the exit code.
func (j *Job) finish(ctx context.Context, result runner.Result, left aftermath, full string, kept *keptOutput) error {
	if result.Code != 0 {
		j.givePlace()
	}
	files, takeErr := collectOutput(ctx, j.Boundary)
	if j.Joined == nil { // a session's folder goes with the session
		takeErr = errors.Join(takeErr, dropHanded(j.Boundary))
	}
	recorded := recordedResult(result, j.egress.reached.list(), left.cleaned)
	recorded.Error = full
	if _, err := j.log.End(ctx, j.mask, j.id, recorded, kept.recorded()); err != nil {
		return fmt.Errorf("record the end of the command, which ended with %d: %w", result.Code, err)
	}
	if err := j.answerEnd(ctx, result, &recorded, files, kept); err != nil {
		return err
	}
	if j.ended != nil {
		if takeErr != nil {
			j.note("its files were not taken: " + takeErr.Error())
		}
		err := j.ended.Finish(result, nil)
		if store, failed := j.Factory.Runs(); failed == nil {
			err = errors.Join(err, Settle(ctx, store))
		}
		return errors.Join(err, j.yielded(kept))
	}
	if takeErr != nil {
		return fmt.Errorf("take the files of the run, which ended with %d: %w", result.Code, takeErr)
	}
	switch {
	case result.Code != 0:
		return &kit.ExitError{Code: result.Code}
	case left.unseen:
		return &kit.ExitError{Code: kit.ExitExecFailure}
	}
	return nil
}

// answerEnd writes how the run ended, in the form that was asked for.
func (j *Job) answerEnd(ctx context.Context, result runner.Result, recorded *audit.Result, files *output.Report, kept *keptOutput) error {
	message, err := j.message(kept)
	if err != nil {
		return err
	}
	if j.JSON {
		out := Outcome{ID: j.id, Decision: j.answer.Decision, Result: recorded, Files: files, Message: message}
		stdout, stderr := kept.stdout.Text(), kept.stderr.Text()
		out.Stdout, out.Stderr = &stdout, &stderr
		out.Value, out.Execution = j.Joined.outcome(j.secret)
		return j.Factory.WriteOutputJSON(out)
	}
	if message != nil {
		if err := message.Write(j.Factory.IO); err != nil {
			return err
		}
	}
	for _, text := range j.Joined.notes() {
		j.note(text)
	}
	j.sayEnd(ctx, result, files)
	return nil
}

// restoreNotes puts back what a run changed of what was to stay as it is and could
// not be held, and says so.
func restoreNotes(g launch.Guard) []string {
	changed, err := g.Restore()
	var notes []string
	for _, path := range changed {
		notes = append(notes, path+" was changed by the run and restored: it is protected")
	}
	if err != nil {
		notes = append(notes, "protected files that the run changed could not be restored: "+err.Error())
	}
	return notes
}

// workspaceInside is where a container sees the working directory.
const workspaceInside = "/workspace"

// collectOutput collects the files that leave a run. A container leaves them in the
// working directory, as a run on this machine does.
func collectOutput(ctx context.Context, b runner.Boundary) (*output.Report, error) {
	if b.Output == nil {
		return nil, nil
	}
	workspace, wanted := b.Workspace.Path, *b.Output
	below, inside := strings.CutPrefix(wanted.Source, workspaceInside+"/")
	switch {
	case wanted.Handed != "":
		wanted.Source = wanted.Handed
	case b.Sandbox != docker.Name:
	case inside:
		wanted.Source = filepath.Join(workspace, below)
	default:
		for _, bind := range b.Docker.Binds {
			if bind.Target == wanted.Source {
				wanted.Source = bind.Source
				break
			}
		}
	}
	report, err := output.Collect(context.WithoutCancel(ctx), output.In(workspace, wanted.Source), wanted)
	if report.Taken == nil {
		report.Taken = []output.Taken{}
	}
	if report.Left == nil {
		report.Left = []output.Left{}
	}
	return &report, err
}

// sayEnd says what the exit code does not.
func (j *Job) sayEnd(ctx context.Context, r runner.Result, files *output.Report) {
	for _, text := range endNotes(r, j.Boundary.Limits) {
		j.note(text)
	}
	if text := networkRefusals(r, j.egress.reached.list(), j.egress.advice); text != "" {
		j.note(text)
	}
	if text := j.noNetwork(ctx, r); text != "" {
		j.note(text)
	}
	if files != nil {
		for _, left := range files.Left {
			j.note(fmt.Sprintf("%s was not taken: %s", left.Path, left.Says))
		}
	}
}

// endNotes are what an exit code does not say.
func endNotes(r runner.Result, limits runner.Limits) []string {
	var notes []string
	switch {
	case r.Ended == runner.TimedOut:
		notes = append(notes, fmt.Sprintf("it exceeded the time limit of %s and was stopped", limits.Timeout()))
	case r.Ended == runner.Lost:
		notes = append(notes, "its supervising process ended; the command was stopped")
	}
	if r.OutOfMemory {
		notes = append(notes, fmt.Sprintf("it ran out of memory: its limit is %d MiB", limits.Memory>>20))
	}
	if r.Code != 0 && len(r.Closed) > 0 {
		notes = append(notes, "nothing could be made in "+strings.Join(r.Closed, ", ")+": there is something in it that a run may not change (run.gitConfig: rw lets it change that of git), "+
			"and this machine gives it no namespaces, which would hold that alone")
	}
	return notes
}
