package run

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/skillctl/skillctl/cmd/internal/run/launch"
	"github.com/skillctl/skillctl/cmd/internal/run/stream"
	"github.com/skillctl/skillctl/engine/audit"
	"github.com/skillctl/skillctl/engine/report/format"
	"github.com/skillctl/skillctl/runner"
	"github.com/skillctl/skillctl/runner/egress"
	"github.com/skillctl/skillctl/runner/session"
)

// yieldAfter is after how long a run goes on in the background, 0 for at once;
// ok is false when it never does. A person who types at its terminal is not sent
// away unless they say so.
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
		if j.egress.busy() || !j.input.StopIfIdle() {
			timer.Reset(yieldEvery)
			continue
		}
		handover, err := process.Handover()
		if err != nil {
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
	// Spec is without its streams and variables.
	Spec runner.Spec `json:"spec"`
	// Guard looks after what no sandbox can keep as it is.
	Guard launch.Guard `json:"guard"`
	// Env are the variables that the request sets, some of them secret; Secret are
	// those of a skill.
	Env    []string `json:"env"`
	Secret []string `json:"secret"`
	// Audit is the folder of the record, kept for so many days.
	Audit     string `json:"audit"`
	Retention int    `json:"retention"`
	// Logged: the output is recorded. Stdout and Stderr are what is kept of it.
	Logged bool             `json:"logged"`
	Stdout stream.TailState `json:"stdout"`
	Stderr stream.TailState `json:"stderr"`
	// Proxy: the last descriptor is the socket of the proxy. Reached, Sent and
	// Received are what went through it so far.
	Proxy    bool                `json:"proxy"`
	Reached  []egress.Connection `json:"reached"`
	Sent     int64               `json:"sent"`
	Received int64               `json:"received"`
}

// handOver leaves a run to a supervisor. With an error the handover is still this
// process's.
func (j *Job) handOver(ctx context.Context, handover runner.Handover, kept *keptOutput) error {
	store, err := j.Factory.Runs()
	if err != nil {
		return err
	}
	program, err := selfProgram()
	if err != nil {
		return err
	}
	socket, err := j.egress.release()
	if err != nil {
		return err
	}
	kept.flush()
	load := handoverState{
		Spec: j.Spec, Guard: j.guard, Env: j.Env, Secret: j.secret, Audit: j.log.Path(), Retention: j.Merged.Run.Audit.RetentionDays,
		Logged: kept.logged, Stdout: kept.stdout.State(), Stderr: kept.stderr.State(),
		Proxy: socket != nil, Reached: j.egress.reached.list(), Sent: j.egress.sent, Received: j.egress.received,
	}
	load.Spec.Stdin, load.Spec.Stdout, load.Spec.Stderr, load.Spec.Env = nil, nil, nil, nil
	payload, err := json.Marshal(load) //nolint:gosec // it goes through a pipe to skillctl itself
	if err != nil {
		return fmt.Errorf("start the supervisor of the run: %w", err)
	}
	if err := store.Create(j.meta()); err != nil {
		return err
	}
	err = store.Seed(j.id, kept.before[0].Bytes(), kept.before[1].Bytes())
	if err == nil {
		with := handover
		if socket != nil {
			with.Files = append(with.Files[:len(with.Files):len(with.Files)], socket)
		}
		err = session.Launch(context.WithoutCancel(ctx), program, []string{SuperviseCommand}, session.Order{Runs: store.Path(), ID: j.id, Payload: payload}, with)
	}
	if err != nil {
		j.egress.socket = socket
		return errors.Join(err, store.Discard(j.id))
	}
	return nil
}

// meta is what is known of a run that goes on in the background.
func (j *Job) meta() session.Meta {
	request := audit.Request{Argv: j.request.Exec.Argv}
	if request.Argv == nil {
		request.Command = &j.request.Exec.Command
	}
	return session.Meta{
		ID: j.id, Created: j.Factory.Now().UTC(), Command: j.mask.Hide(request.Line()), Cwd: j.request.Exec.Cwd, Agent: j.Agent, Skill: j.Skill,
		Host: j.Boundary.Host, Sandbox: j.Boundary.Sandbox, Stdin: !j.input.Ended(), Terminal: j.PTY,
	}
}

// selfProgram is the file of this program, also where it was replaced meanwhile.
func selfProgram() (string, error) {
	const running = "/proc/self/exe"
	if _, err := os.Stat(running); err == nil {
		return running, nil
	}
	name, err := os.Executable()
	if err != nil {
		return "", fmt.Errorf("find the program of the supervisor: %w", err)
	}
	return name, nil
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
	if err == nil && j.egress.socket != nil {
		j.egress.proxy, err = egress.Adopt(j.egress.socket, *j.Boundary.Egress, egress.WithReport(j.egress.reached.add), egress.WithUsed(j.egress.sent+j.egress.received))
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

func (j *Job) note(text string) { fmt.Fprintln(j.Factory.IO.Err, format.Escape("skillctl: "+text)) }

// yielded says that the run goes on in the background, and how to look at it.
func (j *Job) yielded(kept *keptOutput) error {
	if j.JSON {
		out := Outcome{ID: j.id, Decision: j.answer.Decision, Background: true}
		stdout, stderr := kept.stdout.Text(), kept.stderr.Text()
		out.Stdout, out.Stderr = &stdout, &stderr
		return j.Factory.WriteOutputJSON(out)
	}
	if j.Background {
		if err := j.Factory.WriteOutput("", []byte(j.id+"\n")); err != nil {
			return err
		}
	} else {
		j.note("it continues in the background as " + j.id)
	}
	fmt.Fprintf(j.Factory.IO.Err, "hint: `skillctl runs logs -f %s` shows its output, `skillctl runs stop %s` stops it\n", j.id, j.id)
	return nil
}
