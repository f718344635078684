package exec

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/skillctl/skillctl/engine"
	"github.com/skillctl/skillctl/engine/approval"
)

// Approvals looks for what people approved; [*approval.Store] does.
type Approvals interface {
	Match(ctx context.Context, subject approval.Subject, asked []string, now time.Time) (approval.Match, error)
}

// Consultation is a decision, and what was found out on the way to it.
type Consultation struct {
	Decision engine.Decision
	// Profile is the one that was asked, Facts what it was told about the command;
	// nil when no policy was asked.
	Profile string
	Facts   *Facts
	// Asked are the rules that would ask a person, sorted; empty when no person
	// could let the request pass, or none has to.
	Asked []string
	// Approval lets it pass, nil for none. Whoever starts the command calls
	// [approval.Store.Use] with its ID right before.
	Approval *approval.Record
	// Misses are approvals of the same words that do not hold.
	Misses []approval.Miss
	// Plan is what the approval is bound to, nil without one.
	Plan *approval.Plan
}

// Explanation is the decision and what it was drawn from, with all that is known
// about the command of the request.
func (c Consultation) Explanation(req Request, settings engine.Settings) Explanation {
	return complete(Explanation{Decision: c.Decision, Profile: c.Profile, Facts: c.Facts}, req, settings)
}

// Consult decides a request and, when a person would be asked, looks whether one
// has approved just this already. Only a question is ever answered by an
// approval: what is denied stays denied. The policies are asked again with the
// approval as a fact, and it is for them to say what follows. Nothing is used
// up. Without a store it is [Decider.Decide].
func (d *Decider) Consult(ctx context.Context, req Request, settings engine.Settings, store Approvals, now time.Time) (Consultation, error) {
	req.Exec.Approved, req.Exec.Approval = false, nil
	first, err := d.decide(ctx, req, settings, nil, true)
	out := Consultation{Decision: first.Decision, Profile: first.Profile, Facts: first.Facts}
	if err != nil || first.Effect.Rank() <= engine.Warn.Rank() {
		return out, err
	}
	asking := first
	if req.Exec.Unattended {
		attended := req
		attended.Exec.Unattended = false
		if asking, err = d.decide(ctx, attended, settings, first.Facts, true); err != nil {
			return Consultation{}, err
		}
	}
	if asking.Effect != engine.Ask {
		return out, nil
	}
	out.Asked = asking.Decision.Asking()
	if store == nil {
		return out, nil
	}
	found, err := store.Match(ctx, Subject(req, settings), out.Asked, now)
	if ctx.Err() != nil {
		return Consultation{}, fmt.Errorf("decide: %w", ctx.Err())
	}
	if err != nil {
		return Consultation{Decision: refuseApproval(first.Decision, err), Profile: out.Profile, Facts: out.Facts}, nil
	}
	out.Misses = found.Misses
	if found.Record == nil {
		out.Decision.Reasons = append(slices.Clone(first.Reasons), missed(first.Effect, found.Misses)...)
		return out, nil
	}
	return d.approved(ctx, req, settings, out, found)
}

// refuseApproval denies since the store cannot be trusted. A subject that cannot
// be bound was just not approved.
func refuseApproval(first engine.Decision, err error) engine.Decision {
	var unbound *approval.SubjectError
	if errors.As(err, &unbound) {
		return first
	}
	first.Effect = engine.Deny
	first.Reasons = append([]engine.Reason{{Rule: "exec/approvals", Effect: engine.Deny, Message: err.Error()}}, first.Reasons...)
	return first
}

// approved asks the policies again, with the approval that was found.
func (d *Decider) approved(ctx context.Context, req Request, settings engine.Settings, out Consultation, found approval.Match) (Consultation, error) {
	r := found.Record
	req.Exec.Approved = true
	req.Exec.Approval = &Approval{
		ID: r.ID, Scope: string(r.Scope), Reviewer: r.Reviewer, Reason: r.Reason, Created: r.Created, Expires: r.Expires,
	}
	second, err := d.decide(ctx, req, settings, out.Facts, true)
	if err != nil {
		return Consultation{}, err
	}
	if second.Effect.Rank() <= engine.Warn.Rank() {
		out.Decision, out.Approval, out.Plan = second.Decision, r, found.Plan
		return out, nil
	}
	out.Decision.Reasons = append(slices.Clone(out.Decision.Reasons), engine.Reason{
		Rule: "exec/approvals", Effect: out.Decision.Effect,
		Message: fmt.Sprintf("approval %s (%s) does not apply: a person has to be asked each time", r.ID, r.Scope),
	})
	return out, nil
}

// missed says why approvals of the same words do not hold.
func missed(effect engine.Effect, misses []approval.Miss) []engine.Reason {
	const most = 5
	var out []engine.Reason
	for _, miss := range misses[:min(len(misses), most)] {
		for _, drift := range miss.Drift[:min(len(miss.Drift), most)] {
			message := drift.Message
			if drift.Kind != approval.DriftState {
				message = fmt.Sprintf("approval %s does not apply: %s", miss.ID, message)
			}
			out = append(out, engine.Reason{Rule: "exec/approvals", Effect: effect, Message: message})
		}
	}
	return out
}

// Subject is what an approval of a request is for.
func Subject(req Request, settings engine.Settings) approval.Subject {
	if settings == nil {
		settings = engine.PlainSettings{}
	}
	e := req.Exec
	host := e.Host
	if e.Node != "" {
		host = strings.TrimSpace(host + " " + e.Node)
	}
	return approval.Subject{
		Command: e.Command, Argv: e.Argv, Shell: approval.Shell{Program: e.Shell.Program, Dialect: e.Shell.Dialect}, Cwd: e.Cwd,
		Env: e.Env, Inherited: e.Inherited, Profile: profileName(req, settings.Document()), Host: host, Agent: e.Agent, Channel: e.Channel,
		Elevated: e.Elevated != nil && *e.Elevated,
	}
}
