package lint

import (
	"context"
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/skillctl/skillctl/engine"
	"github.com/skillctl/skillctl/engine/fact"
	"github.com/skillctl/skillctl/engine/policy"
	"github.com/skillctl/skillctl/engine/skill"
)

// unreadRule is the rule that tells what was not read or judged.
const unreadRule = "coverage/unread"

// askAbout has the rules judge a package, as far as they come. What they did not come to
// is a gap of its coverage, and told as one.
func (r *run) askAbout(ctx context.Context, kind string, read *skill.Skill, facts *fact.Skill, in engine.Dialects) ([]answer, error) {
	input := &lintInput{Kind: kind, Skill: facts}
	answers, spent, err := r.askWithin(ctx, input, in, r.linter.budget)
	var gap skill.Gap
	switch {
	case errors.Is(err, policy.ErrSpent):
		gap = unjudged(r.linter.rulesAbout(kind))
		gap.Detail = "no rule was judged, since what they found is more than they may put together for one skill"
		answers = nil
	case err != nil:
		return nil, err
	case len(spent.Left) > 0:
		gap = unjudged(rulesOf(spent.Left))
	default:
		return answers, nil
	}
	read.Coverage.Complete = false
	read.Coverage.Gaps = append(read.Coverage.Gaps, gap)
	facts.Coverage = fact.CoverageOf(read)
	answers = slices.DeleteFunc(answers, func(a answer) bool { return a.Rule == unreadRule })
	told, spent, err := r.askWithin(ctx, &lintInput{Kind: kind, Skill: facts, only: unreadRule}, in, r.linter.budget)
	if err == nil && len(spent.Left) > 0 {
		err = policy.ErrSpent
	}
	if err != nil {
		return nil, fmt.Errorf("tell what was not judged: %w", err)
	}
	return append(answers, told...), nil
}

// rulesAbout are the rules that are asked about a kind of unit.
func (e *Linter) rulesAbout(kind string) []string {
	var ids []string
	for i := range e.rules {
		if e.asks(&e.rules[i], kind) {
			ids = append(ids, e.rules[i].ID)
		}
	}
	return ids
}

// rulesOf are the rules in some files, sorted.
func rulesOf(files []string) []string {
	var ids []string
	for _, file := range files {
		ids = append(ids, strings.TrimPrefix(path.Dir(file), "rules/"))
	}
	slices.Sort(ids)
	return slices.Compact(ids)
}

// maxNamedRules is how many rules a gap names in its text; of more it names the categories.
const maxNamedRules = 6

// unjudged is the gap of rules that were not judged.
func unjudged(rules []string) skill.Gap {
	shown := rules
	if len(rules) > maxNamedRules {
		shown = nil
		for _, rule := range rules {
			category, _, _ := strings.Cut(rule, "/")
			shown = append(shown, category+"/…")
		}
		shown = slices.Compact(shown)
	}
	return skill.Gap{File: ".", Reason: skill.GapRules, Rules: rules, Detail: fmt.Sprintf(
		"%d of the rules have more to look at than they may for one skill, and were not judged: %s", len(rules), strings.Join(shown, ", "))}
}
