package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"sync"

	"github.com/skillctl/skillctl/engine"
	"github.com/skillctl/skillctl/engine/audit"
	"github.com/skillctl/skillctl/engine/format"
	"github.com/skillctl/skillctl/runner"
	"github.com/skillctl/skillctl/runner/egress"
	"github.com/skillctl/skillctl/runner/output"
)

// outcome is what exec --json writes of a run, or of a refusal.
type outcome struct {
	ID       string          `json:"id"`
	Decision engine.Decision `json:"decision"`
	Result   *audit.Result   `json:"result,omitempty"`
	Stdout   *string         `json:"stdout,omitempty"`
	Stderr   *string         `json:"stderr,omitempty"`
	Files    *output.Report  `json:"files,omitempty"`
}

// connections gathers what a run reached, or tried to.
type connections struct {
	mu  sync.Mutex
	all []egress.Connection
}

func (c *connections) add(one egress.Connection) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.all = append(c.all, one)
}

func (c *connections) list() []egress.Connection {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.all
}

// run records the start, runs the command and records the end.
func (j *job) run(ctx context.Context) error {
	reached := &connections{}
	if j.boundary.Network == "restricted" && j.boundary.Egress != nil {
		proxy, err := egress.Start(ctx, "", *j.boundary.Egress, egress.WithReport(reached.add))
		if err != nil {
			return j.unable(ctx, fmt.Errorf("open the way to the hosts that may be reached: %w", err))
		}
		defer proxy.Close()
		j.spec.Proxy = proxy.Socket()
	}
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
	// What runs is ended by signals and by its time: the end of ctx is one of the
	// former, and is passed on.
	process, err := j.backend.Start(context.WithoutCancel(ctx), j.spec)
	if err != nil {
		_, failed := j.log.End(ctx, j.mask, j.id, audit.Result{Code: failureCode(err), Ended: "failed", Error: err.Error()}, nil)
		if code := startCode(err); code != 0 {
			err = &ExitError{Code: code, Err: err}
		}
		return errors.Join(err, failed)
	}
	done := j.pass(process)
	result, err := process.Wait()
	done()
	restore()
	if err != nil {
		_, failed := j.log.End(ctx, j.mask, j.id, audit.Result{Code: ExitExecFailure, Ended: string(runner.Lost), Error: err.Error()}, kept.recorded())
		return errors.Join(fmt.Errorf("wait for the command: %w", err), failed)
	}
	return j.finish(ctx, result, reached.list(), kept)
}

func failureCode(err error) int {
	if code := startCode(err); code != 0 {
		return code
	}
	return ExitExecFailure
}

// finish takes the files, records the end and gives the exit code.
func (j *job) finish(ctx context.Context, result runner.Result, reached []egress.Connection, kept *keptOutput) error {
	files, takeErr := j.take(ctx)
	recorded := recordedResult(result, reached)
	if _, err := j.log.End(ctx, j.mask, j.id, recorded, kept.recorded()); err != nil {
		return fmt.Errorf("record the end of the command, which ended with %d: %w", result.Code, err)
	}
	if j.json {
		out := outcome{ID: j.id, Decision: j.answer.Decision, Result: &recorded, Files: files}
		stdout, stderr := kept.stdout.text(), kept.stderr.text()
		out.Stdout, out.Stderr = &stdout, &stderr
		if err := j.putJSON(out); err != nil {
			return err
		}
	} else {
		j.sayEnd(result, files)
	}
	if takeErr != nil {
		return fmt.Errorf("take the files of the run, which ended with %d: %w", result.Code, takeErr)
	}
	if result.Code != 0 {
		return &ExitError{Code: result.Code}
	}
	return nil
}

