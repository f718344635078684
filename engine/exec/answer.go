package exec

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/skillctl/skillctl/engine"
	"github.com/skillctl/skillctl/internal/document"
)

// maxReasons is how many reasons a decision holds: who denies a command with
// thousands of parts has said enough with these.
const maxReasons = 50

// noMessage stands for the message that a reason of an operator's policy lacks.
const noMessage = "the operator's policy gives no message"

// reasonKeys are the keys of a reason, for who wrote another one.
const reasonKeys = "effect, rule, message, hint, span and setting"

// execAnswer is what data.skillctl.exec.decision gives.
type execAnswer struct {
	Effect   engine.Effect   `json:"effect"`
	Reasons  []answeredCause `json:"reasons"`
	Boundary map[string]any  `json:"boundary"`
	Details  map[string]any  `json:"details"`
	Offers   []offer         `json:"offers"`
}

// answeredCause is a reason as policies write it.
type answeredCause struct {
	Effect  engine.Effect  `json:"effect"`
	Rule    string         `json:"rule"`
	Message string         `json:"message"`
	Hint    string         `json:"hint"`
	Span    *document.Span `json:"span"`
	// Setting is a path, "exec.allowlist" or ["exec", "allowlist", 2].
	Setting engine.SettingPath `json:"setting"`
	// Offered is what a hint says before an entry of the allow-list that would answer it, nil
	// where none would.
	Offered *string `json:"offered"`
}

// reason is what is told of a cause.
func (c *answeredCause) reason(settings engine.Settings) engine.Reason {
	reason := engine.Reason{Rule: c.Rule, Effect: c.Effect, Message: cmp.Or(c.Message, noMessage), Hint: c.Hint, Setting: c.Setting.Place(settings)}
	if reason.Effect.Rank() == engine.Deny.Rank() {
		reason.Effect = engine.Deny
	}
	if c.Span != nil && !c.Span.IsZero() {
		reason.Span = copiedSpan(c.Span)
	}
	return reason
}

// reasonsOf turns what a policy gave into reasons, the strictest first. Reasons
// to allow are left out of a refusal.
func (a *execAnswer) reasonsOf(settings engine.Settings) []engine.Reason {
	reasons := make([]engine.Reason, 0, len(a.Reasons))
	for _, cause := range a.Reasons {
		reason := cause.reason(settings)
		if reason.Effect == engine.Allow && a.Effect.Rank() > engine.Warn.Rank() {
			continue
		}
		reasons = append(reasons, reason)
	}
	slices.SortFunc(reasons, engine.CompareReasons)
	if more := len(reasons) - maxReasons; more > 0 {
		reasons = append(reasons[:maxReasons], engine.Reason{
			Rule: "exec/more", Effect: reasons[maxReasons].Effect, Message: fmt.Sprintf("%d more reasons are left out", more),
		})
	}
	return reasons
}
