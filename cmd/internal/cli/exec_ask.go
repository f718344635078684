package cli

import (
	"context"
	"strings"

	"github.com/skillctl/skillctl/engine"
	"github.com/skillctl/skillctl/engine/approval"
)

// decide asks the policies and, where they ask, a person.
func (j *job) decide(ctx context.Context, decider Decider) error {
	if err := j.consult(ctx, decider); err != nil || j.answer.Decision.Effect != engine.Ask || !j.factory.IO.canAsk() {
		return err
	}
	plan, err := approval.Bind(ctx, engine.Subject(j.request, j.merged))
	if err != nil {
		return nil //nolint:nilerr // what cannot be bound cannot be approved: it stays a question
	}
	scope, err := j.factory.IO.ask(ctx, question{decision: j.answer.Decision, plan: plan, always: j.store != nil})
	if err != nil || scope == "" {
		return err
	}
	if scope == approval.Once {
		return j.approvedNow(ctx, decider, plan)
	}
	return j.approvedAlways(ctx, decider, plan)
}

// consult asks the policies, with what people approved already.
func (j *job) consult(ctx context.Context, decider Decider) error {
	var err error
	if j.store == nil {
		j.answer, err = decider.Consult(ctx, j.request, j.merged, nil, j.factory.Now())
	} else {
		j.answer, err = decider.Consult(ctx, j.request, j.merged, j.store, j.factory.Now())
	}
	return err
}

// approvedNow asks the policies again about a request that somebody has approved
// this moment. Nothing of it is kept.
func (j *job) approvedNow(ctx context.Context, decider Decider, plan *approval.Plan) error {
	j.request.Exec.Approved, j.request.Exec.Approval = true, nil
	decision, err := decider.Decide(ctx, j.request, j.merged)
	j.answer.Decision, j.answer.Plan = decision, plan
	return err
}

// approvedAlways keeps the approval and asks the policies again, which find it.
func (j *job) approvedAlways(ctx context.Context, decider Decider, plan *approval.Plan) error {
	who := j.factory.User()
	if strings.TrimSpace(who) == "" {
		who = "terminal"
	}
	now := j.factory.Now()
	if _, err := j.store.Add(plan, approval.Grant{
		Scope: approval.Always, Reviewer: who, Reason: "said on the terminal", Now: now, Expires: now.Add(alwaysLife),
		Asked: j.answer.Asked, Policy: j.answer.Decision.Policy,
	}); err != nil {
		return err
	}
	return j.consult(ctx, decider)
}
