package approvals

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/skillctl/skillctl/cmd/internal/cli/kit"
	"github.com/skillctl/skillctl/engine/approval"
)

type approvalsRevokeOptions struct {
	factory  *kit.Factory
	ids      []string
	all      bool
	reviewer string
}

func newApprovalsRevoke(f *kit.Factory) *cobra.Command {
	opts := &approvalsRevokeOptions{factory: f}
	cmd := &cobra.Command{
		Use:   "revoke [ID... | --all]",
		Short: "Revoke approvals",
		Long:  "Revokes approvals for good. A unique beginning of an id is enough.",
		Args:  cobra.ArbitraryArgs,
		RunE: func(_ *cobra.Command, args []string) error {
			opts.ids = args
			switch {
			case opts.all && len(args) > 0:
				return kit.Usagef("--all and ids cannot be used together")
			case !opts.all && len(args) == 0:
				return kit.Usagef("nothing to revoke: give ids, or --all")
			}
			return approvalsRevokeRun(opts)
		},
	}
	cmd.Flags().BoolVar(&opts.all, "all", false, "revoke every approval")
	cmd.Flags().StringVar(&opts.reviewer, "reviewer", "", "the `name` of who revokes (default: the login name)")
	return cmd
}

func approvalsRevokeRun(o *approvalsRevokeOptions) error {
	store, err := o.factory.Approvals()
	if err != nil {
		return err
	}
	ids, err := o.chosen(store)
	if err != nil {
		return err
	}
	by := o.reviewer
	if by == "" {
		by = o.factory.User()
	}
	revoked := 0
	var failed []error
	for _, id := range ids {
		err := store.Revoke(id, by, o.factory.Now())
		var ended *approval.StateError
		switch {
		case errors.As(err, &ended):
			if !o.all {
				fmt.Fprintln(o.factory.IO.Out, ended.Error())
			}
		case err != nil:
			failed = append(failed, err)
		default:
			revoked++
			fmt.Fprintf(o.factory.IO.Out, "revoked %s\n", id)
		}
	}
	if o.all && revoked == 0 && len(failed) == 0 {
		fmt.Fprintln(o.factory.IO.Out, "there was nothing to revoke")
	}
	return errors.Join(failed...)
}

// chosen are the whole ids; nothing is revoked when one of those given is wrong.
func (o *approvalsRevokeOptions) chosen(store *approval.Store) ([]string, error) {
	if o.all {
		return store.IDs()
	}
	var ids []string
	for _, given := range o.ids {
		id, err := resolveID(store, given)
		if err != nil {
			return nil, err
		}
		ids = append(ids, id)
	}
	return ids, nil
}
