package exec

import (
	"github.com/spf13/cobra"

	"github.com/skillctl/skillctl/cmd/internal/cli/kit"
	"github.com/skillctl/skillctl/cmd/internal/run"
)

// NewSupervise is the command supervise-run, which goes on with a run in the background.
func NewSupervise(f *kit.Factory) *cobra.Command {
	return &cobra.Command{
		Use: run.SuperviseCommand, Hidden: true, Args: kit.NoArgs, Short: "Supervise a run in the background; skillctl starts this itself",
		RunE: func(cmd *cobra.Command, _ []string) error { return execError(run.Supervise(cmd.Context(), f)) },
	}
}
