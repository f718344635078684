package exec

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/skillctl/skillctl/cmd/internal/cli/kit"
	"github.com/skillctl/skillctl/cmd/internal/run"
	"github.com/skillctl/skillctl/engine/report/format"
	"github.com/skillctl/skillctl/runner/session"
)

// NewRuns is the command runs.
func NewRuns(f *kit.Factory) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "runs",
		Short: "Runs in the background: list, show, logs, poll, events, send, stop, clear, remove, prune",
		Long: `A command that skillctl exec starts moves to the background after --yield, or starts
there with --background. These commands show its output and exit code, send it input
and stop it.

Runs are kept in skillctl/runs in $XDG_STATE_HOME (~/.local/state), for as long as
their record (run.audit.retentionDays). skillctl audit shows the record of every run,
including those in the foreground.`,
		Example: `  skillctl exec --background -- npm run dev
  skillctl runs list
  skillctl runs logs -f 20261121-1
  skillctl runs stop 20261121-1`,
		Args: cobra.ArbitraryArgs,
		RunE: kit.Group,
	}
	cmd.AddCommand(newRunsList(f), newRunsShow(f), newRunsLogs(f), newRunsPoll(f), newRunsEvents(f), newRunsSend(f), newRunsStop(f), newRunsClear(f), newRunsRemove(f), newRunsPrune(f))
	return cmd
}

// openRuns opens the store, and makes the ends of runs events that nobody has made.
func openRuns(ctx context.Context, f *kit.Factory) (*session.Store, error) {
	store, err := f.Runs()
	if err != nil {
		return nil, err
	}
	if err := run.Settle(ctx, store); err != nil {
		fmt.Fprintln(f.IO.Err, format.Escape("skillctl: warning: "+err.Error()))
	}
	return store, nil
}

// runOf opens the store and finds the run in it that is meant; see [resolveRun].
func runOf(ctx context.Context, f *kit.Factory, given string) (*session.Store, string, error) {
	store, err := openRuns(ctx, f)
	if err != nil {
		return nil, "", err
	}
	id, err := resolveRun(ctx, store, given)
	return store, id, err
}

// resolveRun finds the run that an id, or the beginning or the end of just one,
// stands for.
func resolveRun(ctx context.Context, store *session.Store, given string) (string, error) {
	if _, err := store.Get(ctx, given); err == nil {
		return given, nil
	}
	runs, _, err := store.List(ctx)
	if err != nil {
		return "", err
	}
	one, err := keptRuns().meant(runs, given)
	return one.ID, err
}

// meant reports whether what was given is the beginning or the end of an id. Fewer
// characters than these are too easily those of something else, which would be ended.
func meant(id, given string) bool {
	const least = 4
	return len(given) >= least && (strings.HasPrefix(id, given) || strings.HasSuffix(id, given))
}

// runError gives what cannot be asked of a run its exit code.
func runError(err error) error {
	var missing *session.NotFoundError
	switch {
	case errors.As(err, &missing):
		return &kit.ExitError{Code: kit.ExitUsage, Err: err}
	case errors.Is(err, session.ErrEnded):
		return &kit.ExitError{Code: kit.ExitFindings, Err: err}
	}
	return err
}

const oneRun = "the id of a run, or its beginning or end (4 characters or more)"
