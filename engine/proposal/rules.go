package proposal

import (
	"context"
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/skillctl/skillctl/engine/policy"
)

// What may be done with a proposal; an action of policies/proposals.
const (
	actionAdd     = "add"
	actionExamine = "examine"
	actionApply   = "apply"
	// ActionReject and ActionQuarantine close a proposal.
	ActionReject     = "reject"
	ActionQuarantine = "quarantine"
)

// Effects of a [Verdict].
const (
	Allow = "allow"
	Ask   = "ask"
)

// Verdict is what the policies say of something that is to be done to a queue.
type Verdict struct {
	// Effect is [Allow], [Ask] when a person has to say yes, else a no.
	Effect string `json:"effect"`
	// Stale says why a proposal does not fit what is there any more, "" while it
	// does.
	Stale string `json:"stale"`
	// Reasons are sorted and never empty.
	Reasons []Reason `json:"reasons"`
}

// Reason is one reason of a verdict.
type Reason struct {
	Rule    string `json:"rule"`
	Effect  string `json:"effect"`
	Message string `json:"message"`
	Hint    string `json:"hint,omitempty"`
	// Setting is the path of the setting of OpenClaw that would change it, Place
	// where it stands, "" where it does not.
	Setting []string `json:"setting,omitempty"`
	Place   string   `json:"place,omitempty"`
}

// Told are the messages of the reasons that do not simply allow.
func (v *Verdict) Told() string { return told(v.Reasons) }

func told(reasons []Reason) string {
	var parts []string
	for _, reason := range reasons {
		if reason.Effect == Allow {
			continue
		}
		text := reason.Message
		more := slices.DeleteFunc([]string{reason.Place, reason.Hint}, func(s string) bool { return s == "" })
		if len(more) > 0 {
			text += " (" + strings.Join(more, "; ") + ")"
		}
		parts = append(parts, text)
	}
	return strings.Join(parts, "; ")
}

// Rules answer what may be done to a queue: the policies of policies/proposals.
// They are compiled when they are first asked, and safe for concurrent use.
type Rules struct{ loader *policy.Loader }

// entry is the question that is asked, maxDecision how long an answer may take.
const (
	entry       = "data.skillctl.proposals.decision"
	maxDecision = 5 * time.Second
)

// NewRules gives the policies that are built in.
func NewRules() *Rules {
	return &Rules{policy.NewLoader(policy.WithFilter(func(file string) bool {
		return path.Dir(file) == "proposals" || file == "lib/effect.rego"
	}))}
}

func (q *Queue) decide(ctx context.Context, facts *facts) (Verdict, error) {
	query, err := q.rules.loader.Prepare(ctx, entry, entry, nil)
	if err != nil {
		return Verdict{}, err
	}
	asking, cancel := context.WithTimeout(ctx, maxDecision)
	defer cancel()
	var verdict Verdict
	if err := query.EvalInto(asking, facts, &verdict); err != nil {
		return Verdict{}, err
	}
	if len(verdict.Reasons) == 0 {
		return Verdict{}, errors.New("the policies give no reason")
	}
	for i := range verdict.Reasons {
		if setting := verdict.Reasons[i].Setting; len(setting) > 0 {
			verdict.Reasons[i].Place = q.place(setting)
		}
	}
	return verdict, nil
}

// Consent asks a person whether something may be done that the policies do not
// simply allow.
type Consent func(ctx context.Context, verdict Verdict) (bool, error)

// Given is the consent of somebody who said yes, or did not, before.
func Given(yes bool) Consent {
	return func(context.Context, Verdict) (bool, error) { return yes, nil }
}

// Permit asks the policies whether a proposal may be closed. What they do not
// allow is a [*RefusedError].
func (q *Queue) Permit(ctx context.Context, action string, r *Record, consent Consent) error {
	return q.permit(ctx, r.ID, q.factsOf(action, r), consent)
}

func (q *Queue) permit(ctx context.Context, id string, facts *facts, consent Consent) error {
	verdict, err := q.decide(ctx, facts)
	if err == nil && verdict.Effect == Ask {
		if facts.Approved, err = consent(ctx, verdict); err == nil && facts.Approved {
			verdict, err = q.decide(ctx, facts)
		}
	}
	switch {
	case err != nil:
		return err
	case verdict.Stale != "":
		return &StaleError{id, verdict.Stale}
	case verdict.Effect != Allow:
		return &RefusedError{id, verdict.Reasons}
	}
	return nil
}

// Outdated says why a pending proposal does not fit what is there any more, ""
// while it does.
func (q *Queue) Outdated(ctx context.Context, r *Record) (string, error) {
	if r.Status != Pending {
		return "", nil
	}
	verdict, err := q.decide(ctx, q.factsOf(actionExamine, r))
	return verdict.Stale, err
}

// RefusedError says that the policies do not let something be done.
type RefusedError struct {
	// ID is that of the proposal, "" for one that is to be added.
	ID      string
	Reasons []Reason
}

// Error says why.
func (e *RefusedError) Error() string {
	if e.ID == "" {
		return told(e.Reasons)
	}
	return fmt.Sprintf("proposal %s: %s", e.ID, told(e.Reasons))
}
