package exec

import (
	"github.com/spf13/cobra"

	"github.com/skillctl/skillctl/cmd/internal/cli/kit"
	"github.com/skillctl/skillctl/cmd/internal/garbage"
	"github.com/skillctl/skillctl/cmd/internal/run"
)

// NewSupervise is the command supervise-run, which goes on with a run in the background.
func NewSupervise(f *kit.Factory) *cobra.Command {
	return &cobra.Command{
		Use: run.SuperviseCommand, Hidden: true, Args: kit.NoArgs, Short: "Supervise a run in the background; skillctl starts this itself",
		RunE: func(cmd *cobra.Command, _ []string) error {
			garbage.Resume()
			return execError(run.Supervise(cmd.Context(), f))
		},
	}
}

// NewNotify is the command notify-run, which gives an event to the program of
// run.notify.
func NewNotify(f *kit.Factory) *cobra.Command {
	return &cobra.Command{
		Use: run.NotifyCommand, Hidden: true, Args: kit.NoArgs, Short: "Tell a program of an event; skillctl starts this itself",
		RunE: func(cmd *cobra.Command, _ []string) error { return execError(run.Notify(cmd.Context(), f)) },
	}
}

// NewSuperviseSession is the command supervise-session, which has a session of code.
func NewSuperviseSession(f *kit.Factory) *cobra.Command {
	return &cobra.Command{
		Use: run.SuperviseSessionCommand, Hidden: true, Args: kit.NoArgs, Short: "Supervise a session of code; skillctl starts this itself",
		RunE: func(cmd *cobra.Command, _ []string) error {
			garbage.Resume()
			return execError(run.SuperviseSession(cmd.Context(), f))
		},
	}
}
