package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"

	"github.com/skillctl/skillctl/cmd/internal/launch"
	"github.com/skillctl/skillctl/engine"
	"github.com/skillctl/skillctl/engine/approval"
	"github.com/skillctl/skillctl/engine/audit"
	"github.com/skillctl/skillctl/engine/format"
	"github.com/skillctl/skillctl/engine/settings"
	"github.com/skillctl/skillctl/runner"
)

// job is a request on its way to its end.
type job struct {
	*invocation
	id      string
	merged  *settings.Settings
	request engine.Request
	// seen is what stood there before the request was judged.
	seen     *launch.Seen
	store    *approval.Store
	log      *audit.Log
	mask     *audit.Mask
	answer   engine.Consultation
	boundary runner.Boundary
	spec     runner.Spec
	// guard looks after what no sandbox can keep as it is.
	guard    launch.Guard
	backends []runner.Backend
	backend  runner.Backend
	egress   *egressSession
	// stays: it could not go on in the background, and is not asked to again.
	stays bool
	// input is what the command is given, where it may go on in the background.
	input *input
}

// start decides a request, asks where a person is to be asked, and runs it.
func (o *invocation) start(ctx context.Context, decider Decider, request engine.Request, merged *settings.Settings) error {
	j, err := o.newJob(request, merged)
	if err != nil {
		return err
	}
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
	return j.run(ctx)
}

// permitted refuses a request that the policies do not let pass, and records that.
// It starts nothing.
func (o *invocation) permitted(ctx context.Context, decider Decider, request engine.Request, merged *settings.Settings) error {
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
func (o *invocation) newJob(request engine.Request, merged *settings.Settings) (*job, error) {
	j := &job{invocation: o, id: launch.NewID(o.factory.Now()), merged: merged, request: request, seen: launch.See(request.Exec), backends: o.factory.Backends()}
	expect(j.backends, merged, &request.Exec)
	var err error
	if j.store, err = o.factory.Approvals(); err != nil && !errors.Is(err, approval.ErrNoHome) {
		return nil, err
	}
	if j.log, err = o.factory.Audit(merged); err != nil {
		return nil, fmt.Errorf("nothing was run: %w", err)
	}
	j.mask = audit.NewMask(append(o.factory.Environ(), o.secret...), o.env)
	if !o.factory.IO.canAsk() {
		j.request.Exec.Unattended = true
	}
	return j, nil
}

// prepare finds out whether and how the boundary can be held. It starts nothing.
func (j *job) prepare(ctx context.Context) error {
	var err error
	if j.boundary, err = launch.Boundary(j.answer.Decision); err != nil {
		return err
	}
	if err := j.skillValues(ctx); err != nil {
		return err
	}
	order := j.order(j.id, j.request.Exec, j.boundary, j.answer.Plan)
	order.Seen = j.seen
	if j.spec, err = launch.Spec(order); err != nil {
		return err
	}
	if cache := order.Machine.Cache; slices.Contains(j.boundary.Write, cache) {
		if err := os.MkdirAll(cache, 0o700); err != nil {
			return fmt.Errorf("make a folder for what programs keep: %w", err)
		}
	}
	if j.backend, err = runner.Select(ctx, j.boundary, j.backends...); err != nil || j.ready == nil {
		return err
	}
	return j.ready(ctx, j)
}

// confirm takes the approval, for this run alone, and looks once more at all that
// it is bound to.
func (j *job) confirm(ctx context.Context) error {
	if j.answer.Plan != nil {
		drift, err := j.answer.Plan.Changed(ctx)
		if err != nil {
			return err
		}
		if len(drift) > 0 {
			return refused("it is not what was approved any more: " + launch.Changed(drift))
		}
	}
	if r := j.answer.Approval; r != nil {
		if err := j.store.Use(r.ID, j.factory.Now()); err != nil {
			return refused(err.Error())
		}
	}
	return nil
}

// refusedError is a no that no policy said.
type refusedError struct{ why string }

// refused is a no that no policy said; why says what kept the command from running.
func refused(why string) error { return &refusedError{why} }

// Error says why.
func (e *refusedError) Error() string { return e.why }

// refuse says why a request may not run, and records it.
func (j *job) refuse(ctx context.Context) error {
	var err error
	if j.json {
		err = j.factory.putJSON(outcome{ID: j.id, Decision: j.answer.Decision})
	} else {
		streams := j.factory.IO
		if _, err = fmt.Fprintln(streams.Err, "skillctl: this may not run; nothing was run"); err == nil {
			shown := engine.Explanation{Decision: j.answer.Decision, Profile: j.answer.Profile, Facts: j.answer.Facts}
			err = format.Refusal(streams.Err, shown, format.WithColor(streams.color(j.color, streams.ErrTTY)))
		}
	}
	if err != nil {
		return fmt.Errorf("write the refusal: %w", err)
	}
	if err := j.recordRefusal(ctx, ""); err != nil {
		return err
	}
	return &ExitError{Code: ExitExecDenied}
}

// unable gives what kept an allowed request from running its exit code, and
// records it.
func (j *job) unable(ctx context.Context, err error) error {
	code := startCode(err)
	if code == 0 {
		return err
	}
	if failed := j.recordRefusal(ctx, err.Error()); failed != nil {
		return errors.Join(err, failed)
	}
	return &ExitError{Code: code, Err: err}
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
		return ExitExecDenied
	case errors.As(err, &missing):
		return ExitExecNotFound
	}
	return 0
}

// warn shows what a person should know of a request that runs.
func (j *job) warn() {
	for _, reason := range j.answer.Decision.Reasons {
		if reason.Effect == engine.Warn {
			text := "skillctl: warning: " + reason.Message
			if reason.Hint != "" {
				text += "; " + reason.Hint
			}
			fmt.Fprintln(j.factory.IO.Err, format.Escape(text))
		}
	}
}
