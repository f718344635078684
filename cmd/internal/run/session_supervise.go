package run

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/skillctl/skillctl/cmd/internal/cli/kit"
	"github.com/skillctl/skillctl/engine/audit"
	"github.com/skillctl/skillctl/runner"
	"github.com/skillctl/skillctl/runner/kernel"
	"github.com/skillctl/skillctl/runner/notebook"
	"github.com/skillctl/skillctl/runner/session"
)

// SuperviseSessionCommand is a command that skillctl starts itself: it has a session.
const SuperviseSessionCommand = "supervise-session"

// SessionOptions are how a session was opened, as those who run code are told.
type SessionOptions struct {
	Options Options `json:"options"`
	// Handed is the folder that a container leaves its files in, "" for one within the
	// working directory.
	Handed string `json:"handed,omitempty"`
}

// sessionKeeper is the supervisor of a session.
type sessionKeeper struct {
	factory *kit.Factory
	load    sessionState
	id      string
	backend runner.Backend
	store   *notebook.Store
	log     *audit.Log
	mask    *audit.Mask
	// proxy has the proxy of the session, and the list of what it reached.
	proxy *supervisor
	book  *notebook.Book
	began time.Time
}

// SuperviseSession takes a session, starts its kernel, and serves it to its end.
func SuperviseSession(ctx context.Context, f *kit.Factory) error {
	received, err := session.Receive()
	if err != nil {
		return kit.Usagef("%w", err)
	}
	s := &sessionKeeper{factory: f, id: received.ID, began: time.Now()}
	if err := s.take(ctx, received); err != nil {
		if s.proxy != nil {
			s.proxy.egress.close()
		}
		return errors.Join(err, received.Answer(err))
	}
	if err := received.Answer(nil); err != nil {
		s.book.Stop(notebook.Failed, "nobody knows of it: "+err.Error())
	}
	watching, cancel := context.WithCancel(ctx)
	defer cancel()
	if s.load.Meter != nil {
		go func() {
			if over, ok := s.load.Meter.Watch(watching); ok {
				s.book.Stop(notebook.Failed, s.load.Meter.Text(over))
			}
		}()
	}
	err = s.book.Serve(ctx, func(end notebook.End, err error) error {
		cancel()
		_, failed := s.log.End(context.Background(), s.mask, s.id, s.result(end, err), nil)
		return failed
	})
	// A store that is never looked at must not grow for ever.
	return errors.Join(err, s.store.Prune(context.Background(), f.Now().AddDate(0, 0, -max(s.load.Retention, 1))))
}

// take takes the session over and starts its kernel.
func (s *sessionKeeper) take(ctx context.Context, received *session.Received) error {
	if err := json.Unmarshal(received.Payload, &s.load); err != nil {
		return fmt.Errorf("read the description of the session: %w", err)
	}
	var err error
	if s.store, err = notebook.New(received.Runs, s.factory.Now); err != nil {
		return err
	}
	if s.log, err = audit.Open(s.load.Audit, audit.WithRetention(s.load.Retention), audit.WithClock(s.factory.Now)); err != nil {
		return err
	}
	s.mask = audit.NewMask(append(s.factory.Environ(), s.load.Secret...), s.load.Env)
	backends := s.factory.Backends()
	i := slices.IndexFunc(backends, func(b runner.Backend) bool { return b.Name() == received.Handover.Backend })
	if i < 0 {
		return fmt.Errorf("backend %q does not exist", received.Handover.Backend)
	}
	s.backend = backends[i]
	s.proxy = &supervisor{load: handoverState{supervisedState: s.load.supervisedState}}
	if err := s.proxy.adoptEgress(received); err != nil {
		return err
	}
	if _, err := s.log.HandOver(ctx, s.id, audit.Self()); err != nil {
		return err
	}
	private, err := json.Marshal(SessionOptions{Options: s.load.Options, Handed: handed(s.load.Spec.Boundary)})
	if err != nil {
		return fmt.Errorf("keep the options of the session: %w", err)
	}
	if s.book, err = s.store.Keep(s.id, s.start, private, s.load.History); err != nil {
		return err
	}
	return s.book.Begin(ctx)
}

// start starts a kernel.
func (s *sessionKeeper) start(ctx context.Context, left time.Duration) (*kernel.Kernel, error) {
	spec := s.load.Spec
	// The session ends it; its own limit is for when that fails.
	const late = 5 * time.Second
	spec.Boundary.Limits.TimeoutMS = (max(left, 0) + late).Milliseconds()
	return kernel.Start(ctx, s.backend, spec)
}

// result puts back what the session was not to change, and says how it ended.
func (s *sessionKeeper) result(end notebook.End, err error) audit.Result {
	s.proxy.egress.close()
	left := putBack(context.Background(), s.load.Guard, s.load.Before)
	err = errors.Join(err, dropHanded(s.load.Spec.Boundary))
	r := runner.Result{Ended: runner.Exited, Started: s.began, Finished: time.Now()}
	r.Usage.Sent, r.Usage.Received = s.proxy.egress.used()
	if end.Why == notebook.Expired {
		r.Ended, r.Code = runner.TimedOut, 124
	}
	out := recordedResult(r, s.proxy.egress.reached.list(), left.cleaned)
	out.Error = end.Error
	if err != nil {
		out.Ended, out.Error, out.Code = string(runner.Lost), err.Error(), kit.ExitExecFailure
	}
	return out
}
