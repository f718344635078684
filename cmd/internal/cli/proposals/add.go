package proposals

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/skillctl/skillctl/cmd/internal/cli/kit"
	"github.com/skillctl/skillctl/engine/proposal"
)

type proposalsAddOptions struct {
	proposalsOptions
	path              string
	name, description string
	update            bool
	goal, evidence    string
}

func newProposalsAdd(f *kit.Factory) *cobra.Command {
	opts := &proposalsAddOptions{proposalsOptions: proposalsOptions{factory: f}}
	cmd := &cobra.Command{
		Use:   "add --name NAME --description TEXT PATH",
		Short: "Propose a skill",
		Long: `Adds a proposal to the queue. PATH is the text of a skill, or a folder with a
PROPOSAL.md or SKILL.md and files in assets, examples, references, scripts or
templates. Nothing is written to the skills until somebody applies it.

Names become lower-case letters, digits and hyphens, at most 64; descriptions have
at most 160 bytes. Links, executable files and files that are not UTF-8 text are refused.

Exit codes
  0  it is in the queue; its id is printed
  1  it is refused: a limit, a name in use, a file that is not text, a link, an
     executable file, or a file in the wrong folder
  2  a flag, the path or the configuration is wrong
  3  skillctl failed`,
		Example: `  skillctl proposals add --name weekly-update --description 'Friday wrap-up' ./weekly-update
  skillctl proposals add --update --name weekly-update ./PROPOSAL.md --goal 'a shorter summary'`,
		Args: kit.OneArg("the text of a skill, or a folder"),
		RunE: func(cmd *cobra.Command, args []string) error {
			opts.path = args[0]
			if opts.name == "" {
				return kit.Usagef("name the skill with --name")
			}
			return proposalsAddRun(cmd.Context(), opts)
		},
	}
	opts.flags(cmd)
	flags := cmd.Flags()
	flags.StringVar(&opts.name, "name", "", "the `name` of the skill (required)")
	flags.StringVar(&opts.description, "description", "", "what the proposal is about (not needed with --update)")
	flags.BoolVar(&opts.update, "update", false, "change a skill that the agent has")
	flags.StringVar(&opts.goal, "goal", "", "the purpose of the change")
	flags.StringVar(&opts.evidence, "evidence", "", "why the change is needed")
	return cmd
}

func proposalsAddRun(ctx context.Context, o *proposalsAddOptions) error {
	queue, err := o.open(ctx)
	if err != nil {
		return err
	}
	draft := proposal.Draft{Name: o.name, Update: o.update, Description: o.description, By: "skillctl", Goal: o.goal, Evidence: o.evidence}
	if draft.Text, draft.Files, err = readDraft(o.factory.IO, o.path); err != nil {
		return draftError(err)
	}
	r, err := queue.Add(ctx, draft)
	if err != nil {
		return proposalError(err)
	}
	if o.json {
		return kit.WriteJSON(o.factory.IO.Out, map[string]any{"record": r, "revisionHash": r.Revision()})
	}
	return kit.WriteText(o.factory.IO, r.ID+"\n")
}
