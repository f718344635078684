package format

import (
	"cmp"
	"slices"

	"github.com/skillctl/skillctl/engine"
)

// group are the findings of one rule about one skill or file, the worst first: what a
// person corrects together.
type group []engine.Finding

// unit is a skill or a configuration file, or what belongs to none, with the findings
// that are shown of it.
type unit struct {
	name    string
	verdict engine.Verdict
	groups  []group
	// known counts the findings that a baseline holds.
	known int
}

// groups are the findings that count and are at least as bad as the options want, the
// worst skill first, and in it the worst rule; hidden are those left out.
func groups(r engine.Report, o options) (list []group, hidden []engine.Finding) {
	shown, _, hidden := units(r, o)
	for _, one := range shown {
		list = append(list, one.groups...)
	}
	return list, hidden
}

// units are those with findings to show, the worst first; silent are the others.
func units(r engine.Report, o options) (shown, silent []unit, hidden []engine.Finding) {
	add := func(one unit, findings []engine.Finding) {
		list := active(findings)
		for _, f := range findings {
			if f.Suppressed != nil && f.Suppressed.Kind == "baseline" {
				one.known++
			}
		}
		hidden = append(hidden, slices.DeleteFunc(slices.Clone(list), func(f engine.Finding) bool { return AtLeast(f.Severity, o.least) })...)
		list = slices.DeleteFunc(list, func(f engine.Finding) bool { return !AtLeast(f.Severity, o.least) })
		if len(list) == 0 {
			silent = append(silent, one)
			return
		}
		one.groups = byRule(list)
		shown = append(shown, one)
	}
	for i := range r.Skills {
		add(unit{name: r.Skills[i].Path, verdict: r.Skills[i].Verdict}, r.Skills[i].Findings)
	}
	for i := range r.Projects {
		add(unit{name: r.Projects[i].Path, verdict: r.Projects[i].Verdict}, r.Projects[i].Findings)
	}
	for i := range r.Configs {
		add(unit{name: r.Configs[i].Path}, r.Configs[i].Findings)
	}
	if len(r.Findings) > 0 {
		add(unit{}, r.Findings)
	}
	slices.SortStableFunc(shown, func(a, b unit) int { return compareWorst(a.groups[0][0], b.groups[0][0]) })
	return shown, silent, hidden
}

// byRule puts the findings of each rule together.
func byRule(unit []engine.Finding) []group {
	slices.SortStableFunc(unit, compareWorst)
	var list []group
	at := map[string]int{}
	for _, f := range unit {
		i, known := at[f.Rule]
		if !known {
			i = len(list)
			at[f.Rule], list = i, append(list, nil)
		}
		list[i] = append(list[i], f)
	}
	return list
}

func compareWorst(a, b engine.Finding) int {
	return cmp.Or(cmp.Compare(a.Severity.Rank(), b.Severity.Rank()), compareFindings(a, b))
}
