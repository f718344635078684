package detect

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"time"

	"github.com/skillctl/skillctl/engine"
	"github.com/skillctl/skillctl/engine/lint"
)

// Item is what lint says of one labelled skill.
type Item struct {
	Label
	// Skills is how many there are in its folder; of several the worst verdict counts.
	Skills  int            `json:"skills"`
	Verdict engine.Verdict `json:"verdict"`
	Safety  engine.Verdict `json:"safety"`
	Form    engine.Verdict `json:"form"`
	// Rules are those with a finding of at least medium severity, sorted.
	Rules []string `json:"rules"`
	// Milliseconds is how long it took.
	Milliseconds float64 `json:"ms"`
}

// judge asks lint about each labelled skill of a corpus, one after the other.
func judge(ctx context.Context, corpus string, labels []Label, progress func(done int)) ([]Item, string, error) {
	linter, err := lint.New()
	if err != nil {
		return nil, "", err
	}
	// The rules are compiled when they are first asked, which is no time of a skill.
	if _, err := linter.Lint(ctx, []string{filepath.Join(corpus, filepath.FromSlash(labels[0].Path))}); err != nil {
		return nil, "", fmt.Errorf("lint %s: %w", labels[0].Path, err)
	}
	items := make([]Item, 0, len(labels))
	for i, label := range labels {
		start := time.Now()
		report, err := linter.Lint(ctx, []string{filepath.Join(corpus, filepath.FromSlash(label.Path))})
		if err != nil {
			return nil, "", fmt.Errorf("lint %s: %w", label.Path, err)
		}
		one := itemOf(label, &report)
		one.Milliseconds = float64(time.Since(start).Microseconds()) / 1000
		items = append(items, one)
		progress(i + 1)
	}
	return items, linter.Policy(), nil
}

// itemOf takes from a report what counts.
func itemOf(label Label, report *engine.Report) Item {
	one := Item{Label: label, Skills: len(report.Skills), Verdict: engine.VerdictPass, Safety: engine.VerdictPass, Form: engine.VerdictPass, Rules: []string{}}
	units := slices.Concat(report.Skills, report.Projects)
	for i := range units {
		skill := &units[i]
		one.Verdict, one.Safety, one.Form = one.Verdict.Worse(skill.Verdict), one.Safety.Worse(skill.Safety), one.Form.Worse(skill.Form)
		for k := range skill.Findings {
			f := &skill.Findings[k]
			if f.Suppressed == nil && f.Severity.Rank() <= engine.SeverityMedium.Rank() && !slices.Contains(one.Rules, f.Rule) {
				one.Rules = append(one.Rules, f.Rule)
			}
		}
	}
	slices.Sort(one.Rules)
	return one
}
