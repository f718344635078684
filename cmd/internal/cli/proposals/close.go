package proposals

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/skillctl/skillctl/cmd/internal/cli/kit"
	"github.com/skillctl/skillctl/engine/proposal"
)

type proposalsCloseOptions struct {
	proposalsOptions
	status     proposal.Status
	id, reason string
	yes        bool
}

const closeCodes = `

Exit codes
  0  it is closed
  1  not approved, or closed already
  2  a flag or the configuration is wrong, or there is no such proposal
  3  skillctl failed`

// newProposalsClose is `proposals reject` or `proposals quarantine`.
func newProposalsClose(f *kit.Factory, status proposal.Status) *cobra.Command {
	opts := &proposalsCloseOptions{proposalsOptions: proposalsOptions{factory: f}, status: status}
	cmd := &cobra.Command{
		Use:   "reject ID",
		Short: "Reject a proposal for good",
		Long: `Closes a pending proposal, or one in quarantine. It is kept with the reason, and can
no longer be applied.` + closeCodes,
		Example: `  skillctl proposals reject weekly-update-20260102 --reason 'there is one already'`,
		Args:    kit.OneArg("the id of a proposal"),
	}
	if status == proposal.Quarantined {
		cmd.Use, cmd.Short = "quarantine ID --reason REASON", "Quarantine a proposal, with the reason"
		cmd.Long = `Keeps a proposal for an investigation: it is not listed as pending and cannot be
applied. As in OpenClaw, a proposal never leaves quarantine and still counts for
skills.workshop.maxPending: reject what needs no investigation.` + closeCodes
		cmd.Example = `  skillctl proposals quarantine weekly-update-20260102 --reason 'asks for a token; who wrote it?'`
	}
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		opts.id = args[0]
		if status == proposal.Quarantined && strings.TrimSpace(opts.reason) == "" {
			return kit.Usagef("--reason is needed: say why, for those who investigate it")
		}
		return proposalsCloseRun(cmd.Context(), opts)
	}
	opts.flags(cmd)
	cmd.Flags().StringVar(&opts.reason, "reason", "", "why; it is kept with the proposal")
	cmd.Flags().BoolVar(&opts.yes, "yes", false, "do not ask, where skills.workshop.approvalPolicy is pending")
	return cmd
}

func proposalsCloseRun(ctx context.Context, o *proposalsCloseOptions) error {
	queue, err := o.open(ctx)
	if err != nil {
		return err
	}
	r, err := queue.Find(ctx, o.id)
	if err != nil {
		return proposalError(err)
	}
	approved := o.yes
	err = queue.Permit(ctx, o.action(), r, func(ctx context.Context, verdict proposal.Verdict) (_ bool, err error) {
		if !approved {
			approved, err = o.approve(ctx, r, verdict)
		}
		return approved, err
	})
	if err != nil {
		return proposalError(err)
	}
	closed, err := o.close(ctx, queue, r, approved)
	if err != nil {
		return proposalError(err)
	}
	if o.json {
		return kit.WriteJSON(o.factory.IO.Out, map[string]any{"record": closed})
	}
	return kit.WriteText(o.factory.IO, fmt.Sprintf("%s: %s\n", closed.ID, closed.Status))
}

func (o *proposalsCloseOptions) action() string {
	if o.status == proposal.Quarantined {
		return proposal.ActionQuarantine
	}
	return proposal.ActionReject
}

func (o *proposalsCloseOptions) close(ctx context.Context, queue *workshop, r *proposal.Record, approved bool) (*proposal.Record, error) {
	switch {
	case r.Store != proposal.StoreFiles:
		return o.hand(ctx, queue, r, o.action(), o.reason)
	case o.status == proposal.Quarantined:
		return queue.Quarantine(ctx, r.ID, o.reason, approved)
	}
	return queue.Reject(ctx, r.ID, o.reason, approved)
}

// approve asks a person.
func (o *proposalsCloseOptions) approve(ctx context.Context, r *proposal.Record, verdict proposal.Verdict) (bool, error) {
	streams := o.factory.IO
	if !streams.CanAsk() {
		return false, &kit.ExitError{Code: kit.ExitFindings, Err: fmt.Errorf("%s, and there is no terminal to ask on: confirm with --yes", verdict.Told())}
	}
	yes, err := streams.Confirm(ctx, fmt.Sprintf("%s %s? %s [y/N] ", o.action(), r.ID, verdict.Told()))
	if err == nil && !yes {
		err = &kit.ExitError{Code: kit.ExitFindings, Err: fmt.Errorf("%s stays pending", r.ID)}
	}
	return yes, err
}
