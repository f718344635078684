package engine

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/skillctl/skillctl/engine/document"
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

// maxReasons is how many reasons a decision holds: who denies a command with
// thousands of parts has said enough with these.
const maxReasons = 50

// execAnswer is what data.skillctl.exec.decision gives.
type execAnswer struct {
	Effect   Effect          `json:"effect"`
	Reasons  []answeredCause `json:"reasons"`
	Boundary map[string]any  `json:"boundary"`
	Details  map[string]any  `json:"details"`
}

// answeredCause is a reason as policies write it.
type answeredCause struct {
	Effect  Effect         `json:"effect"`
	Rule    string         `json:"rule"`
	Message string         `json:"message"`
	Hint    string         `json:"hint"`
	Span    *document.Span `json:"span"`
	// Setting is a path, "exec.allowlist" or ["exec", "allowlist", 2].
	Setting settingPath `json:"setting"`
}

// settingPath is the path of a setting: strings are keys, ints are indices.
type settingPath []any

// UnmarshalJSON reads a dotted path or a list of keys and indices.
func (p *settingPath) UnmarshalJSON(text []byte) error {
	var value any
	if err := json.Unmarshal(text, &value); err != nil {
		return err
	}
	*p = nil
	switch value := value.(type) {
	case nil:
	case string:
		for part := range strings.SplitSeq(value, ".") {
			*p = append(*p, part)
		}
	case []any:
		for _, part := range value {
			switch part := part.(type) {
			case string:
				*p = append(*p, part)
			case float64:
				*p = append(*p, int(part))
			default:
				return fmt.Errorf("a setting is named by keys and indices, not by %v", part)
			}
		}
	default:
		return fmt.Errorf("a setting is named by a path, not by %v", value)
	}
	return nil
}

// String writes the path as settings are named in messages: "exec.allowlist[2]".
func (p settingPath) String() string {
	var out strings.Builder
	for _, part := range p {
		switch part := part.(type) {
		case int:
			fmt.Fprintf(&out, "[%d]", part)
		case string:
			if out.Len() > 0 {
				out.WriteByte('.')
			}
			out.WriteString(part)
		}
	}
	return out.String()
}

// resolve says where the setting stands, "" when p names none.
func (p settingPath) resolve(settings Settings) string {
	if len(p) == 0 {
		return ""
	}
	for n := len(p); n > 1; n-- {
		if place, ok := settings.Origin(p[:n]...); ok {
			return place.String() + " " + p.String()
		}
	}
	return p.String()
}

// reasonsOf turns what a policy gave into reasons, the strictest first. Reasons
// to allow are left out of a refusal.
func (a *execAnswer) reasonsOf(settings Settings) []Reason {
	reasons := make([]Reason, 0, len(a.Reasons))
	for _, cause := range a.Reasons {
		reason := Reason{Rule: cause.Rule, Effect: cause.Effect, Message: cause.Message, Hint: cause.Hint, Setting: cause.Setting.resolve(settings)}
		if reason.Effect.Rank() == Deny.Rank() {
			reason.Effect = Deny
		}
		if cause.Span != nil && !cause.Span.IsZero() {
			reason.Span = cause.Span
		}
		if reason.Effect == Allow && a.Effect.Rank() > Warn.Rank() {
			continue
		}
		reasons = append(reasons, reason)
	}
	slices.SortFunc(reasons, compareReasons)
	if more := len(reasons) - maxReasons; more > 0 {
		reasons = append(reasons[:maxReasons], Reason{
			Rule: "exec/more", Effect: reasons[maxReasons].Effect, Message: fmt.Sprintf("%d more reasons are left out", more),
		})
	}
	return reasons
}

func compareReasons(a, b Reason) int {
	return cmp.Or(
		cmp.Compare(b.Effect.Rank(), a.Effect.Rank()),
		cmp.Compare(offset(a.Span), offset(b.Span)),
		cmp.Compare(a.Rule, b.Rule),
		cmp.Compare(a.Message, b.Message),
		cmp.Compare(a.Hint, b.Hint),
		cmp.Compare(a.Setting, b.Setting),
	)
}

func offset(span *document.Span) int {
	if span == nil {
		return -1
	}
	return span.Start.Offset
}
