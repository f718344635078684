package cli

import (
	"context"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/skillctl/skillctl/cmd/internal/cli/kit"
	"github.com/skillctl/skillctl/engine/approval"
)

// completeIDs has the commands that take ids of runs and of approvals offer them.
func completeIDs(root *cobra.Command, f *kit.Factory) {
	for _, ids := range []struct {
		commands []string
		list     func(context.Context) ([]string, error)
	}{
		{[]string{"runs show", "runs logs", "runs send", "runs stop"}, func(ctx context.Context) ([]string, error) { return runIDs(ctx, f) }},
		{[]string{"approvals show", "approvals revoke"}, func(context.Context) ([]string, error) { return approvalIDs(f) }},
	} {
		for _, path := range ids.commands {
			cmd, _, err := root.Find(strings.Fields(path))
			if err != nil {
				continue // TestComplete wants each of them
			}
			several := strings.HasSuffix(path, "stop") || strings.HasSuffix(path, "revoke")
			cmd.ValidArgsFunction = func(cmd *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
				if len(args) > 0 && !several {
					return nil, cobra.ShellCompDirectiveNoFileComp
				}
				list, err := ids.list(cmd.Context())
				if err != nil {
					return nil, cobra.ShellCompDirectiveError
				}
				return slices.DeleteFunc(list, func(id string) bool { return slices.Contains(args, strings.SplitN(id, "\t", 2)[0]) }), cobra.ShellCompDirectiveNoFileComp
			}
		}
	}
}

// runIDs are those of the runs in the background, each with its state.
func runIDs(ctx context.Context, f *kit.Factory) ([]string, error) {
	store, err := f.Runs()
	if err != nil {
		return nil, err
	}
	runs, _, err := store.List(ctx)
	if err != nil {
		return nil, err
	}
	var ids []string
	for i := range runs {
		ids = append(ids, cobra.CompletionWithDesc(runs[i].ID, string(runs[i].State)))
	}
	return ids, nil
}

// approvalIDs are those of the approvals that hold.
func approvalIDs(f *kit.Factory) ([]string, error) {
	store, err := f.Approvals()
	if err != nil {
		return nil, err
	}
	all, _, err := store.List(f.Now())
	if err != nil {
		return nil, err
	}
	var ids []string
	for _, entry := range all {
		if entry.State == approval.Active {
			ids = append(ids, entry.Record.ID)
		}
	}
	return ids, nil
}
