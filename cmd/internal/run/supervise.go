package run

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"

	"github.com/skillctl/skillctl/cmd/internal/cli/kit"
	"github.com/skillctl/skillctl/cmd/internal/run/stream"
	"github.com/skillctl/skillctl/engine/audit"
	"github.com/skillctl/skillctl/engine/rate"
	"github.com/skillctl/skillctl/runner"
	"github.com/skillctl/skillctl/runner/egress"
	"github.com/skillctl/skillctl/runner/session"
)

// SuperviseCommand is a command that skillctl starts itself: it goes on with a
// run in the background.
const SuperviseCommand = "supervise-run"

// supervisor goes on with a run.
type supervisor struct {
	factory *kit.Factory
	load    handoverState
	folder  *session.Supervision
	store   *session.Store
	log     *audit.Log
	mask    *audit.Mask
	egress  egressSession
	kept    *keptOutput
	// keeper follows the shell of a session by number; nil for other runs.
	keeper *shellKeeper
	id     string
}

// Supervise takes the run, says that it has it, and follows it to its end.
func Supervise(ctx context.Context, f *kit.Factory) error {
	received, err := session.Receive()
	if err != nil {
		return kit.Usagef("%w", err)
	}
	s := &supervisor{factory: f, id: received.ID}
	process, err := s.adopt(ctx, received)
	if err != nil {
		// Whoever handed it over still has it, and removes its folder.
		return errors.Join(err, received.Answer(err))
	}
	if err := received.Answer(nil); err != nil {
		_ = process.Signal(os.Kill) // nobody knows that it is here
	}
	if s.keeper != nil {
		s.keeper.serve(ctx, process)
	}
	long := s.longRunning()
	long.start()
	_, err = s.folder.Follow(ctx, &recording{process, s})
	long.stop()
	err = errors.Join(err, s.settle(ctx))
	// A store that is never looked at must not grow for ever.
	_, pruned := s.store.Prune(ctx, f.Now().AddDate(0, 0, -max(s.load.Retention, 1)))
	return errors.Join(err, pruned)
}

// adopt takes the run over.
func (s *supervisor) adopt(ctx context.Context, received *session.Received) (runner.Process, error) {
	if err := json.Unmarshal(received.Payload, &s.load); err != nil {
		return nil, fmt.Errorf("read the description of the run: %w", err)
	}
	var err error
	if s.store, err = session.Open(received.Runs, session.WithNow(s.factory.Now)); err != nil {
		return nil, err
	}
	if s.log, err = audit.Open(s.load.Audit, audit.WithRetention(s.load.Retention), audit.WithClock(s.factory.Now)); err != nil {
		return nil, err
	}
	s.mask = audit.NewMask(append(s.factory.Environ(), s.load.Secret...), s.load.Env)
	if s.folder, err = s.store.Supervise(s.id); err != nil {
		return nil, err
	}
	backends := s.factory.Backends()
	i := slices.IndexFunc(backends, func(b runner.Backend) bool { return b.Name() == received.Handover.Backend })
	if i < 0 {
		return nil, fmt.Errorf("backend %q does not exist", received.Handover.Backend)
	}
	if err := s.adoptEgress(received); err != nil {
		return nil, err
	}
	if _, err := s.log.HandOver(ctx, s.id, audit.Self()); err != nil {
		return nil, err
	}
	if s.load.Numbered != nil {
		if err := s.keepShell(); err != nil {
			return nil, err
		}
	}
	s.streams()
	return backends[i].Adopt(context.WithoutCancel(ctx), received.Handover, s.load.Spec)
}

// adoptEgress goes on with the proxy.
func (s *supervisor) adoptEgress(received *session.Received) error {
	s.egress.reached.all, s.egress.sent, s.egress.received = s.load.Reached, s.load.Sent, s.load.Received
	if !s.load.Proxy {
		return nil
	}
	files := received.Handover.Files
	if len(files) == 0 || s.load.Spec.Boundary.Egress == nil {
		return errors.New("the socket of the proxy was not passed on")
	}
	received.Handover.Files = files[:len(files)-1]
	var err error
	s.egress.proxy, err = egress.Adopt(files[len(files)-1], *s.load.Spec.Boundary.Egress, egress.WithReport(s.egress.reached.add), egress.WithAdvice(s.load.Advice), egress.WithUsed(s.load.Sent+s.load.Received))
	return err
}

