package lint

import (
	"context"
	"fmt"

	"github.com/skillctl/skillctl/cmd/internal/cli/layout"
	"github.com/skillctl/skillctl/engine"
	"github.com/skillctl/skillctl/engine/report/fix"
	"github.com/skillctl/skillctl/engine/report/format"
)

// maxRounds bounds how often fixes are carried out: those that overlap with
// others wait for the next round.
const maxRounds = 5

// applyFixes carries out fixes, or prints them with --diff, and returns what is left
// to report.
func (j *lintJob) applyFixes(ctx context.Context, r engine.Report) (engine.Report, error) {
	level := fix.Safe
	if j.fix == fixUnsafe {
		level = fix.Unsafe
	}
	files, first := map[string]bool{}, counted(r)
	for range maxRounds {
		before := fix.Take(r, level)
		if before.Empty() {
			break
		}
		// The files are the snapshot's only if they are judged after it.
		again, err := j.lint(ctx)
		if err != nil {
			return r, err
		}
		plan := before.Plan(again, level)
		for _, refused := range plan.Refused {
			j.say("%v", refused)
		}
		if j.diff {
			return again, j.printDiff(plan)
		}
		for _, c := range plan.Changes {
			if err := c.Apply(); err != nil {
				return r, err
			}
			files[c.File] = true
		}
		if r, err = j.lint(ctx); err != nil {
			return r, err
		}
		if len(plan.Changes) == 0 || plan.Overlapping == 0 {
			break
		}
	}
	if !j.diff {
		last := counted(r)
		text := fmt.Sprintf("fixed %s in %s", layout.Count(gone(first, last), "finding"), layout.Count(len(files), "file"))
		if come := gone(last, first); come > 0 { // what a mistake in front of it had hidden
			text += fmt.Sprintf("; %s to be seen only now", layout.Count(come, "finding"))
		}
		j.say("%s", text)
	}
	return r, nil
}

// fault is what findings of one kind have in common, whatever lines of the file change.
type fault struct{ rule, file string }

// counted counts the findings that a report shows.
func counted(r engine.Report) map[fault]int {
	n := map[fault]int{}
	for _, f := range r.All() {
		if f.Suppressed == nil {
			n[fault{f.Rule, f.File}]++
		}
	}
	return n
}

// gone is how many of the findings before are no more. One change may end several of them,
// and a change that ends none fixes nothing.
func gone(before, after map[fault]int) int {
	n := 0
	for one, count := range before {
		n += max(0, count-after[one])
	}
	return n
}

// printDiff prints the changes as one patch. A terminal sees it escaped; a
// pipe gets the bytes that `git apply` wants.
func (j *lintJob) printDiff(plan fix.Plan) error {
	for _, c := range plan.Changes {
		text := c.Diff()
		if j.factory.IO.OutTTY {
			text = escapeLines(text)
		}
		if _, err := j.factory.IO.Out.Write(text); err != nil {
			return fmt.Errorf("write diff: %w", err)
		}
	}
	if plan.Overlapping > 0 {
		j.say("%s more in the same places; run --fix again for them", layout.Count(plan.Overlapping, "fix"))
	}
	return nil
}

func escapeLines(text []byte) []byte {
	var out []byte
	for line := range layout.Lines(text) {
		out = append(out, format.Escape(line)...)
		out = append(out, '\n')
	}
	return out
}
