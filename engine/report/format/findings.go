package format

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/skillctl/skillctl/engine"
)

// severities are all severities, worst first.
func severities() []engine.Severity {
	return []engine.Severity{
		engine.SeverityCritical, engine.SeverityHigh, engine.SeverityMedium,
		engine.SeverityLow, engine.SeverityInfo,
	}
}

// AtLeast reports whether s is as bad as limit or worse.
func AtLeast(s, limit engine.Severity) bool { return s.Rank() <= limit.Rank() }

// All returns every finding of a report, suppressed ones included, sorted by
// place and then by rule and message.
func All(r engine.Report) []engine.Finding {
	var all []engine.Finding
	for _, f := range r.All() {
		all = append(all, *f)
	}
	slices.SortStableFunc(all, compareFindings)
	return all
}

func compareFindings(a, b engine.Finding) int {
	return cmp.Or(
		cmp.Compare(a.File, b.File),
		cmp.Compare(a.Span.Start.Line, b.Span.Start.Line),
		cmp.Compare(a.Span.Start.Column, b.Span.Start.Column),
		cmp.Compare(a.Severity.Rank(), b.Severity.Rank()),
		cmp.Compare(a.Rule, b.Rule),
		cmp.Compare(a.Message, b.Message),
		cmp.Compare(a.Span.End.Line, b.Span.End.Line),
		cmp.Compare(a.Span.End.Column, b.Span.End.Column),
	)
}

// active returns the findings that count.
func active(all []engine.Finding) []engine.Finding {
	return slices.DeleteFunc(slices.Clone(all), func(f engine.Finding) bool { return f.Suppressed != nil })
}

// location is the "file:line:col" of a finding, escaped; what is unknown is left
// out.
func location(f engine.Finding) string {
	return spot(f.File, f.Span.Start.Line, f.Span.Start.Column)
}

func spot(file string, line, col int) string {
	switch {
	case line <= 0:
		return Escape(file)
	case col <= 0:
		return fmt.Sprintf("%s:%d", Escape(file), line)
	}
	return fmt.Sprintf("%s:%d:%d", Escape(file), line, col)
}

// Summary says in one line what is in a report, what was suppressed included.
func Summary(r engine.Report) string { return summary(r, apply(nil)) }

func summary(r engine.Report, o options) string {
	var counts []string
	total := 0
	for _, s := range severities() {
		if n := r.Summary.BySeverity[s]; n > 0 {
			counts = append(counts, fmt.Sprintf("%d %s", n, s))
			total += n
		}
	}
	var b strings.Builder
	finding, counted := "finding", ""
	if r.Summary.Baselined > 0 {
		// A verdict is of all that is there, what was there before included.
		finding, counted = "new finding", ", with those in the baseline"
	}
	if len(r.Only)+len(r.Ignored) > 0 {
		counted += " by the chosen rules"
	}
	if total == 0 {
		b.WriteString("no " + finding + "s")
	} else {
		fmt.Fprintf(&b, "%s (%s)", count(total, finding), strings.Join(counts, ", "))
	}
	if in := looked(r.Summary, o.command); in != "" {
		b.WriteString(" in " + in)
	}
	for _, v := range []engine.Verdict{engine.VerdictBlock, engine.VerdictReview} {
		if n := r.Summary.ByVerdict[v]; n > 0 {
			fmt.Fprintf(&b, "; %s to %s%s", count(n, "skill"), v, counted)
		}
		if n := len(slices.DeleteFunc(slices.Clone(r.Projects), func(p engine.SkillReport) bool { return p.Verdict != v })); n > 0 {
			fmt.Fprintf(&b, "; %s to %s%s", count(n, "project"), v, counted)
		}
	}
	if n := r.Summary.Suppressed; n > 0 {
		fmt.Fprintf(&b, "; %d suppressed by settings", n)
	}
	if n := r.Summary.Baselined; n > 0 {
		fmt.Fprintf(&b, "; %d in the baseline", n)
	}
	return b.String() + fixable(r, o.fix())
}

// Chosen says that the run asked some of the rules only, "" where it asked all.
func Chosen(r engine.Report) string {
	var said []string
	if len(r.Only) > 0 {
		said = append(said, "only "+strings.Join(r.Only, ", "))
	}
	if len(r.Ignored) > 0 {
		said = append(said, "not "+strings.Join(r.Ignored, ", "))
	}
	if len(said) == 0 {
		return ""
	}
	return "asked: " + strings.Join(said, ", and ") + "; other rules have no part in the verdicts of this run"
}

// leftOut says how many findings a report leaves out because they are mild.
func leftOut(hidden []engine.Finding, o options) string {
	var counts []string
	for _, s := range severities() {
		n := len(slices.DeleteFunc(slices.Clone(hidden), func(f engine.Finding) bool { return f.Severity != s }))
		if n > 0 {
			counts = append(counts, fmt.Sprintf("%d %s", n, s))
		}
	}
	return fmt.Sprintf("%s below %s not shown (%s): --min-severity info shows all", count(len(hidden), "finding"), o.least, strings.Join(counts, ", "))
}

// looked counts what was looked at, "" for nothing but what doctor checks besides; what a
// command other than doctor looks at first is skills.
func looked(s engine.Summary, command string) string {
	var list []string
	for _, one := range []struct {
		n    int
		noun string
		zero bool
	}{
		{s.Skills, "skill", s.Projects+s.Configs == 0 && command != "doctor"}, {s.Projects, "project", false},
		{s.Configs, "configuration file", false},
	} {
		if one.n > 0 || one.zero {
			list = append(list, count(one.n, one.noun))
		}
	}
	switch last := len(list) - 1; {
	case last < 0:
		return ""
	case last > 0:
		return strings.Join(list[:last], ", ") + " and " + list[last]
	}
	return list[0]
}

// fixable says how many findings are fixed by the option that fix names.
func fixable(r engine.Report, fix string) string {
	safe, unsafe := 0, 0
	for _, f := range active(All(r)) {
		switch {
		case f.Fix == nil:
		case f.Fix.Safe:
			safe++
		default:
			unsafe++
		}
	}
	out := ""
	if safe > 0 {
		out += fmt.Sprintf("; %s fixes %d", fix, safe)
	}
	if unsafe > 0 {
		out += fmt.Sprintf("; %s=unsafe fixes %d more", fix, unsafe)
		if safe == 0 {
			out = fmt.Sprintf("; %s=unsafe fixes %d", fix, unsafe)
		}
	}
	return out
}

// count says "1 skill" or "2 skills".
func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
