package run

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"time"

	"github.com/skillctl/skillctl/cmd/internal/run/launch"
	"github.com/skillctl/skillctl/engine/audit"
	"github.com/skillctl/skillctl/runner"
)

const (
	// longestSession is how long a shell may live.
	longestSession = 24 * time.Hour
	// sessionOutput is how much a shell may write in its life, in bytes: what each
	// command writes is bounded on its own.
	sessionOutput = 1 << 50
)

// numberedState is what a supervisor has to know of a shell besides the run.
type numberedState struct {
	Number int64 `json:"number"`
	// IdleMS is after how long a shell is ended that nobody asks for anything.
	IdleMS int64 `json:"idleMs"`
}

// partsOf are digests of the parts of a boundary, without what is no part of how a
// shell is held: how long one command may take.
func partsOf(boundary map[string]any) (map[string]string, error) {
	out := map[string]string{}
	for name, part := range boundary {
		if limits, ok := part.(map[string]any); ok && name == "limits" {
			limits = maps.Clone(limits)
			delete(limits, "timeoutMs")
			part = limits
		}
		if part == nil {
			continue
		}
		text, err := json.Marshal(part)
		if err != nil {
			return nil, fmt.Errorf("compare boundaries: %w", err)
		}
		sum := sha256.Sum256(text)
		out[name] = hex.EncodeToString(sum[:])
	}
	return out, nil
}

// shellJob is the start of the shell that is to run what a job would: within its
// boundary, in the folder of the session.
func (n *Numbered) shellJob(j *Job) (*Job, error) {
	options, invocation := *n.Options, *n.Invocation
	options.Background, options.JSON, options.PTY, options.Argv, options.Command = true, false, false, nil, ""
	invocation.Options, invocation.Language, invocation.CodeText, invocation.Carried = &options, "", "", nil
	invocation.Code, invocation.BeforeStart = runner.Pin{}, nil
	invocation.Script, invocation.ShellArgs = "-s", []string{"-s"}
	invocation.toolName = fmt.Sprintf("session %d", n.seat.Number)
	s := &Job{
		Invocation: &invocation, id: launch.NewID(n.Factory.Now()), Merged: n.Merged, request: j.request, log: j.log, mask: j.mask,
		answer: j.answer, decider: j.decider, Boundary: j.Boundary, Backend: j.Backend, backends: j.backends,
	}
	r := &s.request.Exec
	r.Argv, r.Command, r.Cwd, r.Extra = nil, "", n.folder, nil
	r.Shell = n.shell(n.Merged, r)
	if dialect := r.Shell.Dialect; dialect != "bash" && dialect != "posix" {
		return nil, Refused(fmt.Sprintf("a session needs bash or sh, and the shell here is one for %q", dialect))
	}
	s.answer.Plan = nil
	s.snapshot = launch.TakeSnapshot(*r)
	order := s.order(s.id, *r, s.Boundary, nil)
	order.Snapshot = s.snapshot
	var err error
	if s.Spec, err = launch.Spec(order); err != nil {
		return nil, err
	}
	s.Spec.Boundary.Limits.TimeoutMS, s.Spec.Boundary.Limits.Output = longestSession.Milliseconds(), sessionOutput
	idle := s.Boundary.Limits.TimeoutMS
	s.numbered = &numberedState{Number: n.seat.Number, IdleMS: idle}
	return s, nil
}

// openShell starts a shell and leaves it to a supervisor.
func (n *Numbered) openShell(ctx context.Context, j *Job) (id string, err error) {
	s, err := n.shellJob(j)
	if err != nil {
		return "", err
	}
	if err := s.openEgress(ctx); err != nil {
		return "", err
	}
	defer s.egress.close()
	kept := s.streams()
	record := s.record()
	record.Kind = audit.Start
	if _, err := s.log.Begin(ctx, s.mask, record); err != nil {
		return "", fmt.Errorf("nothing was run, since it cannot be recorded: %w", err)
	}
	if s.guard, err = launch.Watch(s.Boundary); err != nil {
		return "", s.failed(ctx, err)
	}
	if s.before, err = s.lookBefore(ctx); err != nil {
		return "", s.failed(ctx, err)
	}
	s.noteSockets()
	s.meter = meter(s.Boundary, s.id)
	process, err := s.Backend.Start(context.WithoutCancel(ctx), s.Spec)
	if err != nil {
		return "", s.failed(ctx, err)
	}
	result, err := s.follow(ctx, process, &signalTarget{process: process}, kept)
	if errors.Is(err, runner.ErrHandedOver) {
		return s.id, nil
	}
	if err == nil {
		err = fmt.Errorf("the shell ended immediately with %d: %s", result.Code, kept.before[1].Bytes())
	}
	left := putBack(ctx, s.guard, s.before)
	recorded := recordedResult(result, s.egress.reached.list(), left.cleaned)
	recorded.Ended, recorded.Error = string(runner.Lost), err.Error()
	_, failed := s.log.End(ctx, s.mask, s.id, recorded, nil)
	return "", errors.Join(fmt.Errorf("open session %d: %w", n.seat.Number, err), failed)
}
