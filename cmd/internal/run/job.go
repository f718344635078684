package run

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"

	"github.com/skillctl/skillctl/cmd/internal/cli/kit"
	"github.com/skillctl/skillctl/cmd/internal/run/channel"
	"github.com/skillctl/skillctl/cmd/internal/run/growth"
	"github.com/skillctl/skillctl/cmd/internal/run/launch"
	"github.com/skillctl/skillctl/cmd/internal/run/remains"
	"github.com/skillctl/skillctl/cmd/internal/run/stream"
	"github.com/skillctl/skillctl/engine"
	"github.com/skillctl/skillctl/engine/approval"
	"github.com/skillctl/skillctl/engine/audit"
	"github.com/skillctl/skillctl/engine/exec"
	"github.com/skillctl/skillctl/engine/rate"
	"github.com/skillctl/skillctl/engine/report/format"
	"github.com/skillctl/skillctl/engine/settings"
	"github.com/skillctl/skillctl/runner"
	"github.com/skillctl/skillctl/runner/session"
)

// Job is a request on its way to its end.
type Job struct {
	*Invocation
	id      string
	Merged  *settings.Settings
	request exec.Request
	// snapshot is what stood there before the request was judged.
	snapshot *launch.Snapshot
	store    *approval.Store
	log      *audit.Log
	mask     *audit.Mask
	answer   exec.Consultation
	decider  kit.Decider
	Boundary runner.Boundary
	Spec     runner.Spec
	// guard looks after what no sandbox can keep as it is.
	guard launch.Guard
	// before is what was in the folders that the run may change; nil without a boundary.
	before *remains.State
	// meter measures what the run adds.
	meter    *growth.Meter
	backends []runner.Backend
	Backend  runner.Backend
	egress   *egressSession
	// places count the runs of an hour; nil where nothing limits them, and where this
	// one does not count any more. begun: its end says whether it counts.
	places *rate.Places
	begun  bool
	// alone: it is a command of its own, for which nothing that ran before has names.
	alone bool
	// stays: it could not go on in the background, and is not asked to again.
	stays bool
	// input is what the command is given, where it may go on in the background.
	input *stream.Input
	// notify is what is to be heard of it, notice that it takes long.
	notify *session.Notify
	notice *notice
	// channel is the chat that the output is written for; nil for none.
	channel *channel.Channel
	// ended is where the end of a run is kept that ended before it could go on in the
	// background.
	ended *session.Supervision
	// numbered is set for the shell of a session by number.
	numbered *numberedState
}

// Start decides a request, asks where a person is to be asked, and runs it.
func (o *Invocation) Start(ctx context.Context, decider kit.Decider, request exec.Request, merged *settings.Settings) error {
	j, err := o.newJob(request, merged)
	if err != nil {
		return err
	}
	j.decider, j.alone = decider, j.Joined == nil && j.Opening == nil && j.Language == ""
	if store, err := o.Factory.Runs(); err == nil {
		_ = Settle(ctx, store) // `skillctl runs events` says what is wrong
	}
	if err := j.takePlace(ctx); err != nil {
		return err
	}
	defer func() {
		if !j.begun {
			j.givePlace()
		}
	}()
	if err := j.decide(ctx, decider); err != nil {
		return err
	}
	if j.answer.Decision.Effect.Rank() > engine.Warn.Rank() {
		return j.refuse(ctx)
	}
	if err := j.prepare(ctx); err != nil {
		return j.unable(ctx, err)
	}
	j.warn()
	if err := j.confirm(ctx); err != nil {
		return j.unable(ctx, err)
	}
	if j.Opening != nil {
		return j.openSession(ctx)
	}
	return j.run(ctx)
}

// Permitted refuses a request that the policies do not let pass, and records that.
// It starts nothing.
func (o *Invocation) Permitted(ctx context.Context, decider kit.Decider, request exec.Request, merged *settings.Settings) error {
	j, err := o.newJob(request, merged)
	if err != nil {
		return err
	}
	if err := j.consult(ctx, decider); err != nil || j.answer.Decision.Effect.Rank() <= engine.Warn.Rank() {
		return err
	}
	return j.refuse(ctx)
}

// newJob opens what a request needs on its way.
func (o *Invocation) newJob(request exec.Request, merged *settings.Settings) (*Job, error) {
	j := &Job{Invocation: o, id: launch.NewID(o.Factory.Now()), Merged: merged, request: request, snapshot: launch.TakeSnapshot(request.Exec), backends: o.Factory.Backends()}
	expect(j.backends, merged, &request.Exec)
	var err error
	if j.store, err = o.approvals(); err != nil && !errors.Is(err, approval.ErrNoHome) {
		return nil, err
	}
	if j.log, err = o.Factory.Audit(merged); err != nil {
		return nil, fmt.Errorf("nothing was run: %w", err)
	}
	if j.channel, err = channel.Open(o.Factory, merged, o.Channel); err != nil {
		return nil, err
	}
	if j.notify, err = wanted(merged, o.Factory.IO.Getenv); err != nil {
		return nil, err
	}
	o.settingsEnv = merged.Run.Docker.Env
	for name, value := range o.settingsEnv {
		o.secret = append(o.secret, name+"="+value)
	}
	j.mask = audit.NewMask(append(o.Factory.Environ(), o.secret...), o.Env)
	if !o.Factory.IO.CanAsk() {
		j.request.Exec.Unattended = true
	}
	return j, nil
}

