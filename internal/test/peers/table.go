package peers

import (
	"fmt"
	"io"
	"strings"
	"time"
)

// table writes the results as a table in Markdown. What is over what is wanted is
// marked, and so is what is not known.
func table(w io.Writer, results []result) {
	fmt.Fprintln(w, "| what | takes | beside | ratio | wanted | |")
	fmt.Fprintln(w, "|---|---|---|---|---|---|")
	for _, r := range results {
		if r.left != "" {
			fmt.Fprintf(w, "| %s | | | | | left out: %s |\n", r.what, r.left)
			continue
		}
		if len(r.peers) == 0 {
			fmt.Fprintf(w, "| %s | %s | | | %s | %s |\n", r.what, r.figures(), r.bounds(), verdict(r.met()))
		}
		for i, p := range r.peers {
			what, takes := r.what, r.figures()
			if i > 0 {
				what, takes = "", ""
			}
			fmt.Fprintf(w, "| %s | %s | %s, %s | %.2f | ≤ %.1f | %s |\n", what, takes, p.name, short(r.theirs[i]), r.ratios[i], p.wanted, verdict(r.ratios[i] <= p.wanted))
		}
	}
}

func (r *result) figures() string {
	text := short(r.time)
	if r.memory > 0 {
		text += fmt.Sprintf(", %d MiB", r.resident>>20)
	}
	return text
}

func (r *result) bounds() string {
	var all []string
	if r.wanted > 0 {
		all = append(all, "≤ "+short(r.wanted))
	}
	if r.memory > 0 {
		all = append(all, fmt.Sprintf("≤ %d MiB", r.memory>>20))
	}
	return strings.Join(all, ", ")
}

func (r *result) met() bool {
	return (r.wanted == 0 || r.time <= r.wanted) && (r.memory == 0 || r.resident > 0 && r.resident <= r.memory)
}

func verdict(met bool) string {
	if met {
		return "met"
	}
	return "not met"
}

// short writes a time with three digits.
func short(d time.Duration) string {
	switch {
	case d >= 10*time.Second:
		return d.Round(100 * time.Millisecond).String()
	case d >= time.Second:
		return d.Round(10 * time.Millisecond).String()
	case d >= 10*time.Millisecond:
		return d.Round(100 * time.Microsecond).String()
	case d >= time.Millisecond:
		return d.Round(10 * time.Microsecond).String()
	}
	return d.Round(100 * time.Nanosecond).String()
}
