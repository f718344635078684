package exec

import (
	"context"
	"errors"

	"github.com/spf13/cobra"

	"github.com/skillctl/skillctl/cmd/internal/cli/kit"
	"github.com/skillctl/skillctl/runner/notebook"
)

// NewSession is the command session.
func NewSession(f *kit.Factory) *cobra.Command {
	cmd := &cobra.Command{
		SuggestFor: []string{"sessions", "notebook", "kernel", "repl"},

		Use:   "session",
		Short: "Code that shares its state: open, run, list, show, reset, close",
		Long: `A session is an interpreter that runs one piece of code after the other: what one
leaves (variables, functions, the working directory) the next one finds, as in a
notebook. It runs inside the same boundary and limits as skillctl run, on this machine
(Linux) or in a container of its own, and every piece of code is judged, limited and
recorded as if it were run by itself.

A session ends when it is closed, or after run.session.maxDuration (600s). Then
nothing of it is left. Sessions that have ended are listed for as long as their record
is kept (run.audit.retentionDays).`,
		Example: `  id=$(skillctl session open --lang python)
  echo 'x = 41' | skillctl session run "$id" -
  echo 'x + 1' | skillctl session run "$id" -
  skillctl session close "$id"`,
		Args: cobra.ArbitraryArgs,
		RunE: kit.Group,
	}
	cmd.AddCommand(newSessionOpen(f), newSessionRun(f), newSessionList(f), newSessionShow(f), newSessionReset(f), newSessionClose(f))
	return cmd
}

const oneSession = "the id of a session, its beginning or end (4 characters or more), or its name"

// sessionOf opens the store and finds the session that is meant: by its id, by the
// beginning or the end of just one, or by its name, which of several the last has.
func sessionOf(ctx context.Context, f *kit.Factory, given string) (*notebook.Store, notebook.Session, error) {
	store, err := f.Sessions()
	if err != nil {
		return nil, notebook.Session{}, err
	}
	if one, err := store.Get(ctx, given); err == nil {
		return store, one, nil
	}
	all, _, err := store.List(ctx)
	if err != nil {
		return nil, notebook.Session{}, err
	}
	for i := len(all) - 1; i >= 0; i-- {
		if given != "" && all[i].Name == given {
			return store, all[i], nil
		}
	}
	one, err := keptSessions().meant(all, given)
	return store, one, err
}

// sessionError gives what cannot be asked of a session its exit code.
func sessionError(err error) error {
	var over *notebook.OverError
	var missing *notebook.NotFoundError
	switch {
	case errors.As(err, &missing):
		return &kit.ExitError{Code: kit.ExitUsage, Err: err}
	case errors.As(err, &over), errors.Is(err, notebook.ErrBusy):
		return &kit.ExitError{Code: kit.ExitFindings, Err: err}
	}
	return err
}
