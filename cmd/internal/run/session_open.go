package run

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"github.com/skillctl/skillctl/cmd/internal/cli/kit"
	"github.com/skillctl/skillctl/cmd/internal/run/launch"
	"github.com/skillctl/skillctl/engine/audit"
	"github.com/skillctl/skillctl/runner"
	"github.com/skillctl/skillctl/runner/notebook"
)

// Opening is a session that is to be opened.
type Opening struct {
	// Name is for people, "" for none.
	Name string
	// Arguments start the kernel, after its interpreter.
	Arguments []string
	// History keeps the texts that run, to judge what follows with them.
	History bool
	// Opened is the session, when it is open.
	Opened notebook.Meta
}

// sessionState is what the supervisor of a session has to know.
type sessionState struct {
	supervisedState

	// Options are told to those who run code.
	Options Options `json:"options"`
	History bool    `json:"history"`
}

// openSession records the start of a session and leaves it to a supervisor.
func (j *Job) openSession(ctx context.Context) error {
	store, err := j.Factory.Sessions()
	if err != nil {
		return err
	}
	j.Background = true // its supervisor has the proxy, of which this process makes the socket
	if err := j.openEgress(ctx); err != nil {
		return j.unable(ctx, err)
	}
	defer j.egress.close()
	meta, err := j.sessionMeta()
	if err != nil {
		return err
	}
	record := j.record()
	record.Kind = audit.Start
	record.Request.Session = j.id
	if _, err := j.log.Begin(ctx, j.mask, record); err != nil {
		return fmt.Errorf("nothing was opened, since it cannot be recorded: %w", err)
	}
	if j.guard, err = launch.Watch(j.Boundary); err == nil {
		j.before, err = j.lookBefore(ctx)
	}
	if err == nil {
		j.noteSockets()
		j.meter = meter(j.Boundary, j.id)
		err = j.launchSession(ctx, store, meta)
	}
	if err != nil {
		return j.failed(ctx, err)
	}
	j.Opening.Opened = meta
	return nil
}

// sessionMeta is what is known of the session from now on.
func (j *Job) sessionMeta() (notebook.Meta, error) {
	lasts, err := time.ParseDuration(j.Merged.Run.Session.MaxDuration)
	if err != nil {
		return notebook.Meta{}, fmt.Errorf("read run.session.maxDuration: %w", err)
	}
	boundary, err := json.Marshal(j.answer.Decision.Boundary)
	if err != nil {
		return notebook.Meta{}, fmt.Errorf("keep the boundary of the session: %w", err)
	}
	now := j.Factory.Now().UTC()
	return notebook.Meta{
		ID: j.id, Name: j.Opening.Name, Language: j.Language, Created: now, Expires: now.Add(lasts), Cwd: j.request.Exec.Cwd, Agent: j.Agent, Skill: j.Skill,
		Host: j.Boundary.Host, Sandbox: j.Boundary.Sandbox, Persist: j.Merged.Run.Session.PersistState, Policy: j.answer.Decision.Policy, Boundary: boundary,
	}, nil
}

// launchSession starts the supervisor, which starts the kernel.
func (j *Job) launchSession(ctx context.Context, store *notebook.Store, meta notebook.Meta) error {
	spec := j.Spec
	spec.Carried = nil
	spec.Argv = append(spec.Argv[:1:1], j.Opening.Arguments...)
	spec.Files = slices.DeleteFunc(slices.Clone(spec.Files), func(pin runner.Pin) bool { return pin.Path == j.Code.Path })
	created := false
	err := j.leave(ctx, leaving{
		store: store, command: SuperviseSessionCommand, spec: spec, handover: runner.Handover{Backend: j.Backend.Name()},
		create: func() error {
			err := store.Create(meta)
			created = err == nil
			return err
		},
		describe: func(state supervisedState) any {
			return sessionState{supervisedState: state, Options: *j.Options, History: j.Opening.History}
		},
	})
	if err != nil && created { // its supervisor says why
		return &kit.ExitError{Code: kit.ExitExecDenied, Err: err}
	}
	return err
}