// streams connects the run with its folder and, where it is wanted, the record.
func (s *supervisor) streams() {
	s.kept = &keptOutput{stdout: &stream.Tail{TailState: s.load.Stdout}, stderr: &stream.Tail{TailState: s.load.Stderr}, logged: s.load.Logged}
	outs, errs := []io.Writer{s.folder.Stdout()}, []io.Writer{s.folder.Stderr()}
	if s.load.Logged {
		outs, errs = append(outs, s.kept.stdout), append(errs, s.kept.stderr)
	}
	if s.keeper != nil {
		in, out := s.keeper.streams()
		s.load.Spec.Stdin, s.load.Spec.Stdout, s.load.Spec.Stderr = in, s.kept.redact(s.load.Secret, out), s.kept.redact(s.load.Secret, together(errs))
		return
	}
	s.load.Spec.Stdin, s.load.Spec.Stdout, s.load.Spec.Stderr = s.folder.Stdin(), s.kept.redact(s.load.Secret, together(outs)), s.kept.redact(s.load.Secret, together(errs))
}

// recording is a run whose end is recorded before anybody is told of it.
type recording struct {
	runner.Process
	s *supervisor
}

// Wait waits for the end of the run, takes its files and records it.
func (r *recording) Wait() (runner.Result, error) {
	s := r.s
	grown := watchGrowth(s.load.Meter, func() runner.Process { return r.Process })
	result, err := r.Process.Wait()
	full := cmp.Or(grown(), rootFull(result, s.load.Spec.Boundary.Limits))
	s.kept.flush()
	if s.keeper != nil {
		s.keeper.over(result)
	}
	s.egress.close()
	result.Usage.Sent, result.Usage.Received = s.egress.used()
	left := putBack(context.Background(), s.load.Guard, s.load.Before)
	recorded := recordedResult(result, s.egress.reached.list(), left.cleaned)
	recorded.Error = full
	if err != nil {
		recorded.Ended, recorded.Error = string(runner.Lost), err.Error()
	}
	if full != "" {
		s.folder.Note(full)
	}
	for _, text := range left.notes {
		s.folder.Note(text)
	}
	files, taken := collectOutput(context.Background(), s.load.Spec.Boundary)
	taken = errors.Join(taken, dropHanded(s.load.Spec.Boundary))
	if files != nil {
		for _, left := range files.Left {
			s.folder.Note(fmt.Sprintf("%s was not taken: %s", left.Path, left.Says))
		}
	}
	if taken != nil {
		s.folder.Note("its files were not taken: " + taken.Error())
	}
	for _, text := range endNotes(result, s.load.Spec.Boundary.Limits) {
		s.folder.Note(text)
	}
	if text := networkRefusals(result, s.egress.reached.list(), s.load.Advice); text != "" {
		s.folder.Note(text)
	}
	if result.Code != 0 && s.load.Places != "" {
		givePlace(rate.Open(s.load.Places), s.id, s.folder.Note)
	}
	_, failed := s.log.End(context.Background(), s.mask, s.id, recorded, s.kept.recorded())
	return result, errors.Join(err, failed)
}

// settle makes the end of the run an event.
func (s *supervisor) settle(ctx context.Context) error {
	told, err := s.store.Settle(context.WithoutCancel(ctx))
	for _, t := range told {
		err = errors.Join(err, deliver(ctx, s.store, t))
	}
	return err
}

// longRunning is the notice of a run that takes long; nil where none is due.
func (s *supervisor) longRunning() *notice {
	if s.load.Still == nil {
		return nil
	}
	return &notice{event: *s.load.Still, at: s.load.StillAt, tell: func(e session.Event) {
		e, err := s.store.Publish(context.Background(), e)
		if err != nil {
			return // the run goes on; nobody reads what a supervisor says
		}
		_ = pass(s.store, session.Told{Event: e, Program: s.folder.Notify().Program})
	}}
}
