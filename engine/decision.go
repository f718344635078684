package engine

import (
	"cmp"
	"slices"

	"github.com/skillctl/skillctl/internal/document"
)

// Effect is what follows from a request.
type Effect string

// The effects, from the mildest to the strictest.
const (
	Allow Effect = "allow"
	Warn  Effect = "warn"
	Ask   Effect = "ask"
	Deny  Effect = "deny"
)

// Rank orders effects: the larger is the stricter. What is not an effect ranks
// with [Deny].
func (e Effect) Rank() int {
	switch e {
	case Allow:
		return 0
	case Warn:
		return 1
	case Ask:
		return 2
	}
	return 3
}

// Decision is the answer to a request. The same request, settings and policies
// give the same bytes.
type Decision struct {
	// ID is that of the request, left out when it has none.
	ID     any    `json:"id,omitempty"`
	Effect Effect `json:"effect"`
	// Reasons are never empty; the strictest stands first.
	Reasons []Reason `json:"reasons"`
	// Boundary says where and within what limits it runs.
	Boundary map[string]any `json:"boundary,omitempty"`
	// Policy is the digest of the policies and tables that decided.
	Policy string `json:"policy"`
	// Details are what the profile says besides, such as how it read each part
	// of the command. They are shown on request, not in every answer.
	Details map[string]any `json:"-"`
}

// Asking are the rules that would ask a person, sorted; empty where nobody is to be asked.
func (d *Decision) Asking() []string {
	out := []string{}
	for _, reason := range d.Reasons {
		if d.Effect == Ask && reason.Effect == Ask {
			out = append(out, reason.Rule)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// Reason is one reason of a decision.
type Reason struct {
	// Rule names the policy that says so: "exec/strict/program".
	Rule   string `json:"rule"`
	Effect Effect `json:"effect"`
	// Message says what is there and what is wanted, Hint what to do.
	Message string `json:"message"`
	Hint    string `json:"hint,omitempty"`
	// Span is the place in the command, nil when it is about no single place.
	Span *document.Span `json:"span,omitempty"`
	// Setting is the setting that would change it and where it stands:
	// "skillctl.yaml:3:5 exec.allowlist", or "exec.allowlist" when it is built in.
	Setting string `json:"setting,omitempty"`
}

// CompareReasons orders reasons, the gravest first: what is shown of many is the first
// one. The effect counts, then whether a setting would change it, then the rule, then the
// place.
func CompareReasons(a, b Reason) int {
	return cmp.Or(
		cmp.Compare(b.Effect.Rank(), a.Effect.Rank()), cmp.Compare(a.light(), b.light()),
		cmp.Compare(a.Rule, b.Rule), cmp.Compare(a.offset(), b.offset()),
		cmp.Compare(a.Message, b.Message), cmp.Compare(a.Hint, b.Hint), cmp.Compare(a.Setting, b.Setting),
	)
}

// Graver orders reasons of any kind by their effects and rules: it is below 0 where a is
// to stand before b.
func Graver(a Effect, aRule string, b Effect, bRule string) int {
	return cmp.Or(cmp.Compare(b.Rank(), a.Rank()), cmp.Compare(aRule, bRule))
}

// light is how little it takes to have the reason gone: what no setting lifts is graver
// than what one does.
func (r *Reason) light() int {
	if r.Setting == "" {
		return 0
	}
	return 1
}

// offset is where a reason is in the command, before all others where it is about no place.
func (r *Reason) offset() int {
	if r.Span == nil {
		return -1
	}
	return r.Span.Start.Offset
}
