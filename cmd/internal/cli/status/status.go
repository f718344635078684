package status

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"runtime"

	"github.com/spf13/cobra"

	"github.com/skillctl/skillctl/cmd/internal/cli/kit"
	"github.com/skillctl/skillctl/engine/audit"
	"github.com/skillctl/skillctl/engine/setup"
)

type options struct {
	factory  *kit.Factory
	since    string
	limit    int
	config   string
	noConfig bool
	json     bool
}

// New is the command status.
func New(f *kit.Factory) *cobra.Command {
	opts := &options{factory: f}
	cmd := &cobra.Command{
		Use:   "status",
		Short: "Show what agents asked lately, what was denied and what waits",
		Long: `Shows on one screen what was decided in the last 24 hours: how much each agent
asked, what was denied and why, which questions nobody has answered, and what still
runs. All of it is from the record ("skillctl audit" has the rest), but for questions
that somebody waits for at this moment, which "skillctl approvals answer" answers.

A question is left when its command was not run, and nobody has approved it in that
folder since. What an agent asks in a dialog of its own is answered there, and does
not wait here.`,
		Example: `  skillctl status
  skillctl status --since 7d --json`,
		Args: kit.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if opts.limit < 0 {
				return kit.Usagef("--limit %d is below 0; write 0 for all", opts.limit)
			}
			return statusRun(cmd.Context(), opts)
		},
	}
	f2 := cmd.Flags()
	f2.SortFlags = false
	f2.StringVar(&opts.since, "since", "24h", "from this `time` on: 24h, 7d, 2026-12-31, 2026-12-31T08:00:00Z")
	f2.IntVar(&opts.limit, "limit", 5, "show at most this `number` of each kind; 0 for all")
	f2.BoolVar(&opts.json, "json", false, "write JSON")
	f2.StringVar(&opts.config, "config", "", "read the project's settings from this `file`")
	f2.BoolVar(&opts.noConfig, "no-config", false, "ignore the project's settings; those of the system and the user still apply")
	return cmd
}

// listOf tells of the list of what is known to be bad, nil when there is none.
func listOf(f *kit.Factory) (*list, error) {
	store, err := f.Intel()
	if err != nil {
		return nil, err
	}
	known, _, err := store.Load(f.Now())
	if err != nil || known == nil {
		return nil, err
	}
	return &list{known.Name, known.Days(f.Now()), known.Total()}, nil
}

// observed are the agents whose hooks observe, and block nothing.
func observed(ctx context.Context, f *kit.Factory) ([]observing, error) {
	dir, err := f.IO.Abs(".")
	if err != nil {
		return nil, fmt.Errorf("find this folder: %w", err)
	}
	state, err := f.StatePath("setup")
	if err != nil {
		return nil, nil //nolint:nilerr // without a home folder there are no agents
	}
	m := &setup.Machine{Home: f.IO.Getenv("HOME"), Dir: dir, Getenv: f.IO.Getenv, LookPath: exec.LookPath, System: runtime.GOOS}
	agents, err := m.Inspect(ctx, setup.OpenReceipts(state).Quick())
	if err != nil {
		return nil, err
	}
	var all []observing
	for _, a := range agents {
		for _, h := range a.Hooks {
			if h.Observes && a.Observed() {
				all = append(all, observing{Agent: a.Agent.Name, File: h.File})
			}
		}
	}
	return all, nil
}

func statusRun(ctx context.Context, o *options) error {
	since, err := kit.PointInTime("--since", o.since, o.factory.Now())
	if err != nil {
		return err
	}
	log, _, err := o.factory.OpenRecord(ctx, kit.SettingsQuery{File: o.config, None: o.noConfig}, "")
	if err != nil {
		return err
	}
	found, err := log.Runs(ctx, audit.Filter{Since: since}, nil)
	if err != nil {
		return err
	}
	store, err := o.factory.Approvals()
	if err != nil {
		return err
	}
	approvals, damaged, err := store.List(o.factory.Now())
	if err != nil {
		return err
	}
	s := summarize(found.Runs, approvals)
	s.Since = since.UTC()
	queue, err := o.factory.Questions()
	if err != nil {
		return err
	}
	asking, unread, err := queue.List()
	if err != nil {
		return err
	}
	s.Asking, damaged = questionsOf(asking), append(damaged, unread...)
	// What cannot be read of these keeps nobody from seeing the rest.
	if s.Intel, err = listOf(o.factory); err != nil {
		damaged = append(damaged, err)
	}
	if s.Observing, err = observed(ctx, o.factory); err != nil {
		damaged = append(damaged, err)
	}
	if o.json {
		err = kit.WriteJSON(o.factory.IO.Out, s)
	} else {
		err = s.write(o.factory.IO, o.limit)
	}
	return errors.Join(err, kit.DamagedError(append(found.Damaged, damaged...)))
}
