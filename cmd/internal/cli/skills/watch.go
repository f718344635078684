package skills

import (
	"github.com/spf13/cobra"

	"github.com/skillctl/skillctl/cmd/internal/cli/kit"
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
		Short: "Say how the skills that an agent gets change, as files change",
		Long: `Watches every folder that an agent's skills load from, and the configuration.
It says at first how many skills the agent gets, then a line for each that is
added, removed, replaced by another folder of its name (moved), edited, or
answered otherwise (judged: shadowed, ineligible, hidden, invalid, …), and for
each finding of lint that is new or resolved; and when the configuration or one
of the folders goes or comes. Only what changed is looked at again. Ctrl-C ends it, with 0.

Folders need not be there yet. Swap files of editors and the stores of version
control are no changes. Where the system has no more file watches to give, the
folders are looked at again and again, and a warning says so.

Exit codes
  0  it was ended
  2  a flag, the configuration or a setting is wrong
  3  skillctl could not do its work`,
		Example: `  skillctl watch
  skillctl watch --agent writer --json
  skillctl watch --openclaw ./openclaw.json --profile openclaw --no-lint`,
		Args: kit.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
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
