package cli

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/skillctl/skillctl/engine"
	"github.com/skillctl/skillctl/engine/policy"
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
func WithShared(loader *policy.Loader, resolver *engine.Resolver) Option {
	return func(f *Factory) {
		f.Resolver = func() *engine.Resolver { return resolver }
		build := f.Linter
		f.Linter = func(opts ...engine.Option) (Linter, error) { return build(append(opts, engine.WithLoader(loader))...) }
	}
}

func run(ctx context.Context, args []string, f *Factory) int {
	return execute(ctx, newRoot(f), args, f)
}

func newRoot(f *Factory) *cobra.Command {
	var version bool
	root := &cobra.Command{
		Use:   "skillctl",
		Short: "Policy as code for the skills of AI agents",
		Long: `skillctl says what is wrong with the skills of AI agents and with the settings
of the hosts that load them: where, why it matters, and what to write instead.

Exit codes: 0 clean, 1 findings, 2 usage, 3 tool failure, 4 nothing to check.`,
		Args: cobra.ArbitraryArgs,
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
	root.SetFlagErrorFunc(flagError)
	root.CompletionOptions.DisableDefaultCmd = true
	root.AddCommand(
		newLint(f), newList(f), newWhy(f), newInfo(f), newDiff(f), newWatch(f), newProposals(f), newGate(f), newExec(f), newRun(f), newRuns(f), newSupervise(f), newDecide(f), newPolicy(f), newApprovals(f), newAudit(f), newRules(f), newExplain(f), newSchema(f),
		newInstall(f), newUpdate(f), newRemove(f), newLock(f), newDoctor(f), newSign(f), newVerify(f), newInit(f), newVersion(f), newCompletion(f),
	)
	return root
}
