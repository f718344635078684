package run

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/skillctl/skillctl/cmd/internal/cli/kit"
	"github.com/skillctl/skillctl/cmd/internal/run/launch"
	"github.com/skillctl/skillctl/engine"
	"github.com/skillctl/skillctl/engine/audit"
	"github.com/skillctl/skillctl/runner"
	"github.com/skillctl/skillctl/runner/egress"
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
	// Background: it goes on; see skillctl runs.
	Background bool `json:"background,omitempty"`
}

// run records the start, runs the command, and records the end or leaves that to
// the process that goes on with the run.
func (j *Job) run(ctx context.Context) error {
	if err := j.openEgress(ctx); err != nil {
		return j.unable(ctx, err)
	}
	defer j.egress.close()
	kept := j.streams()
	restore, err := j.terminal()
	if err != nil {
		return err
	}
	defer restore()
	record := j.record()
	record.Kind, record.Code = audit.Start, j.recordedCode()
	if _, err := j.log.Begin(ctx, j.mask, record); err != nil {
		return fmt.Errorf("nothing was run, since it cannot be recorded: %w", err)
	}
	if j.guard, err = launch.Watch(j.Boundary); err != nil {
		return j.failed(ctx, err)
	}
	// What runs is ended by signals and by its time: the end of ctx is one of the
	// former, and is passed on.
	process, err := j.Backend.Start(context.WithoutCancel(ctx), j.Spec)
	if err != nil {
		return j.failed(ctx, err)
	}
	signals := &signalTarget{process: process}
	done := j.pass(signals)
	result, err := j.follow(ctx, process, signals, kept)
	kept.flush()
	done()
	restore()
	if errors.Is(err, runner.ErrHandedOver) {
		return j.yielded(kept)
	}
	j.endedEarly(kept)
	for _, text := range restoreNotes(j.guard) {
		j.note(text)
	}
	j.egress.close()
	result.Usage.Sent, result.Usage.Received = j.egress.used()
	if err != nil {
		_, failed := j.log.End(ctx, j.mask, j.id, audit.Result{Code: kit.ExitExecFailure, Ended: string(runner.Lost), Error: err.Error()}, kept.recorded())
		return errors.Join(fmt.Errorf("wait for the command: %w", err), failed)
	}
	return j.finish(ctx, result, j.egress.reached.list(), kept)
}

// failed records that a run whose start was recorded did not start.
func (j *Job) failed(ctx context.Context, err error) error {
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
func (j *Job) finish(ctx context.Context, result runner.Result, reached []egress.Connection, kept *keptOutput) error {
	files, takeErr := collectOutput(ctx, j.Boundary)
	recorded := recordedResult(result, reached)
	if _, err := j.log.End(ctx, j.mask, j.id, recorded, kept.recorded()); err != nil {
		return fmt.Errorf("record the end of the command, which ended with %d: %w", result.Code, err)
	}
	if j.JSON {
		out := Outcome{ID: j.id, Decision: j.answer.Decision, Result: &recorded, Files: files}
		stdout, stderr := kept.stdout.Text(), kept.stderr.Text()
		out.Stdout, out.Stderr = &stdout, &stderr
		if err := j.Factory.WriteOutputJSON(out); err != nil {
			return err
		}
	} else {
		j.sayEnd(result, files)
	}
	if takeErr != nil {
		return fmt.Errorf("take the files of the run, which ended with %d: %w", result.Code, takeErr)
	}
	if result.Code != 0 {
		return &kit.ExitError{Code: result.Code}
	}
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

// collectOutput collects the files that leave a run. A container leaves them in the
// working directory, as a run on this machine does.
func collectOutput(ctx context.Context, b runner.Boundary) (*output.Report, error) {
	if b.Output == nil {
		return nil, nil
	}
	workspace, wanted := b.Workspace.Path, *b.Output
	if below, inside := strings.CutPrefix(wanted.Source, "/workspace/"); inside && b.Sandbox == "docker" {
		wanted.Source = filepath.Join(workspace, below)
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
func (j *Job) sayEnd(r runner.Result, files *output.Report) {
	for _, text := range endNotes(r, j.Boundary.Limits) {
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
