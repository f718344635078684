package lint

import (
	"context"
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"github.com/skillctl/skillctl/cmd/internal/cli/kit"
)

// NewExplainVerdict is the command explain-verdict.
func NewExplainVerdict(f *kit.Factory) *cobra.Command {
	opts := &lintOptions{factory: f}
	cmd := &cobra.Command{
		Use:   "explain-verdict SKILL…",
		Short: "Show what the verdict on skills comes from",
		Long: `Shows the verdict on skills, or on each below a folder, and what it comes from: the
findings that give it by themselves, each with the way that leads to it (where
something is read, the steps, and where it goes), and which verdict would be left
without it.

The settings count as they do for lint: what they suppress has no part in a verdict.

Exit codes
  0  the verdicts were shown, whatever they are
  2  a flag, a path or a setting is wrong
  3  skillctl failed
  4  there is no skill`,
		Example: "  skillctl explain-verdict skills/weather\n  skillctl explain-verdict skills/weather skills/notes\n  skillctl explain-verdict skills --format json",
		Args:    kit.SomeArgs("the folder of a skill"),
		RunE: func(cmd *cobra.Command, args []string) error {
			opts.paths = args
			if !slices.Contains(verdictFormats(), opts.format) {
				return kit.Usagef("--format is %q; it is one of %s", opts.format, kit.Quoted(verdictFormats()))
			}
			return explainVerdictRun(cmd.Context(), opts)
		},
	}
	flags := cmd.Flags()
	flags.SortFlags = false
	flags.StringVar(&opts.format, "format", formatText, "how to write it: text, json")
	kit.DialectFlag(cmd, &opts.dialects)
	flags.StringVar(&opts.config, "config", "", "read the project's settings from this `file`")
	flags.BoolVar(&opts.noConfig, "no-config", false, "ignore the project's settings; those of the system and the user still apply")
	flags.StringSliceVar(&opts.policies, "policy", nil, "a `folder` with rules of your own, which are added")
	flags.BoolVar(&opts.noCache, "no-cache", false, "do not use the findings cache")
	// The only error is a flag that does not exist.
	_ = cmd.RegisterFlagCompletionFunc("format", cobra.FixedCompletions(verdictFormats(), cobra.ShellCompDirectiveNoFileComp))
	return cmd
}

const (
	formatText = "text"
	formatJSON = "json"
)

func verdictFormats() []string { return []string{formatText, formatJSON} }

func explainVerdictRun(ctx context.Context, o *lintOptions) error {
	if err := o.checkPaths(); err != nil {
		return err
	}
	job, err := o.start(ctx)
	if err != nil {
		return err
	}
	report, err := job.lint(ctx)
	if err != nil {
		return err
	}
	if len(report.Skills)+len(report.Projects) == 0 {
		return &kit.ExitError{Code: kit.ExitNothing, Err: fmt.Errorf("there is no skill and no project below %s", kit.Quoted(o.paths))}
	}
	told := explained{Schema: explainedSchema}
	for _, s := range slices.Concat(report.Skills, report.Projects) {
		behind, err := job.linter.Behind(ctx, s)
		if err != nil {
			return err
		}
		told.Skills = append(told.Skills, explainedOf(s, behind))
	}
	if o.format == formatJSON {
		return kit.WriteJSON(o.factory.IO.Out, told)
	}
	return o.factory.IO.Show([]byte(told.text(o.factory.IO.Width())))
}
