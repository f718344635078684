package proposals

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/skillctl/skillctl/cmd/internal/cli/kit"
	"github.com/skillctl/skillctl/engine/host/openclaw/agents"
	"github.com/skillctl/skillctl/engine/host/product"
	"github.com/skillctl/skillctl/engine/proposal"
)

// New is the command proposals.
func New(f *kit.Factory) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "proposals",
		Short: "Skills that agents propose: list, inspect, apply, reject, quarantine",
		Long: `OpenClaw's agents propose skills; each proposal waits in a queue of its agent until
somebody applies it to the agent's own skills, rejects it or quarantines it. Lint and
the gate judge a proposal before it is applied. It is applied whole or not at all, and
not when the skill that it changes was changed meanwhile (stale). Several operators
may work on a queue at once.

These keys of the configuration apply: skills.workshop.approvalPolicy, maxPending and
maxSkillBytes. The queue is skill-workshop/proposals in OpenClaw's state folder, in
OpenClaw's own format. Proposals in OpenClaw's database are listed and judged as well;
their state is changed through the program openclaw, which has to be in PATH.`,
		Args: cobra.ArbitraryArgs,
		RunE: kit.Group,
	}
	cmd.AddCommand(
		newProposalsList(f), newProposalsInspect(f), newProposalsAdd(f), newProposalsApply(f),
		newProposalsClose(f, proposal.Rejected), newProposalsClose(f, proposal.Quarantined),
	)
	return cmd
}

// proposalsOptions say whose queue is meant.
type proposalsOptions struct {
	factory  *kit.Factory
	agent    string
	openclaw string
	json     bool
}

func (o *proposalsOptions) flags(cmd *cobra.Command) {
	f := cmd.Flags()
	f.SortFlags = false
	f.StringVar(&o.agent, "agent", "", "the `id` of an agent in the configuration of OpenClaw, such as main (default: the one whose workspace this is, or the configuration's default)")
	f.StringVar(&o.openclaw, "openclaw", "", "read this OpenClaw configuration `file` (default: where OpenClaw looks for it)")
	f.BoolVar(&o.json, "json", false, "write JSON")
}

// workshop is the queue of an agent, and the host that it belongs to.
type workshop struct {
	*proposal.Queue
	agent string
	state string
	host  *product.Host
}

// open finds the queue.
func (o *proposalsOptions) open(ctx context.Context) (*workshop, error) {
	if err := kit.ExistingFile(o.factory.IO, o.openclaw); err != nil {
		return nil, err
	}
	host, err := kit.CatalogHost(o.factory, o.openclaw)
	if err != nil {
		return nil, err
	}
	config, err := host.ReadConfig(ctx)
	if err != nil {
		return nil, &kit.ExitError{Code: kit.ExitUsage, Err: fmt.Errorf("read configuration: %w", err)}
	}
	agent, err := agents.Choose(config.Root, cmp.Or(o.agent, host.AgentHere(config.Root)))
	if err != nil {
		return nil, &kit.ExitError{Code: kit.ExitUsage, Err: err}
	}
	roots, err := host.OpenClaw().Roots(config.Root, agent)
	if err != nil {
		return nil, err
	}
	place := func(setting []string) string {
		at := config.Root
		for _, step := range setting {
			at = at.At(step)
		}
		if at == nil {
			return ""
		}
		return fmt.Sprintf("%s:%d:%d", kit.ShortPath(host, at.File), at.Span.Start.Line, at.Span.Start.Column)
	}
	for i := range roots {
		if roots[i].Tier != "workshop" {
			continue
		}
		queue := proposal.Open(host.OpenClaw().State(), roots[i].Path, agent.ID, proposal.NewRules(),
			proposal.WithSettings(config.Root.At("skills", "workshop").Interface(), place), proposal.WithClock(o.factory.Now))
		return &workshop{Queue: queue, agent: agent.ID, state: host.OpenClaw().State(), host: host}, nil
	}
	return nil, errors.New("the configuration has no folder for skills of its agents")
}

// proposalError gives errors of the queue their exit codes.
func proposalError(err error) error {
	var unknown *proposal.UnknownError
	var ambiguous *proposal.AmbiguousError
	var refused *proposal.RefusedError
	var draft *proposal.DraftError
	var stale *proposal.StaleError
	switch {
	case err == nil:
		return nil
	case errors.As(err, &unknown):
		return &kit.ExitError{Code: kit.ExitUsage, Err: fmt.Errorf("%w (`skillctl proposals list --all` lists them)", err)}
	case errors.As(err, &ambiguous):
		return &kit.ExitError{Code: kit.ExitUsage, Err: err}
	case errors.As(err, &refused), errors.As(err, &draft), errors.As(err, &stale):
		return &kit.ExitError{Code: kit.ExitFindings, Err: err}
	}
	return err
}
