package cli

import "github.com/spf13/cobra"

// newSupervise is the command supervise-run, which goes on with a run in the background.
func newSupervise(f *Factory) *cobra.Command {
	return &cobra.Command{
		Use: superviseCommand, Hidden: true, Args: noArgs, Short: "Go on with a run in the background; skillctl starts this itself",
		RunE: func(cmd *cobra.Command, _ []string) error { return execError(superviseRun(cmd.Context(), f)) },
	}
}
