package exec

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/skillctl/skillctl/cmd/internal/cli/kit"
	"github.com/skillctl/skillctl/cmd/internal/run"
)

type decideOptions struct {
	kit.PolicyFlags
	factory *kit.Factory
	agent   string
	jobs    int
}

// NewDecide is the command decide.
func NewDecide(f *kit.Factory) *cobra.Command {
	opts := &decideOptions{factory: f}
	cmd := &cobra.Command{
		Use:   "decide",
		Short: "Decide requests to run something, one per line",
		Long: `Reads one request per line from standard input and writes one decision per line, in
the same order, as JSON. Nothing is run.

  {"id": 1, "request": {"command": "ls", "cwd": "/tmp", "inherited": {"PATH": "/usr/bin:/bin"}}}

on one line gives

  {"id":1,"effect":"allow","reasons":[{"rule":…,"message":…}],"policy":"sha256:…"}

A request has "command" (a text for a shell) or "argv". "cwd" is the folder that it
would run in and "inherited" the environment that it would get: nothing is taken from
this process, so without them it is not known which files and programs are meant, and
what depends on that is asked. With those of a shell the answer is that of
` + "`skillctl exec --explain`" + ` there. "profile" says by whose rules; "settings" are the
innermost layer of skillctl's settings for this line, and cannot change what the
project, the user or the system set. ` + "`skillctl schema export request`" + ` and ` + "`… decision`" + `
have every field.

A line that is not a valid request (not JSON, an unknown key, longer than 1 MiB,
empty) is answered with "deny" and its place, as stdin:LINE:COLUMN. So is every line when settings, or
the configuration of another system in their place, have faults: whoever asks gets
an answer, and at the end skillctl exits with 2.

Exit codes
  0  every line was answered
  2  a flag or a setting is wrong
  3  standard input or output failed, or skillctl was interrupted`,
		Example: `  skillctl decide < requests.jsonl
  skillctl decide --policy policies --no-config < requests.jsonl`,
		Args: kit.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := opts.CheckPolicyFlags(); err != nil {
				return err
			}
			if opts.jobs < 0 {
				return kit.Usagef("--jobs %d is below 0", opts.jobs)
			}
			return decideRun(cmd.Context(), opts)
		},
	}
	f2 := cmd.Flags()
	f2.SortFlags = false
	opts.AddTo(f2)
	f2.StringVar(&opts.agent, "agent", "", "use the settings that a configuration such as openclaw.json has for its agent of this `id`")
	f2.IntVar(&opts.jobs, "jobs", 0, "answer this `number` of lines at a time; 0: as many as there are processors")
	return cmd
}

func decideRun(ctx context.Context, o *decideOptions) error {
	// As in lint: much garbage, little that stays.
	defer o.factory.IO.Tune(kit.LintGarbagePercent, 0)()
	query := o.Query()
	query.Agent = o.agent
	base, err := o.factory.ExecSettings(ctx, query)
	if err == nil {
		err = checkHosts(base)
	}
	if reasons := faults(err); reasons != nil {
		return o.refuse(ctx, reasons, err)
	}
	if err != nil {
		return err
	}
	kit.WarnIdle(o.factory.IO, base.Idle)
	decider, err := o.factory.Decider(base.Policies.Dirs)
	if err != nil {
		return err
	}
	if len(base.Policies.Dirs) > 0 {
		if err := run.CheckPolicies(ctx, decider, base.Exec.Profile); err != nil {
			return err
		}
	}
	decider.Remember()
	return o.answer(ctx, newAnswerer(decider, base))
}

func (o *decideOptions) answer(ctx context.Context, answers *answerer) error {
	lines := &lineReader{in: o.factory.IO.In, max: maxLine}
	if err := answerLines(ctx, lines, o.factory.IO.Out, answers.answer, o.jobs); err != nil {
		return fmt.Errorf("decide: %w", err)
	}
	return nil
}
