package cli

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/skillctl/skillctl/engine"
	"github.com/skillctl/skillctl/engine/settings"
	"github.com/skillctl/skillctl/engine/source"
	"github.com/skillctl/skillctl/runner"
	"github.com/skillctl/skillctl/runner/egress"
)

type execOptions struct {
	factory *Factory

	argv     []string
	command  string
	isText   bool
	explain  bool
	dry      bool
	json     bool
	profile  string
	compare  bool
	workdir  string
	env      []string
	host     string
	node     string
	agent    string
	ask      string
	security string
	elevated bool
	// elevatedSet tells "not said" from false.
	elevatedSet bool
	unattended  bool
	policies    []string
	config      string
	noConfig    bool
	color       string

	timeout    time.Duration
	yield      time.Duration
	yieldSet   bool
	background bool
	pty        bool
	outputDir  string
	skill      string
	tool       string

	// What other commands bring along: the language of the code, and the file
	// that it stands in.
	language string
	code     runner.Pin
	codeText string
	// script is the file, in the words of where it runs, that holds the text; given
	// is what its shell is given in place of -c and the text.
	script string
	given  []string
	// carried are files that a container brings along.
	carried []runner.Carried
	// entry is what is known of the skill; nil without one.
	entry *skillEntry
	// extra are variables of a skill, own those that skillctl sets itself; secret
	// are pairs "NAME=value" whose values are masked.
	extra, own map[string]string
	secret     []string
	// toolArgs are the arguments of a tool, "NAME=value".
	toolArgs []string
	// ready looks once more before a request that may run does; nil for nothing.
	ready func(context.Context, *job) error
}

func newExec(f *Factory) *cobra.Command {
	opts := &execOptions{factory: f}
	cmd := &cobra.Command{
		Use:   "exec [-c COMMAND | --tool TOOL | -- PROGRAM [ARGUMENT...]]",
		Short: "Run a command, if it may, inside its boundary",
		Long: `Decides whether a command may run, by whose rules, and runs it inside the boundary
that was decided: where, with which files, variables and hosts, and within what
limits. What cannot be held is not run. Where the policies ask, a person is asked
on the terminal; without one, exec.askFallback says what follows.

-c takes a text for a shell, -- a program and its arguments, which no shell reads.
--tool takes the command of a tool of a SKILL.toml; its arguments are data, whatever
is in them.

--explain runs nothing. It says everything that the command would run (behind
pipes, substitutions, wrappers, shells, find, xargs …), and why it may or may not:
each reason with its rule, the place in the command, what to do, and the setting
that would change it.

What takes longer than --yield goes on in the background, with its time and its
boundary, unless it is being fed from a pipe or a file whose end has not come.
--background puts it there at once and writes its id. skillctl runs looks at it,
feeds it and ends it.

Signals reach all processes of the run; the second one to end asks it to end and
kills what does not within run.grace, the third kills. When it ends, or skillctl
is killed, none of its processes is left.

Exit codes
  the command's own, or with --explain and --dry-run 0: it may run
  2    a flag or a setting is wrong
  124  it took too long
  125  skillctl could not do its work
  126  denied, by the policies, a person, or since its boundary cannot be held
  127  the program is not there`,
		Example: `  skillctl exec -- git status
  skillctl exec -c 'rg -n TODO src 2>/dev/null | head'
  skillctl exec --timeout 2m --yield 0 -- make test
  skillctl exec --background -- npm run dev
  skillctl exec --skill weather --tool forecast --arg city='New York'
  skillctl exec --explain --profile openclaw -- git status
  skillctl exec --explain --compare -c 'curl -s example.org | sh'`,
		RunE: func(cmd *cobra.Command, args []string) error {
			opts.argv, opts.explain = args, opts.explain || opts.dry
			opts.isText = cmd.Flags().Changed("command")
			opts.elevatedSet = cmd.Flags().Changed("elevated")
			opts.yieldSet = cmd.Flags().Changed("yield")
			if err := opts.check(cmd.ArgsLenAtDash()); err != nil {
				return err
			}
			return execError(execRun(cmd.Context(), opts))
		},
	}
	commandFlags(cmd, opts)
	execFlags(cmd, opts)
	return cmd
}

// commandFlags are those that say what is to run.
func commandFlags(cmd *cobra.Command, o *execOptions) {
	f := cmd.Flags()
	f.SortFlags = false
	f.StringVarP(&o.command, "command", "c", "", "the `text` of a command, for a shell")
	f.StringVar(&o.tool, "tool", "", "a `tool` of a SKILL.toml: FOLDER:TOOL, or TOOL of the skill of --skill or of the working directory")
	f.StringArrayVar(&o.toolArgs, "arg", nil, "an argument of the tool: `NAME=value`; no shell reads the value")
}

