package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/skillctl/skillctl/engine"
	"github.com/skillctl/skillctl/engine/policy"
	"github.com/skillctl/skillctl/engine/settings"
	"github.com/skillctl/skillctl/engine/source"
)

// The exit codes of exec, which follow those of containers.
const (
	ExitExecFailure = 125 // skillctl could not do its work
	ExitExecDenied  = 126 // denied, or a person would have to be asked
)

type execOptions struct {
	factory *Factory

	argv     []string
	command  string
	isText   bool
	explain  bool
	json     bool
	profile  string
	compare  bool
	workdir  string
	env      []string
	host     string
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
}

func newExec(f *Factory, runF func(context.Context, *execOptions) error) *cobra.Command {
	opts := &execOptions{factory: f}
	dry := false
	cmd := &cobra.Command{
		Use:   "exec --explain [-c COMMAND | -- PROGRAM [ARGUMENT...]]",
		Short: "Say what a command would run, and whether it may",
		Long: `Says whether a command may run, by whose rules, everything that it would run
(behind pipes, substitutions, wrappers, shells, find, xargs …), and why: each
reason with its rule, the place in the command, what to do, and the setting that
would change it. Nothing is run.

-c takes a text for a shell, -- a program and its arguments, which no shell reads.

This version decides and does not run: without --explain it refuses.

Exit codes
  0    with --explain or --dry-run: it may run
  2    a flag or a setting is wrong
  125  skillctl could not do its work
  126  denied, or a person would have to be asked`,
		Example: `  skillctl exec --explain -c 'rg -n TODO src 2>/dev/null | head'
  skillctl exec --explain --profile openclaw -- git status
  skillctl exec --explain --compare -c 'curl -s example.org | sh'`,
		RunE: func(cmd *cobra.Command, args []string) error {
			opts.argv, opts.explain = args, opts.explain || dry
			opts.isText = cmd.Flags().Changed("command")
			opts.elevatedSet = cmd.Flags().Changed("elevated")
			if err := opts.check(cmd.ArgsLenAtDash()); err != nil {
				return err
			}
			if runF != nil {
				return runF(cmd.Context(), opts)
			}
			return execError(execRun(cmd.Context(), opts))
		},
	}
	execFlags(cmd, opts, &dry)
	return cmd
}

func execFlags(cmd *cobra.Command, o *execOptions, dry *bool) {
	f := cmd.Flags()
	f.SortFlags = false
	f.StringVarP(&o.command, "command", "c", "", "the `text` of a command, for a shell")
	f.BoolVar(&o.explain, "explain", false, "decide and say why; run nothing")
	f.BoolVar(dry, "dry-run", false, "the same as --explain")
	f.BoolVar(&o.json, "json", false, "write JSON, of the schema \"explanation\" (see skillctl schema), with all that is known about the command")
	f.StringVar(&o.profile, "profile", "", "by whose rules: the `name` of a profile (default strict, or as the settings say)")
	f.BoolVar(&o.compare, "compare", false, "show what every profile decides, side by side; runs nothing")
	f.StringVar(&o.workdir, "workdir", "", "the `folder` that it would run in (default: this one)")
	f.StringArrayVar(&o.env, "env", nil, "a variable that the request sets: `NAME=value`")
	f.StringVar(&o.host, "host", "", "the `host` that the request names, such as sandbox, gateway or node")
	f.StringVar(&o.agent, "agent", "", "the `name` of the agent that asks")
	f.StringVar(&o.ask, "ask", "", "when the request wants a person asked: "+strings.Join(asks(), ", ")+"; it can only be stricter than the settings")
	f.StringVar(&o.security, "security", "", "exec.security where no settings say it: "+strings.Join(securities(), ", "))
	f.BoolVar(&o.elevated, "elevated", false, "the request wants more rights")
	f.BoolVar(&o.unattended, "unattended", false, "as if there were nobody who could be asked")
	f.StringSliceVar(&o.policies, "policy", nil, "a `folder` with policies of your own, which can only tighten")
	f.StringVar(&o.config, "config", "", "read the project's settings from this `file`")
	f.BoolVar(&o.noConfig, "no-config", false, "leave the project's settings out; those of the system and the user hold")
	f.StringVar(&o.color, "color", colorAuto, "colour the output: auto, always, never; NO_COLOR and CLICOLOR_FORCE are honoured")
	for flag, values := range map[string][]string{"ask": asks(), "security": securities(), "color": {colorAuto, colorAlways, colorNever}} {
		// The only error is a flag that does not exist.
		_ = cmd.RegisterFlagCompletionFunc(flag, cobra.FixedCompletions(values, cobra.ShellCompDirectiveNoFileComp))
	}
}

func asks() []string { return []string{"off", "on-miss", "always"} }

func securities() []string { return []string{"deny", "allowlist", "full"} }

