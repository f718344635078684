package proposals

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/skillctl/skillctl/cmd/internal/cli/kit"
	"github.com/skillctl/skillctl/cmd/internal/cli/layout"
	"github.com/skillctl/skillctl/engine/proposal"
	"github.com/skillctl/skillctl/engine/report/fix"
	"github.com/skillctl/skillctl/engine/report/format"
	"github.com/skillctl/skillctl/engine/report/table"
)

type proposalsListOptions struct {
	proposalsOptions
	all bool
}

func newProposalsList(f *kit.Factory) *cobra.Command {
	opts := &proposalsListOptions{proposalsOptions: proposalsOptions{factory: f}}
	cmd := &cobra.Command{
		Use:   "list",
		Short: "List the pending proposals",
		Long: `Lists the pending proposals of an agent, the oldest first. "stale" marks those whose
skill was changed meanwhile, "unusable" those whose texts are missing or not as they
were recorded. --all also lists those that are applied, rejected, stale or
quarantined, with the reason. The format of --json is what
` + "`skillctl schema export proposals-report`" + ` prints, that of inspect proposal-report.

Exit codes
  0  there are some
  2  a flag or the configuration is wrong
  3  skillctl failed, or a proposal cannot be read or used
  4  there are none`,
		Example: `  skillctl proposals list
  skillctl proposals list --agent writer --all --json`,
		Args: kit.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return proposalsListRun(cmd.Context(), opts) },
	}
	opts.flags(cmd)
	cmd.Flags().BoolVar(&opts.all, "all", false, "also list those that are closed")
	return cmd
}

// listedProposal is a proposal as `proposals list --json` writes it.
type listedProposal struct {
	*proposal.Record
	Revision string `json:"revisionHash"`
	Stale    string `json:"stale,omitempty"`
	Store    string `json:"store"`
	// Problem says why its texts cannot be used.
	Problem string `json:"problem,omitempty"`
}

func proposalsListRun(ctx context.Context, o *proposalsListOptions) error {
	queue, err := o.open(ctx)
	if err != nil {
		return err
	}
	records, problems, err := queue.List(ctx)
	if err != nil {
		return err
	}
	list, closed := []listedProposal{}, 0
	for _, r := range records {
		if r.Status != proposal.Pending && !o.all {
			closed++
			continue
		}
		listed := listedProposal{Record: r, Revision: r.Revision(), Store: r.Store}
		if listed.Stale, err = queue.Outdated(ctx, r); err != nil {
			return err
		}
		if r.Status == proposal.Pending {
			if damage := queue.Intact(ctx, r); damage != nil {
				listed.Problem = damage.Error()
				problems = append(problems, proposal.Problem{ID: r.ID, Err: damage})
			}
		}
		list = append(list, listed)
	}
	if o.json {
		err = kit.WriteJSON(o.factory.IO.Out, map[string]any{"agent": queue.agent, "proposals": list})
	} else {
		err = writeProposals(o.factory.IO, list, closed)
	}
	if err != nil {
		return fmt.Errorf("write output: %w", err)
	}
	for _, p := range problems {
		fmt.Fprintf(o.factory.IO.Err, "skillctl: proposal %s cannot be read: %s\n", format.Escape(p.ID), format.Escape(p.Err.Error()))
	}
	switch {
	case len(problems) > 0:
		return &kit.ExitError{Code: kit.ExitFailure}
	case len(list) == 0:
		return &kit.ExitError{Code: kit.ExitNothing}
	}
	return nil
}

func writeProposals(streams *kit.IOStreams, list []listedProposal, closed int) error {
	var out strings.Builder
	if len(list) > 0 {
		rows := [][]string{{"ID", "STATUS", "KIND", "SKILL", "WHY"}}
		for _, l := range list {
			status, why := string(l.Status), cmp.Or(l.Reason, l.Description)
			switch {
			case l.Problem != "":
				status, why = "unusable", "its texts cannot be read, or differ from those that were recorded"
			case l.Stale != "":
				status, why = "stale", l.Stale
			}
			rows = append(rows, []string{l.ID, status, l.Kind, l.Target.SkillKey, why})
		}
		writeRows(&out, rows, streams.Width())
	}
	var parts []string
	if len(list) == 0 {
		parts = append(parts, "no proposal is pending")
	}
	if closed > 0 {
		parts = append(parts, fmt.Sprintf("%s closed (--all lists them)", layout.Count(closed, "proposal")))
	}
	if len(parts) > 0 {
		out.WriteString(strings.Join(parts, "; ") + "\n")
	}
	return kit.WriteText(streams, out.String())
}

// leastWhy is how many columns why a proposal is there needs beside the rest.
const leastWhy = 24

// writeRows writes a table of proposals. On a terminal with little room the names of the
// skills are left out, which ids begin with.
func writeRows(out *strings.Builder, rows [][]string, width int) {
	const skill = 3
	told := !slices.ContainsFunc(rows[1:], func(row []string) bool { return !strings.HasPrefix(row[0], row[skill]+"-") })
	if width > 0 && told && columnsOf(rows)+leastWhy > width {
		for i := range rows {
			rows[i] = slices.Delete(rows[i], skill, skill+1)
		}
	}
	layout.WriteColumns(out, rows, width)
}