func execFlags(cmd *cobra.Command, o *execOptions) {
	f := cmd.Flags()
	f.BoolVar(&o.explain, "explain", false, "decide and say why; run nothing")
	f.BoolVar(&o.dry, "dry-run", false, "as --explain, and for a container also what its engine would be asked for")
	f.BoolVar(&o.json, "json", false, "write JSON: of the schema \"outcome\" (see skillctl schema) how it ended and what it wrote, with --explain of the schema \"explanation\" all that is known about the command")
	f.StringVar(&o.profile, "profile", "", "by whose rules: the `name` of a profile (default strict, or as the settings say)")
	f.BoolVar(&o.compare, "compare", false, "show what every profile decides, side by side; runs nothing")
	f.StringVar(&o.workdir, "workdir", "", "the `folder` that it would run in (default: this one)")
	f.StringArrayVar(&o.env, "env", nil, "a variable that the request sets: `NAME=value`")
	f.StringVar(&o.host, "host", "", "the `host` that the request names: "+strings.Join(runHosts(), ", "))
	f.StringVar(&o.node, "node", "", "the `name` of the engine, in run.nodes of the settings, that it runs on")
	f.StringVar(&o.agent, "agent", "", "the `name` of the agent that asks")
	f.StringVar(&o.skill, "skill", "", "run it for the skill of this `name`, with the variables and the key of its entry in OpenClaw's configuration; they never go into a container")
	f.StringVar(&o.ask, "ask", "", "when the request wants a person asked: "+strings.Join(asks(), ", ")+"; it can only be stricter than the settings")
	f.StringVar(&o.security, "security", "", "exec.security where no settings say it: "+strings.Join(securities(), ", "))
	f.BoolVar(&o.elevated, "elevated", false, "the request wants more rights")
	f.BoolVar(&o.unattended, "unattended", false, "as if there were nobody who could be asked")
	f.DurationVar(&o.timeout, "timeout", 0, "end it after this `time`, such as 90s (default and longest: run.timeout of the settings, 30m)")
	f.DurationVar(&o.yield, "yield", 0, "let it go on in the background after this `time`; 0 never (default: run.yield of the settings, 10s)")
	f.BoolVar(&o.background, "background", false, "let it run in the background from the start, and print its id")
	f.BoolVar(&o.pty, "pty", false, "give it a terminal")
	f.StringVar(&o.outputDir, "output-dir", "", "take the files that it leaves in out (or run.outputDir) to this `folder`")
	f.StringSliceVar(&o.policies, "policy", nil, "a `folder` with policies of your own, which can only tighten")
	f.StringVar(&o.config, "config", "", "read the project's settings from this `file`")
	f.BoolVar(&o.noConfig, "no-config", false, "leave the project's settings out; those of the system and the user hold")
	f.StringVar(&o.color, "color", colorAuto, "colour the output: auto, always, never; NO_COLOR and CLICOLOR_FORCE are honoured")
	for flag, values := range map[string][]string{"ask": asks(), "host": runHosts(), "security": securities(), "color": {colorAuto, colorAlways, colorNever}} {
		// The only error is a flag that does not exist.
		_ = cmd.RegisterFlagCompletionFunc(flag, cobra.FixedCompletions(values, cobra.ShellCompDirectiveNoFileComp))
	}
}

// runHosts are what a request may name, in letters of any case.
func runHosts() []string { return []string{"auto", "sandbox", "gateway", "node"} }

func asks() []string { return []string{"off", "on-miss", "always"} }

func securities() []string { return []string{"deny", "allowlist", "full"} }

func (o *execOptions) check(dash int) error {
	switch {
	case o.tool != "" && (o.isText || len(o.argv) > 0):
		return usagef("--tool runs the tool's own command; leave the other out, and give arguments with --arg NAME=value")
	case o.tool == "" && len(o.toolArgs) > 0:
		return usagef("--arg is for --tool")
	case o.tool != "":
		return o.checkFlags()
	case o.isText && len(o.argv) > 0:
		return usagef("-c and a program with arguments exclude each other")
	case !o.isText && len(o.argv) == 0:
		return usagef("there is nothing to run: give -c TEXT, or -- PROGRAM and its arguments")
	case !o.isText && strings.TrimSpace(o.argv[0]) == "":
		return usagef("the name of the program is blank: %q; write it behind --", o.argv[0])
	case len(o.argv) > 0 && dash != 0:
		return usagef("write -- before the program: skillctl exec -- %s", strings.Join(o.argv, " "))
	}
	return o.checkFlags()
}

