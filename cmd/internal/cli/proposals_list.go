package cli

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/skillctl/skillctl/engine/format"
	"github.com/skillctl/skillctl/engine/proposal"
)

type proposalsListOptions struct {
	proposalsOptions
	all bool
}

func newProposalsList(f *Factory, runF func(context.Context, *proposalsListOptions) error) *cobra.Command {
	opts := &proposalsListOptions{proposalsOptions: proposalsOptions{factory: f}}
	cmd := &cobra.Command{
		Use:   "list",
		Short: "List the proposals that wait",
		Long: `Lists the proposals of an agent that wait for somebody, the oldest first, and says
of each whether it still fits what it changes. --all lists those that are applied,
rejected, stale or in quarantine, too, with the reason.

Exit codes
  0  there are some
  2  a flag or the configuration is wrong
  3  skillctl could not do its work, or a proposal cannot be read
  4  there are none`,
		Example: `  skillctl proposals list
  skillctl proposals list --agent writer --all --json`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return seam(runF, proposalsListRun)(cmd.Context(), opts) },
	}
	opts.flags(cmd)
	cmd.Flags().BoolVar(&opts.all, "all", false, "list those that are closed, too")
	return cmd
}

// listedProposal is a proposal as `proposals list --json` writes it.
type listedProposal struct {
	*proposal.Record
	Revision string `json:"revisionHash"`
	Stale    string `json:"stale,omitempty"`
	Store    string `json:"store"`
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
		stale, err := queue.Outdated(ctx, r)
		if err != nil {
			return err
		}
		list = append(list, listedProposal{Record: r, Revision: r.Revision(), Stale: stale, Store: r.Store})
	}
	if o.json {
		err = writeJSON(o.factory.IO.Out, map[string]any{"agent": queue.agent, "proposals": list})
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
		return &ExitError{Code: ExitFailure}
	case len(list) == 0:
		return &ExitError{Code: ExitNothing}
	}
	return nil
}

func writeProposals(streams *IOStreams, list []listedProposal, closed int) error {
	if len(list) > 0 {
		w := tabwriter.NewWriter(streams.Out, 0, 0, 2, ' ', 0)
		fmt.Fprintln(w, "ID\tSTATUS\tKIND\tSKILL\tDESCRIPTION")
		for _, l := range list {
			status, why := string(l.Status), l.Description
			if l.Stale != "" {
				status, why = "stale", l.Stale
			}
			if l.Reason != "" {
				why = l.Reason
			}
			fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\n", l.ID, status, l.Kind, brief(l.Target.SkillKey, 30), brief(why, 60))
		}
		if err := w.Flush(); err != nil {
			return err
		}
	}
	var parts []string
	if len(list) == 0 {
		parts = append(parts, "no proposal waits")
	}
	if closed > 0 {
		parts = append(parts, fmt.Sprintf("%s closed (--all lists them)", count(closed, "proposal")))
	}
	if len(parts) == 0 {
		return nil
	}
	_, err := fmt.Fprintln(streams.Out, strings.Join(parts, "; "))
	return err
}

type proposalsInspectOptions struct {
	proposalsOptions
	id, file string
}

func newProposalsInspect(f *Factory, runF func(context.Context, *proposalsInspectOptions) error) *cobra.Command {
	opts := &proposalsInspectOptions{proposalsOptions: proposalsOptions{factory: f}}
	cmd := &cobra.Command{
		Use:   "inspect ID",
		Short: "Show what a proposal would write",
		Long: `Shows a proposal: who made it and what for, which files it would write where, and
the text of the skill. --file shows one of its other files instead. The texts are
held to the record: one that somebody changed afterwards is an error. The
beginning of an id will do.

` + "`skillctl proposals apply --dry-run ID`" + ` says what lint and the gate make of it.`,
		Example: `  skillctl proposals inspect weekly-update-20260102
  skillctl proposals inspect weekly-update-20260102 --file scripts/collect.sh`,
		Args: oneArg("the id of a proposal"),
		RunE: func(cmd *cobra.Command, args []string) error {
			opts.id = args[0]
			return seam(runF, proposalsInspectRun)(cmd.Context(), opts)
		},
	}
	opts.flags(cmd)
	cmd.Flags().StringVar(&opts.file, "file", "", "show this `file` of the proposal")
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
			return usagef("the proposal has no file %q; it has %s", o.file, strings.Join(append([]string{"SKILL.md"}, slices.Sorted(maps.Keys(b.Files))...), ", "))
		}
	}
	if o.json {
		return writeJSON(o.factory.IO.Out, map[string]any{
			"record": b.Record, "revisionHash": b.Revision(), "stale": b.Stale, "store": b.Store, "manifest": b.Manifest, "files": b.Files,
		})
	}
	var out strings.Builder
	row := func(name, value string) {
		if value != "" {
			fmt.Fprintf(&out, "%-12s %s\n", name, format.Escape(value))
		}
	}
	if o.file == "" {
		row("proposal", b.ID)
		row("status", strings.TrimSpace(string(b.Status)+" "+b.Reason))
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
	for line := range strings.Lines(text) {
		out.WriteString(format.Escape(strings.TrimSuffix(line, "\n")) + "\n")
	}
	return putText(o.factory.IO, out.String())
}
