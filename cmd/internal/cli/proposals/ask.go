package proposals

import (
	"context"
	"fmt"
	"strings"

	"github.com/skillctl/skillctl/cmd/internal/cli/layout"
	"github.com/skillctl/skillctl/engine"
	"github.com/skillctl/skillctl/engine/proposal"
	"github.com/skillctl/skillctl/engine/report/format"
)

// How much of a change a person is shown who is asked whether to make it.
const (
	maxAskedLines = 40
	maxAskedBytes = 8_000
)

// approve asks a person, who is shown what would be written and what the gate makes
// of it.
func (o *proposalsApplyOptions) approve(ctx context.Context, queue *workshop, result *judgedProposal, verdict proposal.Verdict) (bool, error) {
	streams := o.factory.IO
	if !streams.CanAsk() {
		result.Problem = verdict.Told() + ", and there is no terminal to ask on: read the proposal, and confirm with --yes"
		return false, nil
	}
	change, err := proposalDiff(queue, result.bundle, "")
	if err != nil {
		return false, err
	}
	var text strings.Builder
	text.WriteString("\nskillctl: your approval is needed to apply this\n\n")
	text.WriteString(shownToApply(result.bundle, change))
	if result.Decision != nil {
		fmt.Fprintf(&text, "\nlint and the gate, of %s: %s\n", layout.Count(result.Decision.Files, "file"), judgedAs(result.Decision.Effect))
	}
	writeReasons(&text, result.Decision)
	fmt.Fprintf(&text, "\napply %s to the skills of agent %s? %s [y/N] ", format.Escape(result.Record.ID), format.Escape(queue.agent), format.Escape(verdict.Told()))
	yes, err := streams.Confirm(ctx, text.String())
	if err == nil && !yes {
		result.Problem = "the answer was no"
	}
	return yes, err
}

// judgedAs says in words what the gate says.
func judgedAs(effect engine.Effect) string {
	switch effect {
	case engine.Allow:
		return "no objections"
	case engine.Warn:
		return "warnings"
	}
	return string(effect)
}

// shownToApply is what a proposal is about, and the beginning of what it changes.
func shownToApply(b *proposal.Bundle, change string) string {
	p := &layout.Panel{}
	p.Row("proposal", b.ID)
	p.Row("kind", b.Kind)
	p.Row("about", b.Description)
	p.Row("made", strings.TrimSpace(b.CreatedAt+" by "+b.CreatedBy))
	p.Row("goal", b.Goal)
	p.Row("evidence", b.Evidence)
	p.Row("writes", b.Target.SkillFile)
	for i, f := range b.Support {
		name := ""
		if i == 0 {
			name = "and"
		}
		p.Row(name, fmt.Sprintf("%s (%d bytes)", f.Path, f.Size))
	}
	lines := strings.Split(strings.TrimSuffix(change, "\n"), "\n")
	shown, size := 0, 0
	for shown < min(len(lines), maxAskedLines) && size+len(lines[shown]) <= maxAskedBytes {
		size += len(lines[shown])
		shown++
	}
	if shown > 0 {
		p.Text("change", strings.Join(lines[:shown], "\n"))
	}
	if more := len(lines) - shown; more > 0 {
		// Not broken, so that it can be copied.
		fmt.Fprintf(&p.Out, "\nThat is not all: %s more. To read it whole:\n  skillctl proposals inspect %s --diff\n", layout.Count(more, "line"), format.Escape(b.ID))
	}
	return p.String()
}
