package format

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/skillctl/skillctl/engine"
	"github.com/skillctl/skillctl/engine/report/table"
)

// tally is how often a rule is broken.
type tally struct {
	rule, title     string
	severity        engine.Severity // the worst
	findings, units int
}

// Statistics writes how many findings each rule has and in how many skills and
// configuration files, the most frequent of the worst first, and the summary.
func Statistics(w io.Writer, r engine.Report, opts ...Option) error {
	r, o := prepare(r, opts)
	out := &writer{w: w}
	counts := map[string]*tally{}
	list, hidden := groups(r, o)
	for _, g := range list {
		one := counts[g[0].Rule]
		if one == nil {
			one = &tally{rule: g[0].Rule, title: g[0].Title, severity: g[0].Severity}
			counts[g[0].Rule] = one
		}
		if g[0].Severity.Rank() < one.severity.Rank() {
			one.severity = g[0].Severity
		}
		one.findings += len(g)
		one.units++
	}
	sorted := slices.SortedFunc(maps.Values(counts), func(a, b *tally) int {
		return cmp.Or(cmp.Compare(a.severity.Rank(), b.severity.Rank()), cmp.Compare(b.findings, a.findings), cmp.Compare(a.rule, b.rule))
	})
	rows := [][]string{{"findings", "skills", "severity", "rule", "title"}}
	for _, one := range sorted {
		rows = append(rows, []string{
			fmt.Sprintf("%8d", one.findings), fmt.Sprintf("%6d", one.units), string(one.severity), Escape(one.rule), show(one.title),
		})
	}
	if len(sorted) > 0 {
		var text strings.Builder
		table.Write(&text, rows, o.terminal)
		out.put(text.String())
	}
	if o.summary {
		out.put(summary(r, o), "\n")
	}
	if len(hidden) > 0 {
		out.put(leftOut(hidden, o), "\n")
	}
	return out.err
}
