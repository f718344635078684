package exec

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/skillctl/skillctl/cmd/internal/cli/kit"
	"github.com/skillctl/skillctl/cmd/internal/run"
	"github.com/skillctl/skillctl/cmd/internal/run/channel"
	"github.com/skillctl/skillctl/engine"
	"github.com/skillctl/skillctl/engine/exec"
	"github.com/skillctl/skillctl/engine/settings"
	"github.com/skillctl/skillctl/runner/docker"
	"github.com/skillctl/skillctl/runner/egress"
)

type execOptions struct {
	factory *kit.Factory
	run.Options

	explain, dry, compare bool
	// hookRun is AGENT or AGENT/ID, as skillctl hook writes it.
	hookRun  string
	numbered numberedFlags
}

// NewExec is the command exec.
func NewExec(f *kit.Factory) *cobra.Command {
	opts := &execOptions{factory: f}
	cmd := &cobra.Command{
		SuggestFor: []string{"shell", "sh", "sandbox", "start"},

		Use:   "exec [-c COMMAND | --tool TOOL | -- PROGRAM [ARGUMENT...]]",
		Short: "Run a command inside its boundary, if the policies allow it",
		Long: `Decides whether a command may run, and runs it inside the boundary that was decided:
where, with which files, variables and network domains, and within what limits. If
the boundary cannot be enforced, nothing runs. Where the policies ask, a person is
asked on the terminal; without a terminal, exec.askFallback decides, or the question
waits for "skillctl approvals answer" (approvals.wait of the settings).

-c takes a text for a shell, -- a program and its arguments, which no shell reads.
--tool runs a tool of a SKILL.toml; its arguments are data that no shell reads.

--explain runs nothing. It lists everything that the command would run (behind
pipes, substitutions, wrappers, shells, find, xargs …), and why it may or may not:
each reason with its rule, the place in the command, what to do, and the setting
that would change it.

skillctl waits until the command ends. With --yield, what takes longer continues in
the background, with the same time limit and boundary, unless it is still reading a
pipe or a file. --background starts it there and prints its id. skillctl runs shows
it, sends it input and stops it.

--runtime calls a session by number, as Agent Zero does: a shell that keeps its folder
and its variables from one call to the next. Each call is judged; control comes back
when the command is done, asks something or takes too long (75: it goes on).

Ctrl-C and SIGTERM are passed to all processes of the run. The second one asks the
run to end and kills it after run.grace (a setting), the third kills it at once. When
the run ends, or skillctl is killed, none of its processes is left.

Exit codes
  the command's own, or with --explain and --dry-run 0: it may run
  2    a flag or a setting is wrong
  75   it continues in the background after --yield; how it ends is not known yet
  124  it exceeded the time limit
  125  skillctl failed
  126  denied by the policies or a person, or its boundary cannot be enforced
  127  the program was not found`,
		Example: `  skillctl exec -- git status
  skillctl exec -c 'rg -n TODO src 2>/dev/null | head'
  skillctl exec --timeout 2m -- make test
  skillctl exec --background -- npm run dev
  skillctl exec --runtime terminal --session 0 -c 'cd src && ls'
  skillctl exec --skill weather --tool forecast --arg city='New York'
  skillctl exec --explain --profile openclaw -- git status
  skillctl exec --explain --compare -c 'curl -s example.org | sh'`,
		RunE: func(cmd *cobra.Command, args []string) error { return execCalled(cmd, opts, args) },
	}
	commandFlags(cmd, opts)
	execFlags(cmd, opts)
	opts.numbered.add(cmd)
	cmd.Flags().SetInterspersed(false) // behind the name of a program the flags are its own
	return cmd
}

// execCalled does what the flags and arguments say.
func execCalled(cmd *cobra.Command, opts *execOptions, args []string) error {
	opts.Argv, opts.explain = args, opts.explain || opts.dry
	opts.IsText = cmd.Flags().Changed("command")
	opts.Hook, opts.Call, _ = strings.Cut(opts.hookRun, "/")
	opts.ElevatedSet = cmd.Flags().Changed("elevated")
	opts.YieldSet = cmd.Flags().Changed("yield")
	if opts.numbered.wanted(cmd) {
		return execError(execNumbered(cmd, opts))
	}
	if err := opts.Check(opts.factory.IO, cmd.ArgsLenAtDash()); err != nil {
		return err
	}
	if err := opts.checkCompare(); err != nil {
		return err
	}
	return execError(execRun(cmd.Context(), opts))
}

