package run

import (
	"context"
	"strings"

	"github.com/skillctl/skillctl/cmd/internal/cli/kit"
	"github.com/skillctl/skillctl/engine"
	"github.com/skillctl/skillctl/engine/approval"
	"github.com/skillctl/skillctl/engine/exec"
)

// decide asks the policies and, where they ask, a person.
func (j *Job) decide(ctx context.Context, decider kit.Decider) error {
	if err := j.consult(ctx, decider); err != nil || j.answer.Decision.Effect != engine.Ask || !j.Factory.IO.CanAsk() {
		return err
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
		return j.approvedNow(ctx, decider, plan)
	}
	return j.approvedAlways(ctx, decider, plan)
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
// this moment. Nothing of it is kept.
func (j *Job) approvedNow(ctx context.Context, decider kit.Decider, plan *approval.Plan) error {
	j.request.Exec.Approved, j.request.Exec.Approval = true, nil
	decision, err := decider.Decide(ctx, j.request, j.Merged)
	j.answer.Decision, j.answer.Plan = decision, plan
	return err
}

// approvedAlways keeps the approval and asks the policies again, which find it.
func (j *Job) approvedAlways(ctx context.Context, decider kit.Decider, plan *approval.Plan) error {
	who := j.Factory.User()
	if strings.TrimSpace(who) == "" {
		who = "terminal"
	}
	now := j.Factory.Now()
	if _, err := j.store.Add(plan, approval.Grant{
		Scope: approval.Always, Reviewer: who, Reason: "answered on the terminal", Now: now, Expires: now.Add(kit.AlwaysLife),
		Asked: j.answer.Asked, Policy: j.answer.Decision.Policy,
	}); err != nil {
		return err
	}
	return j.consult(ctx, decider)
}
