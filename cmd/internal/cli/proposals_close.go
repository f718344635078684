package cli

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/skillctl/skillctl/engine/proposal"
)

type proposalsCloseOptions struct {
	proposalsOptions
	status     proposal.Status
	id, reason string
	yes        bool
}

// newProposalsClose is `proposals reject` or `proposals quarantine`.
func newProposalsClose(f *Factory, status proposal.Status, runF func(context.Context, *proposalsCloseOptions) error) *cobra.Command {
	opts := &proposalsCloseOptions{proposalsOptions: proposalsOptions{factory: f}, status: status}
	cmd := &cobra.Command{
		Use:   "reject ID",
		Short: "Close a proposal for good",
		Long: `Closes a proposal that waits. It is kept with the reason, and cannot be applied
any more.`,
		Example: `  skillctl proposals reject weekly-update-20260102 --reason 'there is one already'`,
		Args:    oneArg("the id of a proposal"),
	}
	if status == proposal.Quarantined {
		cmd.Use, cmd.Short = "quarantine ID --reason REASON", "Keep a proposal out of the way, with the reason"
		cmd.Long = `Keeps a proposal so that somebody may look into it: it is not listed with those
that wait and cannot be applied. It goes on counting for skills.workshop.maxPending.`
		cmd.Example = `  skillctl proposals quarantine weekly-update-20260102 --reason 'asks for a token; who wrote it?'`
	}
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		opts.id = args[0]
		if status == proposal.Quarantined && strings.TrimSpace(opts.reason) == "" {
			return usagef("say why with --reason: whoever looks into it wants to know")
		}
		return seam(runF, proposalsCloseRun)(cmd.Context(), opts)
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
	if queue.Limits().ApprovalPolicy == "pending" && !o.yes {
		if err := o.approve(ctx, r); err != nil {
			return err
		}
	}
	closed, err := o.close(ctx, queue, r)
	if err != nil {
		return proposalError(err)
	}
	if o.json {
		return writeJSON(o.factory.IO.Out, map[string]any{"record": closed})
	}
	return putText(o.factory.IO, fmt.Sprintf("%s: %s\n", closed.ID, closed.Status))
}

func (o *proposalsCloseOptions) close(ctx context.Context, queue *workshop, r *proposal.Record) (*proposal.Record, error) {
	quarantine := o.status == proposal.Quarantined
	switch {
	case r.Status != proposal.Pending:
		return nil, &proposal.StatusError{ID: r.ID, Status: r.Status, Wanted: string(o.status)}
	case r.Store != proposal.StoreFiles && quarantine:
		return o.hand(ctx, queue, r, "quarantine", o.reason)
	case r.Store != proposal.StoreFiles:
		return o.hand(ctx, queue, r, "reject", o.reason)
	case quarantine:
		return queue.Quarantine(ctx, r.ID, o.reason)
	}
	return queue.Reject(ctx, r.ID, o.reason)
}

// approve asks a person.
func (o *proposalsCloseOptions) approve(ctx context.Context, r *proposal.Record) error {
	streams := o.factory.IO
	if !streams.canAsk() {
		return &ExitError{Code: ExitFindings, Err: fmt.Errorf("skills.workshop.approvalPolicy is pending, and there is no terminal to ask on: say --yes")}
	}
	discardInput(streams.In)
	if _, err := fmt.Fprintf(streams.Err, "make %s %s? [y/N] ", r.ID, o.status); err != nil {
		return fmt.Errorf("ask: %w", err)
	}
	line, err := readAnswer(ctx, streams.In)
	if err != nil {
		return err
	}
	if answer := strings.ToLower(strings.TrimSpace(line)); answer != "y" && answer != "yes" {
		return &ExitError{Code: ExitFindings, Err: fmt.Errorf("%s goes on waiting", r.ID)}
	}
	return nil
}