// commandFlags are those that say what is to run.
func commandFlags(cmd *cobra.Command, o *execOptions) {
	f := cmd.Flags()
	f.SortFlags = false
	f.StringVarP(&o.Command, "command", "c", "", "the `text` of a command, for a shell")
	f.StringVar(&o.Tool, "tool", "", "a `tool` of a SKILL.toml: FOLDER:TOOL, or TOOL of the skill of --skill or of the working directory")
	f.StringArrayVar(&o.ToolArgs, "arg", nil, "pass the argument `NAME=value` to the tool; no shell reads the value")
}

func execFlags(cmd *cobra.Command, o *execOptions) {
	f := cmd.Flags()
	f.BoolVar(&o.explain, "explain", false, "decide and say why; run nothing")
	f.BoolVar(&o.dry, "dry-run", false, "as --explain, and for a container also what its engine would be asked for")
	f.BoolVar(&o.JSON, "json", false, "write JSON: of the schema \"outcome\" (see skillctl schema) how it ended and what it wrote, with --explain of the schema \"explanation\" all that is known about the command")
	f.StringVar(&o.Profile, "profile", "", "decide by the rules of the profile with this `name` (default strict, or from the settings)")
	f.BoolVar(&o.compare, "compare", false, "compare what every profile decides; runs nothing")
	f.StringVar(&o.Workdir, "workdir", "", "the `folder` that it would run in (default: this one)")
	f.StringArrayVar(&o.Env, "env", nil, "set the variable `NAME=value` in the request")
	f.StringVar(&o.Host, "host", "", "the `placement` that the request names: "+strings.Join(run.Placements(), ", "))
	f.StringVar(&o.Node, "node", "", "the `name` of the machine, in run.nodes of the settings, to run it on")
	f.StringVar(&o.Agent, "agent", "", "the `name` of the agent that asks, any: the record and approvals go by it")
	f.StringVar(&o.Skill, "skill", "", "run it for the skill of this `name`, with the variables and the key of its entry in OpenClaw's configuration; they never go into a container")
	f.StringVar(&o.Ask, "ask", "", "when the request asks a person: "+strings.Join(run.AskModes(), ", ")+"; it can only be stricter than the settings")
	f.StringVar(&o.Security, "security", "", "exec.security where the settings do not set it: "+strings.Join(run.SecurityModes(), ", "))
	f.BoolVar(&o.Elevated, "elevated", false, "the request asks for elevated rights")
	f.BoolVar(&o.Unattended, "unattended", false, "decide as if nobody could be asked")
	f.DurationVar(&o.Timeout, "timeout", 0, "end it after this `duration`, such as 90s (default and longest: run.timeout of the settings, 30m)")
	f.DurationVar(&o.Yield, "yield", 0, "move it to the background after this `duration`; 0: never (default: run.yield of the settings, never)")
	f.BoolVar(&o.Background, "background", false, "start it in the background and print its id")
	f.BoolVar(&o.PTY, "pty", false, "give it a terminal")
	f.StringVar(&o.Channel, "channel", "", channel.Flag())
	f.StringVar(&o.OutputDir, "output-dir", "", "copy the files that it leaves in out (or run.outputDir) to this `folder`")
	f.StringSliceVar(&o.Policies, "policy", nil, "a `folder` with policies of your own, which can only tighten")
	f.StringVar(&o.Config, "config", "", "read the project's settings from this `file`")
	f.BoolVar(&o.NoConfig, "no-config", false, "ignore the project's settings; those of the system and the user still apply")
	f.StringVar(&o.Color, "color", kit.ColorAuto, "colour the output: auto, always, never; NO_COLOR and CLICOLOR_FORCE are honoured")
	// What skillctl hook writes into a command that it encloses.
	f.StringVar(&o.hookRun, "hook-run", "", "the `agent` whose hook has put this in place of its command, and the approval that its dialog gives")
	f.StringVar(&o.From, "from", "", "the `folder` whose project's settings hold")
	// What skillctl mcp writes.
	f.StringVar(&o.Started, "started", "", "make this `file` when the command has started")
	f.BoolVar(&o.Serves, "serves", false, "it answers a client for as long as that wants")
	for _, name := range []string{"hook-run", "from", "started", "serves"} {
		_ = f.MarkHidden(name) // the flag is there
	}
	for flag, values := range map[string][]string{"ask": run.AskModes(), "host": run.Placements(), "security": run.SecurityModes(), "channel": channel.Names(), "color": {kit.ColorAuto, kit.ColorAlways, kit.ColorNever}} {
		// The only error is a flag that does not exist.
		_ = cmd.RegisterFlagCompletionFunc(flag, cobra.FixedCompletions(values, cobra.ShellCompDirectiveNoFileComp))
	}
}

