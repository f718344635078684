package proposals

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"github.com/skillctl/skillctl/cmd/internal/cli/kit"
	"github.com/skillctl/skillctl/engine"
	"github.com/skillctl/skillctl/engine/install"
	"github.com/skillctl/skillctl/engine/proposal"
	"github.com/skillctl/skillctl/engine/report/format"
)

type proposalsApplyOptions struct {
	proposalsOptions
	id, reason, config string
	yes, dryRun        bool
}

func newProposalsApply(f *kit.Factory) *cobra.Command {
	opts := &proposalsApplyOptions{proposalsOptions: proposalsOptions{factory: f}}
	cmd := &cobra.Command{
		Use:   "apply ID",
		Short: "Judge a proposal and write it to the agent's skills",
		Long: `Assembles the skill as it would be, lets lint and the gate judge it (by the settings
under install and lint), and writes it in one step. A denied proposal is not applied
and stays pending. A proposal with warnings, and any proposal where
skills.workshop.approvalPolicy is "pending", is applied when a person agrees on the
terminal, where the change and the judgement are shown, or with --yes.

A proposal is stale when the skill was changed after the proposal was made: it is
marked so and not applied.

Exit codes
  0  applied (with --dry-run: it may be)
  1  denied, not approved, stale, or closed already
  2  a flag, a setting or the configuration is wrong
  3  skillctl failed`,
		Example: `  skillctl proposals apply --dry-run weekly-update-20260102
  skillctl proposals apply --yes --reason 'read and tried' weekly-update-20260102`,
		Args: kit.OneArg("the id of a proposal"),
		RunE: func(cmd *cobra.Command, args []string) error {
			opts.id = args[0]
			return proposalsApplyRun(cmd.Context(), opts)
		},
	}
	opts.flags(cmd)
	flags := cmd.Flags()
	flags.StringVar(&opts.reason, "reason", "", "why; it is kept with the proposal")
	flags.StringVar(&opts.config, "config", "", "read skillctl's own settings from this `file`")
	flags.BoolVar(&opts.yes, "yes", false, "do not ask")
	flags.BoolVar(&opts.dryRun, "dry-run", false, "judge it, and write nothing")
	return cmd
}

// judgedProposal is what `proposals apply --json` writes. Result is "applied",
// "would be applied", "denied", "not approved", "stale" or "refused"; Problem says
// why it is none of the first two, or what a person is still asked.
type judgedProposal struct {
	Result   string            `json:"result"`
	Record   *proposal.Record  `json:"record"`
	Decision *install.Decision `json:"decision,omitempty"`
	Reasons  []proposal.Reason `json:"reasons,omitempty"`
	Problem  string            `json:"problem,omitempty"`
	bundle   *proposal.Bundle
}

func proposalsApplyRun(ctx context.Context, o *proposalsApplyOptions) error {
	queue, err := o.open(ctx)
	if err != nil {
		return err
	}
	r, err := queue.Find(ctx, o.id)
	if err != nil {
		return proposalError(err)
	}
	own, err := o.factory.ExecSettings(ctx, kit.SettingsQuery{File: o.config})
	if err != nil {
		return err
	}
	gate, err := o.factory.Gate(own)
	if err != nil {
		return err
	}
	result := judgedProposal{Record: r}
	judge := func(ctx context.Context, staged proposal.Staged) (string, error) {
		decision, err := gate.Judge(ctx, proposalRequest(staged, queue, o.factory.IO.GateFiles(own)), own)
		if err != nil {
			return "", err
		}
		result.Decision, result.bundle = &decision, staged.Bundle
		return string(decision.Effect), nil
	}
	consent := func(ctx context.Context, verdict proposal.Verdict) (bool, error) {
		if o.dryRun && !o.yes {
			result.Problem = "a person would be asked first: " + verdict.Told()
		}
		if o.yes || o.dryRun {
			return true, nil
		}
		return o.approve(ctx, queue, &result, verdict)
	}
	applied, err := o.write(ctx, queue, r, judge, consent)
	if err := result.ended(applied, err); err != nil {
		return proposalError(err)
	}
	return o.answer(&result)
}

