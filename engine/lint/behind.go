package lint

import (
	"context"

	"github.com/skillctl/skillctl/engine"
)

// Behind says what the verdict on a skill comes from.
type Behind struct {
	// Findings are those that give it by themselves, as they stand in the report; if
	// none does, all that have a part in it.
	Findings []Cause
	// Unread says that it, or a part of it, comes from what was not read.
	Unread bool
	// Without is the verdict that is left when none of these counts.
	Without engine.Verdict
}

// Cause is a finding behind a verdict.
type Cause struct {
	Finding engine.Finding
	// Without is the verdict that is left when this one alone does not count.
	Without engine.Verdict
}

// Behind asks the policy for verdicts without some of the findings of a skill: those
// that are suppressed have no part in any.
func (e *Linter) Behind(ctx context.Context, s engine.SkillReport) (Behind, error) {
	counted := e.unsuppressed(s.Findings)
	causes, rest := []engine.Finding{}, []engine.Finding{}
	for _, f := range counted {
		alone, err := e.verdicts.of(ctx, []engine.Finding{f}, true)
		if err != nil {
			return Behind{}, err
		}
		if s.Verdict != engine.VerdictPass && alone.Verdict == s.Verdict {
			causes = append(causes, f)
		} else {
			rest = append(rest, f)
		}
	}
	nothing, err := e.verdicts.of(ctx, nil, s.Complete)
	if err != nil {
		return Behind{}, err
	}
	out := Behind{Findings: []Cause{}, Unread: !s.Complete && nothing.Verdict == s.Verdict}
	if len(causes) == 0 && !out.Unread && s.Verdict != engine.VerdictPass {
		causes, rest = counted, nil
	}
	for i := range causes {
		others := append(append([]engine.Finding{}, rest...), causes[:i]...)
		left, err := e.verdicts.of(ctx, append(others, causes[i+1:]...), s.Complete)
		if err != nil {
			return Behind{}, err
		}
		out.Findings = append(out.Findings, Cause{causes[i], left.Verdict})
	}
	left, err := e.verdicts.of(ctx, rest, s.Complete || out.Unread)
	out.Without = left.Verdict
	return out, err
}