// approvals are those that may let the request pass: what people approved, or the one
// answer that an agent had from its own dialog.
func (o *Invocation) approvals() (*approval.Store, error) {
	if o.Call == "" {
		return o.Factory.Approvals()
	}
	store, err := o.Factory.Calls()
	if err != nil {
		return nil, err
	}
	return store.Only(o.Call), nil
}

// prepare finds out whether and how the boundary can be held. It starts nothing.
func (j *Job) prepare(ctx context.Context) error {
	var err error
	if j.Boundary, err = launch.Boundary(j.answer.Decision); err != nil {
		return err
	}
	if err := bounded(j.Boundary); err != nil {
		return err
	}
	if j.Joined != nil {
		return j.join()
	}
	if err := j.skillValues(ctx); err != nil {
		return err
	}
	if err := j.handOutput(); err != nil {
		return err
	}
	order := j.order(j.id, j.request.Exec, j.Boundary, j.answer.Plan)
	order.Snapshot = j.snapshot
	if j.Spec, err = launch.Spec(order); err != nil {
		return err
	}
	if limits := &j.Spec.Boundary.Limits; j.Serves {
		limits.Output = sessionOutput
		if _, set := j.Merged.Origin("run", "timeout"); !set {
			limits.TimeoutMS = longestSession.Milliseconds()
		}
	}
	if cache := order.Machine.Cache; slices.Contains(j.Boundary.Write, cache) {
		if err := os.MkdirAll(cache, 0o700); err != nil {
			return fmt.Errorf("make a folder for the files of programs: %w", err)
		}
	}
	if j.Backend, err = runner.Select(ctx, j.Boundary, j.backends...); err != nil || j.BeforeStart == nil {
		return err
	}
	return j.BeforeStart(ctx, j)
}

// confirm takes the approval, for this run alone, and looks once more at all that
// it is bound to.
func (j *Job) confirm(ctx context.Context) error {
	if j.answer.Plan != nil {
		drift, err := j.answer.Plan.Changed(ctx)
		if err != nil {
			return err
		}
		if len(drift) > 0 {
			return Refused("it is no longer what was approved: " + launch.Changed(drift))
		}
	}
	if r := j.answer.Approval; r != nil {
		if err := j.store.Use(r.ID, j.Factory.Now()); err != nil {
			return Refused(err.Error())
		}
	}
	return nil
}

// refusedError is a no that no policy said.
type refusedError struct{ why string }

// Refused is a no that no policy said; why says what kept the command from running.
func Refused(why string) error { return &refusedError{why} }

// Error says why.
func (e *refusedError) Error() string { return e.why }

// refuse says why a request may not run, and records it.
func (j *Job) refuse(ctx context.Context) error {
	var err error
	if j.JSON {
		err = j.Factory.WriteOutputJSON(Outcome{ID: j.id, Decision: j.answer.Decision})
	} else {
		streams := j.Factory.IO
		if _, err = fmt.Fprintln(streams.Err, "skillctl: this may not run; nothing was run"); err == nil {
			shown := exec.Explanation{Decision: j.answer.Decision, Profile: j.answer.Profile, Facts: j.answer.Facts}
			err = format.Refusal(streams.Err, shown, format.WithColor(streams.Color(j.Color, streams.ErrTTY)))
		}
		if err == nil && j.Joined != nil {
			err = j.Joined.sayBefore(streams.Err)
		}
		if err == nil && j.request.Exec.Unattended && len(j.answer.Asked) > 0 {
			_, err = fmt.Fprintln(streams.Err, "hint: a person may allow it, but nobody can be asked here; "+j.ahead(ctx))
		}
	}
	if err != nil {
		return fmt.Errorf("write the refusal: %w", err)
	}
	if err := j.recordRefusal(ctx, ""); err != nil {
		return err
	}
	return &kit.ExitError{Code: kit.ExitExecDenied}
}

// unable gives what kept an allowed request from running its exit code, and
// records it.
func (j *Job) unable(ctx context.Context, err error) error {
	err = errors.Join(err, dropHanded(j.Boundary))
	code := startCode(err)
	if code == 0 {
		return err
	}
	if failed := j.recordRefusal(ctx, err.Error()); failed != nil {
		return errors.Join(err, failed)
	}
	return &kit.ExitError{Code: code, Err: err}
}

// startCode is the exit code of what kept a command from starting, 0 for a
// failure of skillctl.
func startCode(err error) int {
	var unavailable *runner.UnavailableError
	var changed *runner.ChangedError
	var refused *refusedError
	var missing *runner.NotFoundError
	switch {
	case errors.As(err, &unavailable), errors.As(err, &changed), errors.As(err, &refused):
		return kit.ExitExecDenied
	case errors.As(err, &missing):
		return kit.ExitExecNotFound
	}
	return 0
}

// warn shows what a person should know of a request that runs.
func (j *Job) warn() {
	for _, reason := range j.answer.Decision.Reasons {
		if reason.Effect == engine.Warn {
			text := "skillctl: warning: " + reason.Message
			if reason.Hint != "" {
				text += "; " + reason.Hint
			}
			fmt.Fprintln(j.Factory.IO.Err, format.Escape(text))
		}
	}
}
