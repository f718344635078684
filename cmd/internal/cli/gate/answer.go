package gate

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"unicode/utf16"

	"github.com/skillctl/skillctl/cmd/internal/cli/layout"
	"github.com/skillctl/skillctl/engine"
	"github.com/skillctl/skillctl/engine/install"
	"github.com/skillctl/skillctl/engine/report/format"
)

// The limits of OpenClaw 2026.9.6 for an answer. Texts and the notice are counted
// in UTF-16 units. A warning above the limits counts as a failure there.
const (
	maxAnswerFindings = 100
	maxAnswerText     = 1_000
	maxAnswerNotice   = 4_000
	// noticeWords is what the host itself writes around a warning, about 600 units,
	// and some more for versions to come.
	noticeWords = 900
)

// installAnswer is an answer of the install policy protocol of OpenClaw, version 1.
type installAnswer struct {
	Protocol int              `json:"protocolVersion"`
	Decision string           `json:"decision"`
	Reason   string           `json:"reason"`
	Findings []installFinding `json:"findings,omitempty"`
}

type installFinding struct {
	Rule     string `json:"ruleId"`
	Severity string `json:"severity"`
	Message  string `json:"message"`
	File     string `json:"file,omitempty"`
	Line     int    `json:"line,omitempty"`
	Evidence string `json:"evidence,omitempty"`
}

// blockAnswer is the answer to what cannot be judged.
func blockAnswer(reason string) installAnswer {
	return installAnswer{Protocol: 1, Decision: "block", Reason: fitText(reason)}
}

// bytes is the answer as one line.
func (a *installAnswer) bytes() ([]byte, error) {
	text, err := json.Marshal(a)
	return append(text, '\n'), err
}

// openClawAnswer puts a decision in the words of the protocol. What is more than
// the host shows is drawn together: the strictest reasons stay longest.
func openClawAnswer(decision *install.Decision) installAnswer {
	a := installAnswer{Protocol: 1, Decision: map[engine.Effect]string{engine.Allow: "allow", engine.Warn: "warn"}[decision.Effect]}
	a.Decision = cmp.Or(a.Decision, "block")
	a.Reason = cmp.Or(fitText(answerReason(decision)), "no reason is given")
	findings := make([]installFinding, 0, len(decision.Reasons))
	for i := range decision.Reasons {
		findings = append(findings, answerFinding(&decision.Reasons[i]))
	}
	room := maxAnswerNotice - noticeWords - units16(decision.Target.Name) - units16(a.Reason)
	a.Findings = fitFindings(findings, room)
	return a
}

// answerReason says in one sentence why, and pins what was judged: when that is
// something else the next time, the host asks anew.
func answerReason(decision *install.Decision) string {
	strictest := 0
	for strictest < len(decision.Reasons) && decision.Reasons[strictest].Effect == decision.Reasons[0].Effect {
		strictest++
	}
	first := decision.Reasons[0]
	text := first.Message
	if decision.Effect != engine.Allow {
		if first.File != "" {
			text = fmt.Sprintf("%s: %s", first.File, text)
		}
		text = clipUnits(text, maxAnswerText-200)
		if strictest > 1 {
			text += fmt.Sprintf(" (and %d more)", strictest-1)
		}
	}
	if decision.Digest != "" && !strings.Contains(text, decision.Digest) {
		text += fmt.Sprintf("; what was judged is %s in %s", decision.Digest, layout.Count(decision.Files, "file"))
	}
	return text
}

func answerFinding(reason *install.Reason) installFinding {
	severity := map[engine.Effect]string{engine.Allow: "info", engine.Warn: "warn"}[reason.Effect]
	severity = cmp.Or(severity, "critical")
	message := reason.Message
	if reason.Hint != "" {
		message += "; " + reason.Hint
	}
	out := installFinding{Rule: fitText(reason.Rule), Severity: severity, Message: cmp.Or(fitText(message), "no message is given"), File: fitText(reason.File), Line: reason.Line}
	if reason.Setting != "" {
		out.Evidence = fitText("setting " + reason.Setting)
	}
	return out
}

// fitText is a text that the host shows as it is: escaped, not blank at an end and
// not too long.
func fitText(text string) string {
	return clipUnits(strings.TrimSpace(format.Escape(strings.TrimSpace(text))), maxAnswerText)
}

func units16(text string) int {
	n := 0
	for _, r := range text {
		n += utf16.RuneLen(r)
	}
	return n
}

// clipUnits cuts a text to a length, and shows that it did.
func clipUnits(text string, most int) string {
	const more = "..."
	if units16(text) <= most {
		return text
	}
	n := 0
	for i, r := range text {
		if n += utf16.RuneLen(r); n > most-len(more) {
			return text[:i] + more
		}
	}
	return text
}

// units is how much of the notice a finding takes.
func (f *installFinding) units() int {
	n := len("    * [] : \n") + len(f.Severity) + units16(f.Rule) + units16(f.Message)
	if f.File != "" {
		n += len(" ()") + units16(f.File) + len(fmt.Sprint(":", f.Line))
	}
	if f.Evidence != "" {
		n += len(" Evidence: ") + units16(f.Evidence)
	}
	return n
}

func fitting(findings []installFinding, room int) bool {
	for i := range findings {
		room -= findings[i].units()
	}
	return room >= 0 && len(findings) <= maxAnswerFindings
}

// fitFindings makes findings fit: those of one rule become one, then texts become
// shorter, then the last ones become a number.
func fitFindings(findings []installFinding, room int) []installFinding {
	if fitting(findings, room) {
		return findings
	}
	findings = joinFindings(findings)
	for _, most := range []int{400, 200, 120} {
		if fitting(findings, room) {
			return findings
		}
		for i := range findings {
			findings[i].Message = clipUnits(findings[i].Message, most)
			findings[i].File = clipUnits(findings[i].File, most/2)
			findings[i].Rule = clipUnits(findings[i].Rule, most)
			findings[i].Evidence = ""
		}
	}
	for kept := min(len(findings), maxAnswerFindings) - 1; kept > 0; kept-- {
		rest := append(slices.Clone(findings[:kept]), restFinding(findings[kept:]))
		if fitting(rest, room) {
			return rest
		}
	}
	return nil // the reason says how many there are
}

// restFinding stands for findings that there is no room for; the first is the
// gravest.
func restFinding(findings []installFinding) installFinding {
	return installFinding{
		Rule: "install/more", Severity: findings[0].Severity,
		Message: fmt.Sprintf("%s more; `skillctl gate` on the folder shows all", layout.Count(len(findings), "finding")),
	}
}

// joinFindings draws the findings of a rule together; the first stands for them.
func joinFindings(findings []installFinding) []installFinding {
	type key struct{ rule, severity string }
	at, others := map[key]int{}, map[key][]string{}
	var joined []installFinding
	for _, f := range findings {
		k := key{f.Rule, f.Severity}
		if _, known := at[k]; !known {
			at[k] = len(joined)
			joined = append(joined, f)
			continue
		}
		where := f.File
		if where != "" && f.Line > 0 {
			where = fmt.Sprintf("%s:%d", f.File, f.Line)
		}
		others[k] = append(others[k], cmp.Or(where, f.Message))
	}
	const named = 3
	for k, list := range others {
		shown := strings.Join(list[:min(len(list), named)], ", ")
		if len(list) > named {
			shown += ", ..."
		}
		f := &joined[at[k]]
		f.Message = clipUnits(fmt.Sprintf("%s (and %d more: %s)", clipUnits(f.Message, maxAnswerText/2), len(list), shown), maxAnswerText)
	}
	return joined
}
