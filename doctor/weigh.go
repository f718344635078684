package doctor

import (
	"context"
	"fmt"
	"strings"

	"github.com/skillctl/skillctl/engine"
	"github.com/skillctl/skillctl/engine/policy"
)

// Found says what a result is about.
type Found string

// What checks find.
const (
	// Fault is what the check looks for, and holds for results that say nothing.
	Fault Found = "fault"
	// Unseen: what could be a fault could not be looked at.
	Unseen Found = "unseen"
	// None: there is nothing that it could be so of.
	None Found = "none"
	// Missing: a file does not exist.
	Missing Found = "missing"
	// Unreadable: a document cannot be read.
	Unreadable Found = "unreadable"
	// Unavailable: what is to be tried cannot be had here.
	Unavailable Found = "unavailable"
	// Refused: something harmless is refused.
	Refused Found = "refused"
	// Slow: an answer takes long.
	Slow Found = "slow"
	// Idle: something has not happened for a while.
	Idle Found = "idle"
	// Left: something goes on that should have ended.
	Left Found = "left"
)

// Judge gives results their severities, by policies/doctor. The policies are
// compiled when they are first asked.
type Judge struct {
	policies *policy.Loader
}

// NewJudge returns a judge by the policies that ship with skillctl.
func NewJudge() *Judge {
	return &Judge{policy.NewLoader(policy.WithFilter(func(file string) bool {
		return strings.HasPrefix(file, "doctor/") || file == "lib/exec/environment.rego"
	}))}
}

// fact is a result as policies see it: schema/doctor.cue.
type fact struct {
	Check string `json:"check"`
	Found Found  `json:"found"`
	Name  string `json:"name,omitempty"`
	// Agent and Always are those of a [Result].
	Agent  *AgentFact `json:"agent,omitempty"`
	Always bool       `json:"always,omitempty"`
	// Start is that of a [Result].
	Start *StartFact `json:"start,omitempty"`
}

// AgentFact is an agent that a result is about, and how it asks skillctl.
type AgentFact struct {
	Name string `json:"name"`
	// Asks: some hook of it calls skillctl, or is to. Managed: the one in its managed
	// configuration is whole; Alone: with that it runs no hook of a user or a project.
	Asks    bool `json:"asks"`
	Managed bool `json:"managed"`
	Alone   bool `json:"alone"`
}

// Weigh fills in the severity of each result.
func (j *Judge) Weigh(ctx context.Context, results []Result) error {
	if len(results) == 0 {
		return nil
	}
	facts := make([]fact, len(results))
	for i, r := range results {
		facts[i] = fact{Check: r.Check, Found: r.Found, Name: r.Name, Agent: r.Agent, Always: r.Always, Start: r.Start}
		if r.Found == "" {
			facts[i].Found = Fault
		}
	}
	query, err := j.policies.Prepare(ctx, "severities", "data.skillctl.doctor.severities", nil)
	if err != nil {
		return fmt.Errorf("weigh results: %w", err)
	}
	var severities []engine.Severity
	if err := query.EvalInto(ctx, map[string]any{"facts": facts}, &severities); err != nil {
		return fmt.Errorf("weigh results: %w", err)
	}
	if len(severities) != len(results) {
		return fmt.Errorf("weigh results: %d severities for %d results", len(severities), len(results))
	}
	for i, severity := range severities {
		results[i].Severity = severity
	}
	return nil
}