// checkCompare refuses a profile where all are shown.
func (o *execOptions) checkCompare() error {
	if o.compare && o.Profile != "" {
		return kit.Usagef("--compare shows every profile; leave --profile out")
	}
	return nil
}

// execError gives a failure the exit code of exec; usage errors keep theirs.
func execError(err error) error {
	var exit *kit.ExitError
	if err == nil || errors.As(err, &exit) && (exit.Code != kit.ExitFailure || exit.Err == nil) {
		return err // the command's own code may be any
	}
	return &kit.ExitError{Code: kit.ExitExecFailure, Err: err}
}

func execRun(ctx context.Context, o *execOptions) error {
	// One decision makes little garbage: collecting it costs more than keeping it.
	defer o.factory.IO.Tune(-1, kit.LintMemoryLimit)()
	decider, merged, err := o.load(ctx)
	if err != nil {
		return err
	}
	in := &run.Invocation{Factory: o.factory, Options: &o.Options}
	request, err := in.Request(merged)
	if err != nil {
		return err
	}
	return o.settle(ctx, in, decider, request, merged)
}

// load reads the settings and the policies.
func (o *execOptions) load(ctx context.Context) (kit.Decider, *settings.Settings, error) {
	query := kit.SettingsQuery{File: o.Config, None: o.NoConfig, Dir: o.From, Agent: o.Agent, Security: o.Security, Policies: o.Policies}
	merged, err := o.factory.ExecSettings(ctx, query)
	if err != nil {
		return nil, nil, err
	}
	if err := checkHosts(merged); err != nil {
		return nil, nil, err
	}
	kit.WarnIdle(o.factory.IO, merged.Idle)
	decider, err := o.factory.Decider(merged.Policies.Dirs)
	if err != nil {
		return nil, nil, err
	}
	return decider, merged, nil
}

// checkHosts refuses patterns of hosts that are none, each with its place.
func checkHosts(merged *settings.Settings) error {
	_, err := egress.NewRules(merged.Run.AllowedHosts, merged.Run.DeniedHosts)
	joined, ok := err.(interface{ Unwrap() []error })
	if !ok {
		return err
	}
	var faults []error
	for _, fault := range joined.Unwrap() {
		var bad *egress.PatternError
		if errors.As(fault, &bad) {
			if place, ok := merged.Origin("run", bad.List, bad.Index); ok {
				fault = fmt.Errorf("%s: run.%w", place, fault)
			}
		}
		faults = append(faults, fault)
	}
	return &kit.ExitError{Code: kit.ExitUsage, Err: errors.Join(faults...)}
}

// settle does with a request what the flags want: decides it and runs it, or
// says what would follow.
func (o *execOptions) settle(ctx context.Context, in *run.Invocation, decider kit.Decider, request exec.Request, merged *settings.Settings) error {
	if err := o.CheckPolicies(ctx, decider, merged); err != nil {
		return err
	}
	if o.Skill != "" {
		if err := in.ForSkill(ctx, &request, merged); err != nil {
			return err
		}
	}
	if o.Tool != "" && in.Language == "" {
		if err := in.UseTool(ctx, &request, merged); err != nil {
			return err
		}
	}
	if o.compare || o.explain {
		if err := in.CountRuns(ctx, &request, merged); err != nil {
			return err
		}
	}
	switch {
	case o.compare:
		return o.compareRun(ctx, decider, request, merged)
	case !o.explain:
		return in.Start(ctx, decider, request, merged)
	}
	got, err := o.explanation(ctx, decider, request, merged)
	if err != nil {
		return err
	}
	var plan *docker.Request
	if o.dry && got.Effect.Rank() <= engine.Warn.Rank() {
		if plan, err = in.ContainerRequest(request, got.Decision, merged); err != nil {
			return err
		}
	}
	if err := o.write(got, plan); err != nil {
		return err
	}
	return verdict(got.Effect)
}

// verdict is the exit code of a decision.
func verdict(effect engine.Effect) error {
	if effect.Rank() > engine.Warn.Rank() {
		return &kit.ExitError{Code: kit.ExitExecDenied}
	}
	return nil
}
