package hook

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/skillctl/skillctl/cmd/internal/cli/kit"
	"github.com/skillctl/skillctl/cmd/internal/elsewhere"
	"github.com/skillctl/skillctl/engine"
	"github.com/skillctl/skillctl/engine/approval"
	"github.com/skillctl/skillctl/engine/exec"
	"github.com/skillctl/skillctl/engine/hook"
)

// approvedRule is what a person says to a call.
const approvedRule = "hook/approved"

// elsewhere has a person answer from another terminal what was denied because the client
// shows no question, where questions wait for that.
func (j *judge) elsewhere(ctx context.Context, denied engine.Decision) (engine.Decision, error) {
	if denied.Effect != engine.Deny || elsewhere.Within(ctx, j.factory, j.merged) == 0 {
		return denied, nil
	}
	again, call := *j, *j.call
	call.Attended, call.Elsewhere = true, true
	again.call, again.approval, again.asked = &call, nil, nil
	question := again.question()
	if err := again.ask(ctx, question); err != nil {
		return denied, err
	}
	asks, err := hook.New().Decide(ctx, question)
	if err != nil || asks.Effect != engine.Ask {
		return denied, err
	}
	put, plan, err := again.put(ctx, asks)
	if err != nil {
		return denied, nil //nolint:nilerr // what cannot be shown or bound is not asked
	}
	said, err := elsewhere.Ask(ctx, j.factory, j.merged, put)
	if err != nil {
		return denied, err
	}
	if said.Answer == nil || !said.Answer.Allow {
		if why := said.Refusal(); why != "" {
			denied.Reasons = append([]engine.Reason{{Rule: approvedRule, Effect: engine.Deny, Message: why}}, denied.Reasons...)
		}
		return denied, nil
	}
	return again.allowed(ctx, j, denied, plan, said)
}

// allowed is the decision on what a person has allowed, if it is still that.
func (j *judge) allowed(ctx context.Context, asker *judge, denied engine.Decision, plan *approval.Plan, said elsewhere.Said) (engine.Decision, error) {
	message := fmt.Sprintf("%q has approved this call, once: %s", said.Answer.By, elsewhere.Reason)
	if plan != nil {
		drift, err := plan.Changed(ctx)
		if err != nil {
			return denied, err
		}
		if len(drift) > 0 {
			denied.Reasons = append([]engine.Reason{{Rule: approvedRule, Effect: engine.Deny, Message: "it is no longer what was approved: " + drift[0].Message}}, denied.Reasons...)
			return denied, nil
		}
	}
	if no, err := j.stillDenied(ctx, said); no != nil || err != nil {
		denied.Reasons = append(no, denied.Reasons...)
		return denied, err
	}
	asker.judged, asker.asked, asker.approval = j.judged, j.asked, j.approval
	if said.Answer.Always {
		now := j.factory.Now()
		kept, err := j.store.Add(plan, approval.Grant{
			Scope: approval.Always, Reviewer: said.Answer.By, Reason: elsewhere.Reason, Now: now, Expires: now.Add(kit.AlwaysLife), Asked: j.asked, Policy: denied.Policy,
		})
		if err != nil {
			return denied, err
		}
		asker.approval = kept
		message = fmt.Sprintf("%q has approved this command, always: %s", said.Answer.By, elsewhere.Reason)
	}
	return engine.Decision{Effect: engine.Allow, Policy: denied.Policy, Reasons: []engine.Reason{{Rule: approvedRule, Effect: engine.Allow, Message: message}}}, nil
}

// stillDenied asks the policies about what a person has allowed: why they deny it all the
// same, nil where they do not. What they still ask is answered by that person as well.
func (j *judge) stillDenied(ctx context.Context, said elsewhere.Said) ([]engine.Reason, error) {
	again := *j
	again.answer = &exec.Approval{
		ID: approval.ShortID(said.ID), Scope: string(approval.Once), Reviewer: said.Answer.By, Reason: elsewhere.Reason, Created: said.Answer.At, Expires: said.Answer.At + 1,
	}
	question := again.question()
	if err := again.ask(ctx, question); err != nil {
		return nil, err
	}
	decision, err := hook.New().Decide(ctx, question)
	if err != nil {
		return nil, err
	}
	if decision.Effect == engine.Deny {
		return decision.Reasons, nil
	}
	for _, judged := range question.Judged {
		if judged.Effect.Rank() > engine.Warn.Rank() {
			return append([]engine.Reason{}, judged.Reasons...), nil
		}
	}
	return nil, nil
}

// put is the question for another terminal. A command is bound as an approval is, and
// can be approved for always where nothing else is asked; the plan is nil for other calls,
// which are asked about with all that they are given.
func (j *judge) put(ctx context.Context, asks engine.Decision) (approval.Question, *approval.Plan, error) {
	question := approval.Question{By: j.client.Name, Reasons: kit.Reasons(asks)}
	if j.call.Kind != "shell" {
		var input bytes.Buffer
		w := json.NewEncoder(&input)
		w.SetEscapeHTML(false) // a person reads it
		w.SetIndent("", "  ")
		err := w.Encode(j.call.Input)
		question.Call = &approval.Call{Tool: j.call.Tool, Input: strings.TrimSuffix(input.String(), "\n"), Cwd: j.call.From}
		return question, nil, err
	}
	plan, err := approval.Bind(ctx, exec.Subject(j.judged, j.merged))
	if err != nil {
		return question, nil, err
	}
	question.Command = approval.AskedOf(plan)
	question.Always = j.store != nil && len(plan.Loose) == 0 && len(j.asked) > 0 && j.approval == nil &&
		!slices.ContainsFunc(question.Reasons, func(why approval.Why) bool { return !slices.Contains(j.asked, why.Rule) })
	return question, plan, nil
}
