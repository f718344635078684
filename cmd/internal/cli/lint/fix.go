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
	files, fixes := map[string]bool{}, 0
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
			fixes += c.Fixes
		}
		if r, err = j.lint(ctx); err != nil {
			return r, err
		}
		if len(plan.Changes) == 0 || plan.Overlapping == 0 {
			break
		}
	}
	if !j.diff {
		j.say("fixed %s in %s", layout.Count(fixes, "finding"), layout.Count(len(files), "file"))
	}
	return r, nil
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