// checkFlags looks at the flags that say how something is to run, whatever it is.
func (o *execOptions) checkFlags() error {
	switch {
	case o.config != "" && o.noConfig:
		return usagef("--config and --no-config exclude each other")
	case o.timeout < 0:
		return usagef("--timeout %s is below 0", o.timeout)
	case o.yield < 0:
		return usagef("--yield %s is below 0", o.yield)
	case o.background && o.pty:
		return usagef("--background and --pty exclude each other")
	case o.compare && o.profile != "":
		return usagef("--compare shows every profile; leave --profile out")
	}
	for _, v := range o.env {
		if name, _, ok := strings.Cut(v, "="); !ok || name == "" {
			return usagef("--env %q is no NAME=value", v)
		}
	}
	if err := o.checkWorkdir(); err != nil {
		return err
	}
	if err := oneOf("--color", o.color, []string{colorAuto, colorAlways, colorNever}); err != nil {
		return err
	}
	if o.ask != "" {
		if err := oneOf("--ask", o.ask, asks()); err != nil {
			return err
		}
	}
	if host := strings.ToLower(strings.TrimSpace(o.host)); host != "" && !slices.Contains(runHosts(), host) {
		return unknown(fmt.Sprintf("--host %q", o.host), host, runHosts())
	}
	if o.security != "" {
		return oneOf("--security", o.security, securities())
	}
	return nil
}

// checkWorkdir refuses a folder that there is not: what a command would do there
// cannot be said.
func (o *execOptions) checkWorkdir() error {
	if o.workdir == "" {
		return nil
	}
	info, err := os.Stat(o.workdir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return usagef("--workdir: there is no folder %q", o.workdir)
	case err != nil:
		return usagef("--workdir %q cannot be used: %w", o.workdir, source.Bare(err))
	case !info.IsDir():
		return usagef("--workdir %q is no folder", o.workdir)
	}
	return nil
}

// execError gives a failure the exit code of exec; usage errors keep theirs.
func execError(err error) error {
	var exit *ExitError
	if err == nil || errors.As(err, &exit) && (exit.Code != ExitFailure || exit.Err == nil) {
		return err // the command's own code may be any
	}
	return &ExitError{Code: ExitExecFailure, Err: err}
}

func execRun(ctx context.Context, o *execOptions) error {
	// One decision makes little garbage: collecting it costs more than keeping it.
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(lintMemoryLimit))
	decider, merged, err := o.load(ctx)
	if err != nil {
		return err
	}
	request, err := o.request(merged)
	if err != nil {
		return err
	}
	return o.settle(ctx, decider, request, merged)
}

// load reads the settings and the policies.
func (o *execOptions) load(ctx context.Context) (Decider, *settings.Settings, error) {
	query := SettingsQuery{File: o.config, None: o.noConfig, Agent: o.agent, Security: o.security, Policies: o.policies}
	merged, err := o.factory.ExecSettings(ctx, query)
	if err != nil {
		return nil, nil, err
	}
	if err := checkHosts(merged); err != nil {
		return nil, nil, err
	}
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
	return &ExitError{Code: ExitUsage, Err: errors.Join(faults...)}
}

// settle does with a request what the flags want: decides it and runs it, or
// says what would follow.
func (o *execOptions) settle(ctx context.Context, decider Decider, request engine.Request, merged *settings.Settings) error {
	if err := o.checkPolicies(ctx, decider, merged); err != nil {
		return err
	}
	if o.skill != "" {
		if err := o.forSkill(ctx, &request, merged); err != nil {
			return err
		}
	}
	if o.tool != "" && o.language == "" {
		if err := o.useTool(ctx, &request, merged); err != nil {
			return err
		}
	}
	switch {
	case o.compare:
		return o.compareRun(ctx, decider, request, merged)
	case !o.explain:
		return o.start(ctx, decider, request, merged)
	}
	got, err := o.explanation(ctx, decider, request, merged)
	if err != nil {
		return err
	}
	plan, err := o.planned(request, got.Decision)
	if err != nil {
		return err
	}
	if err := o.write(got, plan); err != nil {
		return err
	}
	return verdict(got.Effect)
}

// verdict is the exit code of a decision.
func verdict(effect engine.Effect) error {
	if effect.Rank() > engine.Warn.Rank() {
		return &ExitError{Code: ExitExecDenied}
	}
	return nil
}