// take collects the files that leave a run. A container leaves them in the
// working directory, as a run on this machine does.
func (j *job) take(ctx context.Context) (*output.Report, error) {
	if j.boundary.Output == nil {
		return nil, nil
	}
	workspace, wanted := j.boundary.Workspace.Path, *j.boundary.Output
	if below, inside := strings.CutPrefix(wanted.Source, "/workspace/"); inside && j.boundary.Sandbox == "docker" {
		wanted.Source = filepath.Join(workspace, below)
	}
	report, err := output.Collect(context.WithoutCancel(ctx), output.In(workspace, wanted.Source), wanted)
	return &report, err
}

// sayEnd says what the exit code does not.
func (j *job) sayEnd(r runner.Result, files *output.Report) {
	say := func(text string, args ...any) {
		fmt.Fprintln(j.factory.IO.Err, format.Escape("skillctl: "+fmt.Sprintf(text, args...)))
	}
	switch {
	case r.Ended == runner.TimedOut:
		say("it took longer than %s and was ended", j.boundary.Limits.Timeout())
	case r.Ended == runner.Lost:
		say("what ran it went away; the command was ended")
	}
	if r.OutOfMemory {
		say("memory ran out: it may use %d MiB", j.boundary.Limits.Memory>>20)
	}
	if files != nil {
		for _, left := range files.Left {
			say("%s was not taken: %s", left.Path, left.Says)
		}
	}
}

// keptOutput is what is kept of the output: for the record, and for --json.
type keptOutput struct {
	stdout, stderr *tail
	logged         bool
}

func (k *keptOutput) recorded() *audit.Output {
	if !k.logged {
		return nil
	}
	return &audit.Output{Stdout: k.stdout.recorded(), Stderr: k.stderr.recorded()}
}

// streams connects the command with those of this process.
func (j *job) streams() *keptOutput {
	streams := j.factory.IO
	kept := &keptOutput{stdout: &tail{}, stderr: &tail{}, logged: j.merged.Run.Audit.LogOutput}
	j.spec.Stdin, j.spec.Stdout, j.spec.Stderr = streams.In, streams.Out, streams.Err
	switch {
	case j.json:
		// The boundary bounds what comes.
		kept.stdout.max, kept.stderr.max = j.boundary.Limits.Output, j.boundary.Limits.Output
		j.spec.Stdout, j.spec.Stderr = kept.stdout, kept.stderr
	case kept.logged:
		kept.stdout.max, kept.stderr.max = audit.MaxOutput, audit.MaxOutput
		j.spec.Stdout, j.spec.Stderr = io.MultiWriter(streams.Out, kept.stdout), io.MultiWriter(streams.Err, kept.stderr)
	}
	return kept
}

// tail keeps the beginning and the end of what is written to it.
type tail struct {
	// max is how much is kept, half of it from the end.
	max   int64
	mu    sync.Mutex
	head  []byte
	end   []byte
	total int64
}

// Write never fails.
func (t *tail) Write(text []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	n, half := len(text), int(t.max/2)
	t.total += int64(n)
	if room := half - len(t.head); room > 0 {
		part := min(room, len(text))
		t.head, text = append(t.head, text[:part]...), text[part:]
	}
	t.end = append(t.end, text...)
	if len(t.end) > 2*half {
		t.end = append(t.end[:0], t.end[len(t.end)-half:]...)
	}
	return n, nil
}

func (t *tail) parts() (head, end []byte, cut int64) {
	t.mu.Lock()
	defer t.mu.Unlock()
	end = t.end
	if half := int(t.max / 2); len(end) > half {
		end = end[len(end)-half:]
	}
	return t.head, end, t.total - int64(len(t.head)) - int64(len(end))
}

func (t *tail) text() string {
	head, end, cut := t.parts()
	if cut > 0 {
		return string(head) + fmt.Sprintf("\n[skillctl: %d bytes left out]\n", cut) + string(end)
	}
	return string(head) + string(end)
}

func (t *tail) recorded() audit.Text {
	head, end, cut := t.parts()
	out := audit.Text{Head: string(head), Tail: string(end), Bytes: t.total, Cut: cut}
	if cut == 0 {
		out.Head, out.Tail = out.Head+out.Tail, ""
	}
	return out
}
