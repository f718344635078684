package lint

import (
	"fmt"
	"strings"

	"github.com/skillctl/skillctl/cmd/internal/cli/kit"
	"github.com/skillctl/skillctl/engine"
	"github.com/skillctl/skillctl/engine/lint"
	"github.com/skillctl/skillctl/engine/report/format"
	"github.com/skillctl/skillctl/engine/report/table"
	"github.com/skillctl/skillctl/schema"
)

// explainedSchema names the version of the JSON that explained is written as.
const explainedSchema = "skillctl.verdicts/v1"

// explained is what explain-verdict tells.
type explained struct {
	Schema string           `json:"schema"`
	Skills []explainedSkill `json:"skills"`
}

type explainedSkill struct {
	Path     string         `json:"path"`
	Name     string         `json:"name"`
	Verdict  engine.Verdict `json:"verdict"`
	Safety   engine.Verdict `json:"safety"`
	Form     engine.Verdict `json:"form"`
	Complete bool           `json:"complete"`
	// Behind are the findings that it comes from, Unread that it comes from what was
	// not read; Without is the verdict without all of these.
	Behind  []explainedCause `json:"behind"`
	Unread  bool             `json:"unread"`
	Without engine.Verdict   `json:"without"`
}

type explainedCause struct {
	Rule       string            `json:"rule"`
	Title      string            `json:"title"`
	Severity   engine.Severity   `json:"severity"`
	Confidence engine.Confidence `json:"confidence"`
	Locus      engine.Locus      `json:"locus"`
	Chain      []engine.Place    `json:"chain"`
	// Change says what to do, Without which verdict is left without this finding.
	Change      string         `json:"change,omitempty"`
	Without     engine.Verdict `json:"without"`
	Docs        string         `json:"docs,omitempty"`
	Fingerprint string         `json:"fingerprint"`
}

func explainedOf(s engine.SkillReport, b lint.Behind) explainedSkill {
	out := explainedSkill{Path: s.Path, Name: s.Name, Verdict: s.Verdict, Safety: s.Safety, Form: s.Form, Complete: s.Complete, Behind: []explainedCause{}, Unread: b.Unread, Without: b.Without}
	for _, c := range b.Findings {
		f := c.Finding
		out.Behind = append(out.Behind, explainedCause{
			Rule: f.Rule, Title: f.Title, Severity: f.Severity, Confidence: f.Confidence, Locus: f.Locus, Chain: f.Way(),
			Change: f.Hint, Without: c.Without, Docs: f.Docs, Fingerprint: f.Fingerprint,
		})
	}
	return out
}

// text is what a person reads, in lines of at most width cells; 0 is as wide as they are.
func (e explained) text(width int) string {
	b := lines{width: width}
	for i, s := range e.Skills {
		if i > 0 {
			b.WriteString("\n")
		}
		s.write(&b)
	}
	return b.String()
}

// lines is a text of which long lines are broken.
type lines struct {
	strings.Builder

	width int
}

// leastText is how few cells of a line are worth breaking a text for.
const leastText = 20

// put writes a line that begins with head and goes on below its text.
func (b *lines) put(head, text string) { b.below(head, strings.Repeat(" ", table.Cells(head)), text) }

// below writes a line that begins with head and goes on behind pad.
func (b *lines) below(head, pad, text string) {
	parts := []string{text}
	if room := b.width - table.Cells(head); b.width > 0 && room >= leastText {
		parts = table.Wrap(text, room, b.width-table.Cells(pad))
	}
	for i, part := range parts {
		if i > 0 {
			head = pad
		}
		b.WriteString(head + part + "\n")
	}
}

func (s explainedSkill) write(b *lines) {
	b.below("", "    ", fmt.Sprintf("%s: %s (safety: %s, form: %s)", format.Escape(s.Path), s.Verdict, s.Safety, s.Form))
	if s.Verdict == engine.VerdictPass {
		if s.Form == engine.VerdictPass {
			b.put("  ", "Nothing that was found stands against it.")
		} else {
			b.put("  ", "Nothing that was found speaks against its safety. Its form has faults: `skillctl lint` shows them.")
		}
		return
	}
	for i, c := range s.Behind {
		b.WriteString("\n")
		b.put(fmt.Sprintf("  %d. ", i+1), fmt.Sprintf("%s: %s (%s, confidence %s, %s)", c.Rule, format.Escape(c.Title), c.Severity, c.Confidence, c.Locus))
		c.draw(b)
		if c.Change != "" {
			b.put("     to change it:       ", format.Escape(c.Change))
		}
		b.put("     verdict without it: ", string(c.Without))
	}
	if s.Unread {
		b.WriteString("\n")
		b.put("  ", "Not all of it was read: `skillctl lint` says what.")
	}
	if text := s.left(); text != "" {
		b.WriteString("\n")
		b.put("  ", text)
	}
}

// left says which verdict is left once all of what is behind this one is gone, and what
// it would come from; "" where that has been said of a single finding.
func (s explainedSkill) left() string {
	n := len(s.Behind)
	if n == 0 || n == 1 && !s.Unread {
		return ""
	}
	without := kit.Either(n == 1, "Without finding 1", fmt.Sprintf("Without findings 1 to %d", n))
	if s.Unread {
		without += ", and with all of it read,"
	}
	if s.Without == engine.VerdictPass {
		return without + " the verdict would be pass."
	}
	return fmt.Sprintf("%s the verdict would be %s, because of other findings; `skillctl lint` shows them.", without, s.Without)
}

// draw draws the way to a finding, a line for each place and one for what is there.
func (c explainedCause) draw(b *lines) {
	for i, p := range c.Chain {
		bar := "│"
		if i == len(c.Chain)-1 {
			bar = " "
		}
		role := p.Role
		if len(c.Chain) == 1 {
			role = "here"
		}
		fmt.Fprintf(b, "     %-6s %s\n", role, format.Escape(schema.Place{File: p.File, Position: p.Span.Start}.String()))
		head := "     " + bar + "        "
		b.below(head, head, format.Escape(p.Text))
	}
}
