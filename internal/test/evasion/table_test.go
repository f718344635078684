package evasion

import (
	"fmt"
	"strings"

	"github.com/skillctl/skillctl/engine"
)

// tally counts verdicts.
type tally map[engine.Verdict]int

func (n tally) String() string {
	return fmt.Sprintf("%d / %d / %d", n[engine.VerdictBlock], n[engine.VerdictReview], n[engine.VerdictPass])
}

// tables are those of the document: for each kind of harm what lint says of each rewrite
// of each case, then all counts.
func tables(list []harm, verdicts map[string]engine.Verdict) string {
	var b strings.Builder
	all := tally{}
	for k, title := range []string{"Sentences", "Commands in a block", "Programs"} {
		fmt.Fprintf(&b, "### %s\n\n| column | skill | what is wrong with it |\n|---|---|---|\n", title)
		head, columns := "", 0
		for _, h := range list {
			if h.kind == kind(k) {
				column, _, _ := strings.Cut(h.name, "-")
				fmt.Fprintf(&b, "| %s | %s | %s |\n", column, h.name, h.about)
				head += " " + column + " |"
				columns++
			}
		}
		fmt.Fprintf(&b, "\n| rewrite |%s", head)
		fmt.Fprintf(&b, " all |\n|---|%s\n", strings.Repeat("---|", columns+1))
		sum := tally{}
		for _, r := range rewrites(kind(k)) {
			fmt.Fprintf(&b, "| %s |", r.name)
			row := tally{}
			for i, h := range list {
				if h.kind == kind(k) {
					got := verdicts[folder(i, r.name)]
					row[got]++
					sum[got]++
					all[got]++
					fmt.Fprintf(&b, " %s |", shown(got))
				}
			}
			fmt.Fprintf(&b, " %s |\n", row)
		}
		fmt.Fprintf(&b, "\n%s of these: %s.\n\n", title, counted(sum))
	}
	fmt.Fprintf(&b, "All together: %s.\n", counted(all))
	return b.String()
}

// shown sets off what should not be.
func shown(v engine.Verdict) string {
	if v == engine.VerdictPass {
		return "**pass**"
	}
	return string(v)
}

func counted(n tally) string {
	sum := n[engine.VerdictBlock] + n[engine.VerdictReview] + n[engine.VerdictPass]
	return fmt.Sprintf("%d rewrites, %d block, %d review, %d pass", sum, n[engine.VerdictBlock], n[engine.VerdictReview], n[engine.VerdictPass])
}
