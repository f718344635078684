package audit

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/skillctl/skillctl/cmd/internal/cli/kit"
	"github.com/skillctl/skillctl/cmd/internal/cli/layout"
	"github.com/skillctl/skillctl/engine/audit"
)

type auditStatsOptions struct {
	auditQuery
	json bool
}

func newAuditStats(f *kit.Factory) *cobra.Command {
	opts := &auditStatsOptions{auditQuery: auditQuery{auditOptions: auditOptions{factory: f}}}
	cmd := &cobra.Command{
		Use:   "stats",
		Short: "Count what ran and what was refused",
		Args:  kit.NoArgs,
		RunE:  func(cmd *cobra.Command, _ []string) error { return auditStatsRun(cmd.Context(), opts) },
	}
	opts.flags(cmd)
	cmd.Flags().BoolVar(&opts.json, "json", false, "write JSON")
	return cmd
}

func auditStatsRun(ctx context.Context, o *auditStatsOptions) error {
	found, _, err := o.runs(ctx, 0)
	if err != nil {
		return err
	}
	s := audit.Count(found.Runs)
	if o.json {
		err = kit.WriteJSON(o.factory.IO.Out, s)
	} else {
		_, err = fmt.Fprint(o.factory.IO.Out, showStats(s, !o.factory.IO.OutTTY))
	}
	return errors.Join(err, kit.DamagedError(found.Damaged))
}

// mostCounted is how many names of a kind are shown.
const mostCounted = 10

func showStats(s audit.Stats, whole bool) string {
	p := &layout.Panel{Whole: whole}
	p.Row("requests", fmt.Sprint(s.Runs))
	if s.Runs == 0 {
		return p.String()
	}
	p.Row("from", s.From.UTC().Format("2006-01-02 15:04 UTC"))
	p.Row("to", s.To.UTC().Format("2006-01-02 15:04 UTC"))
	p.Row("effects", counted(s.Effects))
	p.Row("states", counted(s.States))
	p.Row("ends", counted(s.Ends))
	p.Row("failed", fmt.Sprint(s.Failed))
	p.Row("took", fmt.Sprintf("median %s, longest %s, all together %s", layout.Milliseconds(s.MedianMS), layout.Milliseconds(s.MaxMS), layout.Milliseconds(s.TotalMS)))
	p.Row("reached", fmt.Sprintf("%s, %d refused", layout.Count(s.Connections, "connection"), s.Refused))
	p.Row("rules", counted(s.Rules))
	p.Row("skills", counted(s.Skills))
	p.Row("agents", counted(s.Agents))
	return p.String()
}

// counted lists names, those that are there most often first.
func counted[K ~string](m map[K]int) string {
	names := slices.SortedFunc(maps.Keys(m), func(a, b K) int { return cmp.Or(cmp.Compare(m[b], m[a]), cmp.Compare(a, b)) })
	var out []string
	for i, name := range names {
		if i == mostCounted {
			out = append(out, fmt.Sprintf("%d more", len(names)-i))
			break
		}
		out = append(out, fmt.Sprintf("%s %d", name, m[name]))
	}
	return strings.Join(out, ", ")
}
