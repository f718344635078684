package exec

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"github.com/skillctl/skillctl/cmd/internal/cli/kit"
	"github.com/skillctl/skillctl/cmd/internal/cli/layout"
	"github.com/skillctl/skillctl/cmd/internal/run/channel"
	"github.com/skillctl/skillctl/runner/session"
)

type runsStopOptions struct {
	factory *kit.Factory
	ids     []string
	kill    bool
}

func newRunsStop(f *kit.Factory) *cobra.Command {
	opts := &runsStopOptions{factory: f}
	cmd := &cobra.Command{
		Use:   "stop ID...",
		Short: "Stop runs",
		Long: `Sends SIGTERM to runs and waits until they have ended. After run.grace (a setting)
all processes that are left are killed.

Exit codes
  0  they have ended
  1  one had ended already
  2  no such run`,
		Example: "  skillctl runs stop 20261121-1\n  skillctl runs stop --kill 20261121-1",
		Args:    someRuns("stop"),
		RunE: func(cmd *cobra.Command, args []string) error {
			opts.ids = args
			return runsStopRun(cmd.Context(), opts)
		},
	}
	cmd.Flags().BoolVar(&opts.kill, "kill", false, "kill them at once")
	return cmd
}

func runsStopRun(ctx context.Context, o *runsStopOptions) error {
	store, err := openRuns(ctx, o.factory)
	if err != nil {
		return err
	}
	var failed []error
	for _, given := range o.ids {
		failed = append(failed, o.stop(ctx, store, given))
	}
	return errors.Join(failed...)
}

func (o *runsStopOptions) stop(ctx context.Context, store *session.Store, given string) error {
	id, err := resolveRun(ctx, store, given)
	if err != nil {
		return err
	}
	ask := store.Stop
	if o.kill {
		ask = store.Kill
	}
	if err := ask(ctx, id); err != nil {
		return runError(err)
	}
	run, err := ended(ctx, store, id)
	if err != nil {
		return runError(err)
	}
	if run.End == nil {
		_, err = fmt.Fprintf(o.factory.IO.Out, "%s was lost\n", id)
		return err
	}
	_, err = fmt.Fprintf(o.factory.IO.Out, "%s ended with %d\n", id, run.End.Code)
	return err
}

// ended waits until a run that was asked to end has.
func ended(ctx context.Context, store *session.Store, id string) (session.Run, error) {
	for {
		run, err := store.Get(ctx, id)
		if err != nil || run.End != nil || run.State == session.Gone {
			return run, err
		}
		if err := (session.SystemClock{}).Sleep(ctx, 20*time.Millisecond); err != nil {
			return run, err
		}
	}
}

type runsPruneOptions struct {
	factory *kit.Factory
	older   string
}

func newRunsPrune(f *kit.Factory) *cobra.Command {
	opts := &runsPruneOptions{factory: f}
	cmd := &cobra.Command{
		Use:   "prune",
		Short: "Delete the stored output of runs that have ended",
		Long: `Deletes what skillctl/runs keeps of runs that have ended or were lost: their output
and exit code; and the files that --channel kept of outputs. The audit record (skillctl audit) stays.`,
		Example: "  skillctl runs prune --older 7d",
		Args:    kit.NoArgs,
		RunE:    func(cmd *cobra.Command, _ []string) error { return runsPruneRun(cmd.Context(), opts) },
	}
	cmd.Flags().StringVar(&opts.older, "older", "", "only runs that ended this `duration` ago or earlier, or before a date: 24h, 7d, 2026-12-31")
	return cmd
}

func runsPruneRun(ctx context.Context, o *runsPruneOptions) error {
	store, err := openRuns(ctx, o.factory)
	if err != nil {
		return err
	}
	now := o.factory.Now()
	before, err := kit.PointInTime("--older", o.older, now)
	if err != nil {
		return err
	}
	if before.IsZero() {
		before = now.Add(time.Second)
	}
	attachments, err := o.factory.StatePath("attachments")
	if err == nil {
		_, err = channel.Prune(attachments, before)
	}
	if err != nil {
		return err
	}
	removed, err := store.Prune(ctx, before)
	for _, id := range removed {
		fmt.Fprintln(o.factory.IO.Out, id)
	}
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(o.factory.IO.Err, "%s removed\n", layout.Count(len(removed), "run"))
	return err
}
