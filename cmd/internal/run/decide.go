package run

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/skillctl/skillctl/cmd/internal/cli/kit"
	"github.com/skillctl/skillctl/cmd/internal/elsewhere"
	"github.com/skillctl/skillctl/cmd/internal/run/launch"
	"github.com/skillctl/skillctl/engine"
	"github.com/skillctl/skillctl/engine/approval"
	"github.com/skillctl/skillctl/engine/command"
	"github.com/skillctl/skillctl/engine/exec"
	"github.com/skillctl/skillctl/runner"
)

// decide asks the policies and, where they ask, a person.
func (j *Job) decide(ctx context.Context, decider kit.Decider) error {
	if err := j.consult(ctx, decider); err != nil || len(j.answer.Asked) == 0 || j.answer.Decision.Effect.Rank() <= engine.Warn.Rank() {
		return err
	}
	if missing := j.missing(); missing != nil {
		j.answer.Asked = nil // nobody has anything to answer
		if j.JSON {
			if err := j.Factory.WriteOutputJSON(Outcome{ID: j.id, Decision: j.answer.Decision}); err != nil {
				return fmt.Errorf("write the refusal: %w", err)
			}
		}
		return j.unable(ctx, missing)
	}
	if j.answer.Decision.Effect != engine.Ask || !j.Factory.IO.CanAsk() {
		return j.decideElsewhere(ctx, decider)
	}
	plan, err := approval.Bind(ctx, exec.Subject(j.request, j.Merged))
	if err != nil {
		return nil //nolint:nilerr // what cannot be bound cannot be approved: it stays a question
	}
	scope, err := j.Factory.IO.Ask(ctx, kit.Question{Decision: j.answer.Decision, Plan: plan, Always: j.store != nil})
	if err != nil || scope == "" {
		return err
	}
	if scope == approval.Once {
		return j.approvedNow(ctx, decider, plan, nil)
	}
	who := j.Factory.User()
	if strings.TrimSpace(who) == "" {
		who = "terminal"
	}
	return j.approvedAlways(ctx, decider, plan, who, "answered on the terminal")
}

// missing says that the one program of the request is not there, where no yes of a person
// could have it run; nil where it is, or is looked for elsewhere.
func (j *Job) missing() error {
	if !j.alone || j.answer.Facts == nil || len(j.answer.Facts.Commands) == 0 ||
		slices.ContainsFunc(j.answer.Facts.Commands[1:], func(c command.Command) bool { return c.Of == nil }) {
		return nil
	}
	boundary, err := launch.Boundary(j.answer.Decision)
	if err != nil || boundary.Host != "gateway" {
		return nil //nolint:nilerr // it would run nowhere, or where nobody has looked
	}
	one := &j.answer.Facts.Commands[0]
	if one.Name == nil || one.Role != "program" {
		return nil
	}
	program, looked := j.answer.Facts.Programs[*one.Name]
	if !looked || program.Found {
		return nil
	}
	return &runner.NotFoundError{Program: *one.Name}
}

// decideElsewhere has a person answer from another terminal, where questions wait for
// that.
func (j *Job) decideElsewhere(ctx context.Context, decider kit.Decider) error {
	if elsewhere.Within(ctx, j.Factory, j.Merged) == 0 {
		return nil
	}
	asking := j.request
	asking.Exec.Unattended = false
	asked, err := decider.Decide(ctx, asking, j.Merged)
	if err != nil {
		return err
	}
	plan, err := approval.Bind(ctx, exec.Subject(j.request, j.Merged))
	if err != nil {
		return nil //nolint:nilerr // what cannot be bound cannot be approved: it stays a question
	}
	said, err := elsewhere.Ask(ctx, j.Factory, j.Merged, approval.Question{
		By: cmp.Or(j.Hook, j.Agent, "skillctl"), Always: j.store != nil && j.Call == "" && len(plan.Loose) == 0, Command: approval.AskedOf(plan), Reasons: kit.Reasons(asked),
	})
	if err != nil {
		return err
	}
	if why := said.Refusal(); why != "" {
		d := &j.answer.Decision
		d.Effect = engine.Deny
		d.Reasons = append([]engine.Reason{{Rule: "exec/approvals", Effect: engine.Deny, Message: why}}, d.Reasons...)
	}
	switch {
	case said.Answer == nil:
		return nil
	case !said.Answer.Allow:
		j.answer.Asked = nil // that question is answered
		return nil
	case said.Answer.Always:
		return j.approvedAlways(ctx, decider, plan, said.Answer.By, elsewhere.Reason)
	}
	return j.approvedNow(ctx, decider, plan, &exec.Approval{
		ID: approval.ShortID(said.ID), Scope: string(approval.Once), Reviewer: said.Answer.By, Reason: elsewhere.Reason, Created: said.Answer.At, Expires: said.Answer.At + 1,
	})
}

// consult asks the policies, with what people approved already.
func (j *Job) consult(ctx context.Context, decider kit.Decider) error {
	var err error
	if j.store == nil {
		j.answer, err = decider.Consult(ctx, j.request, j.Merged, nil, j.Factory.Now())
	} else {
		j.answer, err = decider.Consult(ctx, j.request, j.Merged, j.store, j.Factory.Now())
	}
	return err
}

// approvedNow asks the policies again about a request that somebody has approved
// this moment; answer says who, nil for the person at the terminal. Nothing of it is kept.
func (j *Job) approvedNow(ctx context.Context, decider kit.Decider, plan *approval.Plan, answer *exec.Approval) error {
	j.request.Exec.Approved, j.request.Exec.Approval = true, answer
	decision, err := decider.Decide(ctx, j.request, j.Merged)
	j.answer.Decision, j.answer.Plan = decision, plan
	return err
}

// approvedAlways keeps the approval and asks the policies again, which find it.
func (j *Job) approvedAlways(ctx context.Context, decider kit.Decider, plan *approval.Plan, who, why string) error {
	now := j.Factory.Now()
	if _, err := j.store.Add(plan, approval.Grant{
		Scope: approval.Always, Reviewer: who, Reason: why, Now: now, Expires: now.Add(kit.AlwaysLife),
		Asked: j.answer.Asked, Policy: j.answer.Decision.Policy,
	}); err != nil {
		return err
	}
	return j.consult(ctx, decider)
}
