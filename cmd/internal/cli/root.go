package cli

import (
	"context"
	"errors"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/skillctl/skillctl/engine"
	"github.com/skillctl/skillctl/schema"
)

// Main runs skillctl with arguments (without the program's name) and returns
// the exit code.
func Main(ctx context.Context, args []string, streams *IOStreams, opts ...Option) int {
	f := NewFactory(streams)
	for _, opt := range opts {
		opt(f)
	}
	return run(ctx, args, f)
}

// Option changes what [Main] gives commands.
type Option func(*Factory)

// WithShared compiles the policies of lint, and of the commands that resolve a
// catalog, once for all calls in a process.
func WithShared(shared *engine.Shared, resolver *engine.Resolver) Option {
	return func(f *Factory) {
		f.Resolver = func() *engine.Resolver { return resolver }
		build := f.Linter
		f.Linter = func(opts ...engine.Option) (Linter, error) { return build(append(opts, engine.WithShared(shared))...) }
	}
}

func run(ctx context.Context, args []string, f *Factory) int {
	root := newRoot(f)
	root.SetArgs(args)
	cmd, err := root.ExecuteContextC(ctx)
	if err == nil {
		return ExitClean
	}
	if cmd == nil {
		cmd = root
	}
	report(f.IO.Err, err, cmd.CommandPath())
	return exitCode(err)
}

func newRoot(f *Factory) *cobra.Command {
	var version bool
	root := &cobra.Command{
		Use:   "skillctl",
		Short: "Policy as code for the skills of AI agents",
		Long: `skillctl says what is wrong with the skills of AI agents and with the settings
of the hosts that load them: where, why it matters, and what to write instead.

Exit codes: 0 clean, 1 findings, 2 usage, 3 tool failure, 4 nothing to check.`,
		SilenceErrors: true,
		SilenceUsage:  true,
		Args:          cobra.ArbitraryArgs,
	}
	root.RunE = func(cmd *cobra.Command, args []string) error {
		if len(args) > 0 {
			return unknownCommand(cmd, args[0])
		}
		if version {
			return versionRun(&versionOptions{factory: f})
		}
		return cmd.Help()
	}
	root.Flags().BoolVar(&version, "version", false, "say which skillctl this is")
	root.SetIn(f.IO.In)
	root.SetOut(f.IO.Out)
	root.SetErr(f.IO.Err)
	root.SetFlagErrorFunc(flagError)
	root.CompletionOptions.DisableDefaultCmd = true
	root.AddCommand(
		newLint(f, nil), newList(f, nil), newWhy(f, nil), newInfo(f, nil), newDiff(f, nil), newWatch(f, nil), newProposals(f), newGate(f, nil), newExec(f, nil), newRun(f, nil), newRuns(f), newSupervise(f), newDecide(f, nil), newPolicy(f), newApprovals(f), newAudit(f), newRules(f, nil), newExplain(f, nil), newSchema(f),
		newInstall(f, nil), newUpdate(f, nil), newRemove(f, nil), newLock(f), newDoctor(f, nil), newSign(f, nil), newVerify(f, nil), newInit(f, nil), newVersion(f, nil), newCompletion(f),
	)
	return root
}

// group is the RunE of a command that only holds others.
func group(cmd *cobra.Command, args []string) error {
	if len(args) > 0 {
		return unknownCommand(cmd, args[0])
	}
	return cmd.Help()
}

// seam is what a test gave to be run with the options instead, or else what is
// run.
func seam[O any](given, run func(context.Context, *O) error) func(context.Context, *O) error {
	if given != nil {
		return given
	}
	return run
}

// unknownCommand names the commands that there are.
func unknownCommand(cmd *cobra.Command, name string) error {
	var names []string
	for _, c := range cmd.Commands() {
		if c.IsAvailableCommand() && c.Name() != "help" {
			names = append(names, c.Name())
		}
	}
	return unknown("command \""+name+"\"", name, names)
}

// flagError makes usage errors of the errors of flags, and suggests the flag
// that was probably meant.
func flagError(cmd *cobra.Command, err error) error {
	if errors.Is(err, pflag.ErrHelp) {
		return err
	}
	var missing *pflag.NotExistError
	if errors.As(err, &missing) {
		var names []string
		cmd.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
		if near := schema.Nearest(missing.GetSpecifiedName(), names); near != "" {
			return usagef("%w; did you mean --%s?", err, near)
		}
	}
	var wrong *pflag.InvalidValueError
	if errors.As(err, &wrong) {
		return wrongValue(wrong.GetFlag(), wrong.GetValue(), wrong.Unwrap())
	}
	var none *pflag.ValueRequiredError
	if errors.As(err, &none) {
		_, usage := pflag.UnquoteUsage(none.GetFlag())
		return usagef("--%s wants a value: %s", none.GetFlag().Name, usage)
	}
	return usagef("%w", err)
}

// wrongValue says what a flag takes, by the type of its value.
func wrongValue(f *pflag.Flag, value string, cause error) error {
	switch f.Value.Type() {
	case "duration":
		return usagef("--%s %q is no length of time; write one such as 90s, 10m or 2h30m", f.Name, value)
	case "int", "int64", "uint", "uint64":
		return usagef("--%s %q is no whole number, or too large", f.Name, value)
	case "bool":
		return usagef("--%s %q is neither true nor false", f.Name, value)
	}
	return usagef("--%s %q: %w", f.Name, value, cause)
}

// noArgs refuses arguments.
func noArgs(cmd *cobra.Command, args []string) error {
	if len(args) > 0 {
		return usagef("`%s` takes no arguments; it was given %q", cmd.CommandPath(), args[0])
	}
	return nil
}

// oneArg wants just one argument, which what names.
func oneArg(what string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) != 1 {
			if len(args) == 0 {
				return usagef("`%s` wants %s; nothing was given", cmd.CommandPath(), what)
			}
			return usagef("`%s` wants %s; it was given %d arguments", cmd.CommandPath(), what, len(args))
		}
		return nil
	}
}
