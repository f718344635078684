package detect

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"github.com/skillctl/skillctl/engine"
)

// print writes a measurement for people.
func print(to io.Writer, r *Result, misses bool) error {
	var b strings.Builder
	table := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	_, _ = fmt.Fprintln(table, "source\tby\tblocked of malicious\tor to review\tblocked of others\tto review")
	for _, s := range append(r.Sources, r.All) {
		for _, by := range []struct {
			name  string
			rates *Rates
		}{{"verdict", &s.Verdict}, {"safety", &s.Safety}, {"safety, families", &s.ByFamily}} {
			_, _ = fmt.Fprintf(table, "%s\t%s\t%s\t%s\t%s\t%s\n", s.Name, by.name, by.rates.Recall, by.rates.Noticed, by.rates.FalseBlock, by.rates.FalseReview)
		}
	}
	for _, m := range []struct {
		name  string
		means *Means
	}{{"verdict", &r.Macro.Verdict}, {"safety", &r.Macro.Safety}} {
		_, _ = fmt.Fprintf(table, "macro\t%s\t%s\t%s\t%s\t%s\n", m.name, mean(m.means.Recall, m.means.Malicious), mean(m.means.Noticed, m.means.Malicious),
			mean(m.means.FalseBlock, m.means.Benign), mean(m.means.FalseReview, m.means.Benign))
	}
	if err := table.Flush(); err != nil {
		return err
	}
	if r.Pairs.Verdict.Of > 0 {
		_, _ = fmt.Fprintf(&b, "pairs told apart: by verdict %s; by safety %s\n", r.Pairs.Verdict, r.Pairs.Safety)
	}
	_, _ = fmt.Fprintf(&b, "time: %.1f s; mean %.1f ms, 95th percentile %.1f ms, slowest %s\n", r.Time.Total/1000, r.Time.Mean, r.Time.P95, r.Time.Slowest)
	for i := range r.Items {
		one := &r.Items[i]
		switch {
		case one.Skills == 0:
			_, _ = fmt.Fprintf(&b, "no skill in it: %s\n", one.Path)
		case misses && !one.right():
			_, _ = fmt.Fprintf(&b, "%s %s: safety %s, form %s, %s\n", one.Kind, one.Path, one.Safety, one.Form, strings.Join(one.Rules, " "))
		}
	}
	_, err := io.WriteString(to, b.String())
	return err
}

func mean(value float64, of int) string {
	if of == 0 {
		return "-"
	}
	return fmt.Sprintf("%.3f of %d sources", value, of)
}

// right says that lint judges a skill as its label does: the one is blocked as not
// safe, the other passes.
func (i *Item) right() bool {
	if i.Kind == malicious {
		return i.Safety == engine.VerdictBlock
	}
	return i.Verdict == engine.VerdictPass
}
