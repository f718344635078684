package skills

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"
)

// completeNames offers the names of the skills that the agent could get.
func (c *catalogFlags) completeNames(cmd *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	if len(args) > 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	all, _, err := c.openAll(cmd.Context(), false)
	if err != nil {
		return nil, cobra.ShellCompDirectiveError
	}
	var names []string
	for _, got := range all {
		for i := range got.Skills {
			if name := nameOf(&got.Skills[i]); !strings.HasPrefix(name, "(") && !strings.ContainsAny(name, "\t\n\r") {
				names = append(names, name)
			}
		}
	}
	slices.Sort(names)
	return slices.Compact(names), cobra.ShellCompDirectiveNoFileComp
}
