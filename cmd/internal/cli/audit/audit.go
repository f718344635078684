package audit

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/skillctl/skillctl/cmd/internal/cli/kit"
	"github.com/skillctl/skillctl/engine/audit"
)

// New is the command audit.
func New(f *kit.Factory) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "audit",
		Short: "What ran and what was refused: list, show, stats, verify, prune, export",
		Long: `Every request that skillctl exec and run decide is recorded, before it starts and
when it has ended: what was asked, what was decided and by which policies, within
which boundary it ran, what it used and how it ended. So is every skill that
skillctl installs, updates or removes. Secrets are masked. When the record cannot
be written, nothing runs and no skill is changed.

The record is lines of JSON, a file a day, in skillctl/audit in $XDG_STATE_HOME
(~/.local/state) or where run.audit.dir says. Each line holds the digest of the one
before: skillctl audit verify finds lines that were changed, removed or inserted.`,
		Args: cobra.ArbitraryArgs,
		RunE: kit.Group,
	}
	cmd.AddCommand(newAuditList(f), newAuditShow(f), newAuditStats(f), newAuditVerify(f), newAuditPrune(f), newAuditExport(f))
	return cmd
}

// auditOptions are those of every command that looks at the record.
type auditOptions struct {
	factory  *kit.Factory
	dir      string
	config   string
	noConfig bool
}

func (o *auditOptions) flags(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringVar(&o.dir, "dir", "", "the `folder` of the record (default: that of the settings)")
	f.StringVar(&o.config, "config", "", "read the project's settings from this `file`")
	f.BoolVar(&o.noConfig, "no-config", false, "ignore the project's settings; those of the system and the user still apply")
}

// open opens the record that is meant, and says how many days it is kept.
func (o *auditOptions) open(ctx context.Context) (*audit.Log, int, error) {
	return o.factory.OpenRecord(ctx, kit.SettingsQuery{File: o.config, None: o.noConfig}, o.dir)
}

// auditQuery is which runs are wanted.
type auditQuery struct {
	auditOptions
	since, until         string
	skill, agent, effect string
}

func (q *auditQuery) flags(cmd *cobra.Command) {
	f := cmd.Flags()
	f.SortFlags = false
	f.StringVar(&q.since, "since", "", "from this `time` on: 24h, 7d, 2026-12-31, 2026-12-31T08:00:00Z")
	f.StringVar(&q.until, "until", "", "before this `time`")
	f.StringVar(&q.skill, "skill", "", "of the skill of this `name`")
	f.StringVar(&q.agent, "agent", "", "of the agent of this `name`, as the record has it: codex, mcp:files, what --agent of exec said")
	f.StringVar(&q.effect, "effect", "", "with this `effect`: allow, warn, ask or deny")
	q.auditOptions.flags(cmd)
}

func (q *auditQuery) filter() (audit.Filter, error) {
	f := audit.Filter{Skill: q.skill, Agent: q.agent, Effect: q.effect}
	if q.effect != "" {
		if err := kit.OneOf("--effect", q.effect, []string{"allow", "warn", "ask", "deny"}); err != nil {
			return f, err
		}
	}
	var err error
	if f.Since, err = kit.PointInTime("--since", q.since, q.factory.Now()); err != nil {
		return f, err
	}
	if f.Until, err = kit.PointInTime("--until", q.until, q.factory.Now()); err != nil {
		return f, err
	}
	if !f.Since.IsZero() && !f.Until.IsZero() && !f.Since.Before(f.Until) {
		return f, kit.Usagef("--since %s is not before --until %s", q.since, q.until)
	}
	return f, nil
}

// runs are those that are wanted, at most so many of the newest; 0 is for all.
func (q *auditQuery) runs(ctx context.Context, limit int) (*audit.Found, audit.Filter, error) {
	filter, err := q.filter()
	if err != nil {
		return nil, filter, err
	}
	filter.Limit = limit
	l, _, err := q.open(ctx)
	if err != nil {
		return nil, filter, err
	}
	found, err := l.Runs(ctx, filter, nil)
	return found, filter, err
}
