package intel

import (
	"github.com/spf13/cobra"

	"github.com/skillctl/skillctl/cmd/internal/cli/kit"
)

// New is the command intel.
func New(f *kit.Factory) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "intel",
		Short: "Keep a signed list of what is known to be bad",
		Long: `Skills, files, domains, addresses, accounts and packages that are known to be bad,
as somebody has signed them whom the settings trust. What "lint" and "gate" find of it
in a skill is a finding that blocks, with the reason and the reference of the entry.

There is no list until one is taken with "skillctl intel update"; nothing else fetches
one. "skillctl schema export intel" prints the JSON Schema of a list.`,
		Args: cobra.ArbitraryArgs,
		RunE: kit.Group,
	}
	cmd.AddCommand(newUpdate(f), newShow(f), newRemove(f))
	return cmd
}
