package skills

import (
	"github.com/spf13/cobra"

	"github.com/skillctl/skillctl/cmd/internal/cli/kit"
	"github.com/skillctl/skillctl/cmd/internal/garbage"
)

type watchOptions struct {
	catalogFlags
	kit.WatchFlags

	json   bool
	noLint bool
	quiet  bool
	// given: --debounce was said, so that the configuration does not count.
	given bool
}

// NewWatch is the command watch.
func NewWatch(f *kit.Factory) *cobra.Command {
	opts := &watchOptions{catalogFlags: catalogFlags{factory: f}}
	cmd := &cobra.Command{
		Use:   "watch",
		Short: "Watch the skills that an agent gets, and report changes",
		Long: `Watches every folder that the skills of one agent load from, and the configuration:
without a flag those of the first that is set up here, in the order OpenClaw, Claude
Code, Codex.
It first says how many skills the agent gets, then writes a line for each skill that
is added, removed, replaced by another folder of its name (moved), edited, or whose
state changes (judged: shadowed, ineligible, hidden, invalid, …), for each finding of
lint that is new or resolved, and when the configuration or one of the folders is
removed or created. Only what changed is read again. Ctrl-C ends it, with 0.

Folders need not exist yet. Swap files of editors and folders of version control
(.git) are ignored. Where the system has no more file watches, the folders are polled
instead, and a warning says so.

Exit codes
  0  it was ended
  2  a flag, the configuration or a setting is wrong
  3  skillctl failed`,
		Example: `  skillctl watch
  skillctl watch --agent writer --json
  skillctl watch --openclaw ./openclaw.json --profile openclaw --no-lint`,
		Args: kit.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			garbage.Resume()
			opts.given = cmd.Flags().Changed("debounce")
			if err := opts.check(); err != nil {
				return err
			}
			return watchRun(cmd.Context(), opts)
		},
	}
	opts.catalogFlags.add(cmd)
	flags := cmd.Flags()
	flags.BoolVar(&opts.json, "json", false, "write lines of JSON")
	flags.BoolVar(&opts.noLint, "no-lint", false, "leave out the findings of lint")
	flags.BoolVarP(&opts.quiet, "quiet", "q", false, "write changes and errors only")
	opts.WatchFlags.Add(flags, "")
	return cmd
}

func (o *watchOptions) check() error {
	if err := o.catalogFlags.check(); err != nil {
		return err
	}
	return o.WatchFlags.Check()
}