// columnsOf is how wide all columns of a table are but the last one.
func columnsOf(rows [][]string) (width int) {
	for i := range rows[0][1:] {
		widest := 0
		for _, row := range rows {
			widest = max(widest, table.Cells(format.Escape(row[i])))
		}
		width += widest + table.Gap
	}
	return width
}

type proposalsInspectOptions struct {
	proposalsOptions
	id, file string
	diff     bool
}

func newProposalsInspect(f *kit.Factory) *cobra.Command {
	opts := &proposalsInspectOptions{proposalsOptions: proposalsOptions{factory: f}}
	cmd := &cobra.Command{
		Use:   "inspect ID",
		Short: "Show what a proposal would write",
		Long: `Shows a proposal: who made it and what for, which files it would write where, and
the text of the skill. --file shows one of its other files instead, --diff the changes
to the existing skill. A text that was changed after it was recorded is an error. A
unique beginning of an id is enough.

` + "`skillctl proposals apply --dry-run ID`" + ` shows what lint and the gate say about it.

Exit codes
  0  it is shown
  2  a flag is wrong, or the proposal does not exist
  3  skillctl failed, or a text is not the one that was recorded`,
		Example: `  skillctl proposals inspect weekly-update-20260102
  skillctl proposals inspect weekly-update-20260102 --file scripts/collect.sh`,
		Args: kit.OneArg("the id of a proposal"),
		RunE: func(cmd *cobra.Command, args []string) error {
			opts.id = args[0]
			return proposalsInspectRun(cmd.Context(), opts)
		},
	}
	opts.flags(cmd)
	cmd.Flags().StringVar(&opts.file, "file", "", "show this `file` of the proposal")
	cmd.Flags().BoolVar(&opts.diff, "diff", false, "show the changes as a unified diff")
	return cmd
}

func proposalsInspectRun(ctx context.Context, o *proposalsInspectOptions) error {
	queue, err := o.open(ctx)
	if err != nil {
		return err
	}
	b, err := queue.Read(ctx, o.id)
	if err != nil {
		return proposalError(err)
	}
	text := b.Manifest
	if o.file != "" && o.file != "SKILL.md" {
		var ok bool
		if text, ok = b.Files[o.file]; !ok {
			return kit.Usagef("the proposal has no file %q; it has %s", o.file, strings.Join(append([]string{"SKILL.md"}, slices.Sorted(maps.Keys(b.Files))...), ", "))
		}
	}
	shown := map[string]any{"record": b.Record, "revisionHash": b.Revision(), "stale": b.Stale, "store": b.Store, "manifest": b.Manifest, "files": b.Files}
	if o.diff {
		if text, err = proposalDiff(queue, b, o.file); err != nil {
			return err
		}
		shown["diff"] = text
	}
	if o.json {
		return kit.WriteJSON(o.factory.IO.Out, shown)
	}
	var out strings.Builder
	if o.file == "" && !o.diff {
		writeProposal(&out, b)
	}
	for line := range strings.Lines(text) {
		out.WriteString(format.WholeLine(strings.TrimSuffix(line, "\n")) + "\n")
	}
	return kit.WriteText(o.factory.IO, out.String())
}

// writeProposal writes what is known of a proposal.
func writeProposal(out *strings.Builder, b *proposal.Bundle) {
	row := func(name, value string) {
		if value != "" {
			fmt.Fprintf(out, "%-12s %s\n", name, format.Escape(value))
		}
	}
	status := string(b.Status)
	if b.Reason != "" {
		status += ": " + b.Reason
	}
	row("proposal", b.ID)
	row("status", status)
	row("stale", b.Stale)
	row("kind", b.Kind)
	row("description", b.Description)
	row("made", strings.TrimSpace(b.CreatedAt+" by "+b.CreatedBy))
	row("goal", b.Goal)
	row("evidence", b.Evidence)
	row("writes", b.Target.SkillFile)
	for _, f := range b.Support {
		row("and", fmt.Sprintf("%s (%d bytes)", f.Path, f.Size))
	}
	out.WriteByte('\n')
}

// proposalDiff is what a proposal would change, of one file or, for "", of all.
func proposalDiff(queue *workshop, b *proposal.Bundle, file string) (string, error) {
	current, err := queue.Current(b)
	if err != nil {
		return "", err
	}
	texts := maps.Clone(b.Files)
	texts["SKILL.md"] = b.Manifest
	var out strings.Builder
	for _, name := range slices.Sorted(maps.Keys(texts)) {
		if file == "" || file == name {
			change := fix.Change{File: name, Old: []byte(current[name]), New: []byte(texts[name])}
			out.Write(change.Diff())
		}
	}
	return out.String(), nil
}