func (o *execOptions) check(dash int) error {
	switch {
	case o.isText && len(o.argv) > 0:
		return usagef("-c and a program with arguments exclude each other")
	case !o.isText && len(o.argv) == 0:
		return usagef("there is nothing to run: give -c TEXT, or -- PROGRAM and its arguments")
	case !o.isText && strings.TrimSpace(o.argv[0]) == "":
		return usagef("the name of the program is blank: %q; write it behind --", o.argv[0])
	case len(o.argv) > 0 && dash != 0:
		return usagef("write -- before the program: skillctl exec --explain -- %s", strings.Join(o.argv, " "))
	case o.config != "" && o.noConfig:
		return usagef("--config and --no-config exclude each other")
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
	if err == nil || errors.As(err, &exit) && exit.Code != ExitFailure {
		return err
	}
	return &ExitError{Code: ExitExecFailure, Err: err}
}

func execRun(ctx context.Context, o *execOptions) error {
	if !o.explain && !o.compare {
		return errors.New("this version decides and does not run commands; nothing was run. --explain says what it decides")
	}
	// One decision makes little garbage: collecting it costs more than keeping it.
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(lintMemoryLimit))
	query := SettingsQuery{File: o.config, None: o.noConfig, Security: o.security, Policies: o.policies}
	merged, err := o.factory.ExecSettings(ctx, query)
	if err != nil {
		return err
	}
	decider, err := o.factory.Decider(merged.Policies.Dirs)
	if err != nil {
		return err
	}
	if err := o.checkPolicies(ctx, decider, merged); err != nil {
		return err
	}
	request, err := o.request()
	if err != nil {
		return err
	}
	if o.compare {
		return o.compareRun(ctx, decider, request, merged)
	}
	got, err := decider.Explain(ctx, request, merged)
	if err != nil {
		return err
	}
	if err := o.consult(ctx, decider, request, merged, &got); err != nil {
		return err
	}
	if err := o.write(got); err != nil {
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

// request is what was asked for on the command line.
func (o *execOptions) request() (engine.Request, error) {
	dir, err := filepath.Abs(o.workdir)
	if err != nil {
		return engine.Request{}, fmt.Errorf("find the working directory: %w", err)
	}
	request := engine.Request{Kind: "exec", Profile: o.profile, Exec: engine.ExecRequest{
		Cwd: dir, Env: variables(o.env), Inherited: variables(o.factory.Environ()),
		Host: o.host, Agent: o.agent, Ask: o.ask, Unattended: o.unattended,
	}}
	if o.isText {
		request.Exec.Command = o.command
	} else {
		request.Exec.Argv = o.argv
	}
	if o.elevatedSet {
		request.Exec.Elevated = &o.elevated
	}
	return request, nil
}

// variables reads "NAME=value" texts; the last one of a name holds.
func variables(list []string) map[string]string {
	out := make(map[string]string, len(list))
	for _, v := range list {
		// Windows has names that begin with "=".
		if name, value, ok := strings.Cut(v, "="); ok && name != "" {
			out[name] = value
		}
	}
	return out
}

// knownProfile refuses a --profile that there is not.
func (o *execOptions) knownProfile(decider Decider) error {
	if o.profile == "" {
		return nil
	}
	names, err := decider.Profiles()
	if err != nil {
		return &ExitError{Code: ExitUsage, Err: err}
	}
	return oneOf("--profile", o.profile, names)
}

// checkPolicies refuses a profile that there is not, and policies of the
// operator that cannot be used.
func (o *execOptions) checkPolicies(ctx context.Context, decider Decider, merged *settings.Settings) error {
	if err := o.knownProfile(decider); err != nil {
		return err
	}
	return usablePolicies(ctx, decider, cmp.Or(o.profile, merged.Exec.Profile))
}

// usablePolicies says what is wrong with the policies of a profile: file, line
// and column, and nothing around it.
func usablePolicies(ctx context.Context, decider Decider, profile string) error {
	err := decider.Check(ctx, profile)
	var problems *policy.ProblemError
	switch {
	case err == nil:
		return nil
	case ctx.Err() != nil:
		return err
	case errors.As(err, &problems):
		return &ExitError{Code: ExitUsage, Err: problems}
	}
	return &ExitError{Code: ExitUsage, Err: err}
}

// compareRun asks every profile. The exit code follows the one that holds.
func (o *execOptions) compareRun(ctx context.Context, decider Decider, request engine.Request, merged *settings.Settings) error {
	names, err := decider.Profiles()
	if err != nil {
		return &ExitError{Code: ExitUsage, Err: err}
	}
	all := make([]engine.Explanation, 0, len(names))
	for _, name := range names {
		request.Profile = name
		got, err := decider.Explain(ctx, request, merged)
		if err != nil {
			return err
		}
		all = append(all, got)
	}
	own := merged.Exec.Profile
	if err := o.writeAll(all, own); err != nil {
		return err
	}
	i := slices.IndexFunc(all, func(e engine.Explanation) bool { return e.Profile == own })
	if i < 0 {
		return usagef("the settings name the profile %q, which there is not; there are %s", own, strings.Join(names, ", "))
	}
	return verdict(all[i].Effect)
}
