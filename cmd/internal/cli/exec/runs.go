package exec

import (
	"context"
	"errors"
	"strings"

	"github.com/spf13/cobra"

	"github.com/skillctl/skillctl/cmd/internal/cli/kit"
	"github.com/skillctl/skillctl/runner/session"
	"github.com/skillctl/skillctl/schema"
)

// NewRuns is the command runs.
func NewRuns(f *kit.Factory) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "runs",
		Short: "Runs in the background: list, show, logs, send, stop, prune",
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
	cmd.AddCommand(newRunsList(f), newRunsShow(f), newRunsLogs(f), newRunsSend(f), newRunsStop(f), newRunsPrune(f))
	return cmd
}

// runOf opens the store and finds the run in it that is meant; see [resolveRun].
func runOf(ctx context.Context, f *kit.Factory, given string) (*session.Store, string, error) {
	store, err := f.Runs()
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
	var ids, found []string
	for _, run := range runs {
		ids = append(ids, run.ID)
		if given != "" && (strings.HasPrefix(run.ID, given) || strings.HasSuffix(run.ID, given)) {
			found = append(found, run.ID)
		}
	}
	switch {
	case len(found) == 1:
		return found[0], nil
	case len(found) > 1:
		return "", kit.Usagef("%q matches %d runs: %s; give more characters of the id", given, len(found), strings.Join(found[:min(len(found), 10)], ", "))
	case len(ids) == 0:
		return "", kit.Usagef("background run %q does not exist; there are no background runs", given)
	}
	if near := schema.Nearest(given, ids); near != "" {
		return "", kit.Usagef("background run %q does not exist; did you mean %q?", given, near)
	}
	return "", kit.Usagef("background run %q does not exist; `skillctl runs list` lists them", given)
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

const oneRun = "the id of a run, or its beginning or end"