// ended says what became of it; what is no answer of the policies is an error.
func (result *judgedProposal) ended(applied *proposal.Record, err error) error {
	var refused *proposal.RefusedError
	var stale *proposal.StaleError
	switch {
	case errors.As(err, &stale):
		result.Result, result.Problem = "stale", stale.Reason
	case errors.As(err, &refused):
		result.Reasons = refused.Reasons
		switch {
		case result.Problem != "":
			result.Result = "not approved"
		case result.Decision != nil && result.Decision.Effect == engine.Deny:
			result.Result = "denied"
		default:
			verdict := proposal.Verdict{Reasons: refused.Reasons}
			result.Result, result.Problem = "refused", verdict.Told()
		}
	case err != nil:
		return err
	case applied == nil:
		result.Result = "would be applied"
	default:
		result.Result, result.Record = "applied", applied
	}
	return nil
}

// write applies a proposal, or with --dry-run only judges it: then there is no
// record.
func (o *proposalsApplyOptions) write(ctx context.Context, queue *workshop, r *proposal.Record, judge proposal.Judge, consent proposal.Consent) (*proposal.Record, error) {
	if r.Store == proposal.StoreFiles && !o.dryRun {
		return queue.Apply(ctx, r.ID, o.reason, judge, consent)
	}
	b, err := queue.Read(ctx, r.ID)
	if err != nil {
		return nil, err
	}
	place, err := os.MkdirTemp(o.factory.IO.TempDir(), "skillctl-proposal-")
	if err != nil {
		return nil, fmt.Errorf("make a folder to judge it in: %w", err)
	}
	defer func() { _ = os.RemoveAll(place) }()
	if err := queue.Examine(ctx, b, place, judge, consent); err != nil || o.dryRun {
		return nil, err
	}
	return o.hand(ctx, queue, r, "apply", o.reason)
}

// proposalRequest asks the gate about the skill as it would be.
func proposalRequest(staged proposal.Staged, queue *workshop, rulers []string) install.Request {
	mode := "install"
	if staged.Bundle.Kind == proposal.Update {
		mode = "update"
	}
	return install.Request{
		// It is skillctl that asks a person about warnings, whatever the host knows.
		Host: "openclaw", Version: proposal.HostVersion, Target: install.Target{Type: "skill", Name: staged.Dir}, Dir: staged.Dir, Path: staged.Path, PathKind: "directory",
		Origin: map[string]any{"type": "path", "proposal": staged.Bundle.ID},
		Source: &install.Source{Kind: "local-path", Authority: "agent:" + queue.agent},
		Action: install.Action{Kind: "skill-install", Mode: mode, Specifier: "proposal:" + staged.Bundle.ID},
		Rulers: rulers,
	}
}

func (o *proposalsApplyOptions) answer(result *judgedProposal) error {
	if o.json {
		if err := kit.WriteJSON(o.factory.IO.Out, result); err != nil {
			return fmt.Errorf("write output: %w", err)
		}
	} else {
		var out strings.Builder
		fmt.Fprintf(&out, "%s: %s", result.Record.ID, result.Result)
		switch {
		case result.Result == "applied":
			fmt.Fprintf(&out, " to %s", format.Escape(result.Record.Target.SkillFile))
		case result.Problem != "":
			fmt.Fprintf(&out, ": %s", format.Escape(result.Problem))
		}
		out.WriteByte('\n')
		writeReasons(&out, result.Decision)
		if err := kit.WriteText(o.factory.IO, out.String()); err != nil {
			return err
		}
	}
	if result.Result == "applied" || result.Result == "would be applied" {
		return nil
	}
	return &kit.ExitError{Code: kit.ExitFindings}
}

// writeReasons writes why the gate does not simply allow.
func writeReasons(out *strings.Builder, decision *install.Decision) {
	if decision == nil {
		return
	}
	shown := 0
	for i := range decision.Reasons {
		if decision.Reasons[i].Effect == engine.Allow {
			continue
		}
		if shown++; shown <= kit.MaxReasons {
			kit.WriteReason(out, &decision.Reasons[i])
		}
	}
	if shown > kit.MaxReasons {
		fmt.Fprintf(out, "  and %d more reasons; --json has all of them\n", shown-kit.MaxReasons)
	}
}
