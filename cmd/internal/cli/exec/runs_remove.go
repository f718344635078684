package exec

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"

	"github.com/spf13/cobra"

	"github.com/skillctl/skillctl/cmd/internal/cli/kit"
	"github.com/skillctl/skillctl/cmd/internal/run/channel"
	"github.com/skillctl/skillctl/runner/session"
)

func newRunsClear(f *kit.Factory) *cobra.Command {
	return &cobra.Command{
		Use:   "clear ID...",
		Short: "Delete the stored output of runs that have ended",
		Long: `Deletes what is kept of these runs: their output and exit code, and the file that
--channel kept. One that goes on is left as it is. The audit record (skillctl audit)
stays. skillctl runs prune deletes those of all runs that have ended.

Exit codes
  0  they are deleted
  1  one goes on
  2  no such run`,
		Example: "  skillctl runs clear 20261121-1",
		Args:    someRuns("clear"),
		RunE: func(cmd *cobra.Command, args []string) error {
			return eachRun(cmd.Context(), f, args, func(store *session.Store, id string, run session.Run) error {
				if run.State == session.Running || run.State == session.Starting {
					return &kit.ExitError{Code: kit.ExitFindings, Err: fmt.Errorf("run %q goes on; `skillctl runs remove %s` kills and deletes it", id, id)}
				}
				return forget(f, store, id)
			})
		},
	}
}

func newRunsRemove(f *kit.Factory) *cobra.Command {
	return &cobra.Command{
		Use:     "remove ID...",
		Aliases: []string{"rm"},
		Short:   "Kill runs, and delete their stored output",
		Long: `Kills these runs where they go on, waits for their end, and deletes what is kept of
them: their output and exit code, and the file that --channel kept. The audit record
(skillctl audit) stays.

Exit codes
  0  they are deleted
  2  no such run`,
		Example: "  skillctl runs remove 20261121-1",
		Args:    someRuns("remove"),
		RunE: func(cmd *cobra.Command, args []string) error {
			return eachRun(cmd.Context(), f, args, func(store *session.Store, id string, run session.Run) error {
				if run.State == session.Running || run.State == session.Starting {
					if err := store.Kill(cmd.Context(), id); err != nil && !errors.Is(err, session.ErrEnded) {
						return err
					}
					if _, err := ended(cmd.Context(), store, id); err != nil {
						return err
					}
					// Its supervisor has nothing to do in the folder any more.
					if _, err := store.Settle(cmd.Context()); err != nil {
						return err
					}
				}
				return forget(f, store, id)
			})
		},
	}
}

// someRuns wants at least one run to be named.
func someRuns(name string) cobra.PositionalArgs {
	return func(_ *cobra.Command, args []string) error {
		if len(args) == 0 {
			return kit.Usagef("`skillctl runs %s` needs %s", name, oneRun)
		}
		return nil
	}
}

// eachRun does something with each of the runs that are named.
func eachRun(ctx context.Context, f *kit.Factory, given []string, do func(store *session.Store, id string, run session.Run) error) error {
	store, err := openRuns(ctx, f)
	if err != nil {
		return err
	}
	var failed []error
	for _, name := range given {
		id, err := resolveRun(ctx, store, name)
		var run session.Run
		if err == nil {
			run, err = store.Get(ctx, id)
		}
		if err == nil {
			err = do(store, id, run)
		}
		failed = append(failed, runError(err))
	}
	return errors.Join(failed...)
}

// forget deletes what is kept of a run.
func forget(f *kit.Factory, store *session.Store, id string) error {
	if err := store.Discard(id); err != nil {
		return fmt.Errorf("remove run %q: %w", id, err)
	}
	folder, err := f.StatePath("attachments")
	if err == nil {
		err = os.Remove(channel.Path(folder, id))
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("remove the whole output of run %q: %w", id, err)
	}
	_, err = fmt.Fprintln(f.IO.Out, id)
	return err
}
