package install

import (
	"maps"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	"github.com/skillctl/skillctl/engine/lock"
)

// completeInstalled offers the names that are in the lock file.
func (o *placeOptions) completeInstalled(cmd *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	if o.chooseRoot(cmd) != nil {
		return nil, cobra.ShellCompDirectiveError
	}
	locked, err := lock.ReadFileFrom(o.factory.IO.Dir, filepath.Join(o.root, lock.Name))
	if err != nil {
		return nil, cobra.ShellCompDirectiveError
	}
	names := slices.Sorted(maps.Keys(locked.Skills))
	return slices.DeleteFunc(names, func(name string) bool { return slices.Contains(args, name) }), cobra.ShellCompDirectiveNoFileComp
}
