package cli

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/skillctl/skillctl/cmd/internal/cli/approvals"
	"github.com/skillctl/skillctl/cmd/internal/cli/audit"
	"github.com/skillctl/skillctl/cmd/internal/cli/doctor"
	"github.com/skillctl/skillctl/cmd/internal/cli/exec"
	"github.com/skillctl/skillctl/cmd/internal/cli/gate"
	"github.com/skillctl/skillctl/cmd/internal/cli/hook"
	"github.com/skillctl/skillctl/cmd/internal/cli/install"
	"github.com/skillctl/skillctl/cmd/internal/cli/intel"
	"github.com/skillctl/skillctl/cmd/internal/cli/kit"
	"github.com/skillctl/skillctl/cmd/internal/cli/lint"
	"github.com/skillctl/skillctl/cmd/internal/cli/mcp"
	"github.com/skillctl/skillctl/cmd/internal/cli/policy"
	"github.com/skillctl/skillctl/cmd/internal/cli/proposals"
	"github.com/skillctl/skillctl/cmd/internal/cli/setup"
	"github.com/skillctl/skillctl/cmd/internal/cli/skills"
	"github.com/skillctl/skillctl/cmd/internal/cli/status"
	"github.com/skillctl/skillctl/cmd/internal/cli/trust"
	rego "github.com/skillctl/skillctl/engine/policy"
)

// Main runs skillctl with arguments (without the program's name) and returns
// the exit code.
func Main(ctx context.Context, args []string, streams *kit.IOStreams, opts ...Option) int {
	f := kit.NewFactory(streams)
	for _, opt := range opts {
		opt(f)
	}
	return run(ctx, args, f)
}

func run(ctx context.Context, args []string, f *kit.Factory) int {
	return kit.Execute(ctx, newRoot(f), args, f)
}

func newRoot(f *kit.Factory) *cobra.Command {
	var version bool
	root := &cobra.Command{
		Use:   "skillctl",
		Short: "Policy as code for the skills of AI agents",
		Long: `skillctl finds problems in the skills of AI agents and in the settings of the agents
that load them, decides what may be installed and run, and enforces it.

  lint finds faults and attacks in skills and in agents' configuration files.
  gate decides which skills may be installed; install installs exactly what was checked.
  exec decides whether a command may run, and runs it in a sandbox.
  list shows which skills an agent loads; doctor tests whether the protections work.

Exit codes
  0  nothing to object to
  1  findings, or something is denied
  2  a flag, a path or a setting is wrong
  3  skillctl failed
  4  there was nothing to check
exec and run end with the code of the command; "skillctl exec --help" lists their own.`,
		Args: cobra.ArbitraryArgs,
	}
	root.RunE = func(cmd *cobra.Command, args []string) error {
		if len(args) > 0 {
			return kit.UnknownCommand(cmd, args[0])
		}
		if version {
			return versionRun(&versionOptions{factory: f})
		}
		return cmd.Help()
	}
	root.Flags().BoolVar(&version, "version", false, "show the version of skillctl")
	root.PersistentFlags().BoolVar(&f.IO.NoPager, "no-pager", false, "never use a pager for long output on a terminal")
	askedOf(root)
	root.SetFlagErrorFunc(kit.FlagError)
	root.CompletionOptions.DisableDefaultCmd = true
	root.AddCommand(
		lint.New(f), lint.NewExplainVerdict(f), skills.NewList(f), skills.NewWhy(f), skills.NewInfo(f), skills.NewDiff(f), skills.NewWatch(f), proposals.New(f), gate.New(f), hook.New(f), mcp.New(f), setup.New(f),
		exec.NewExec(f), exec.NewRun(f), exec.NewRuns(f), exec.NewSession(f), exec.NewSupervise(f), exec.NewSuperviseSession(f), exec.NewNotify(f), exec.NewStrip(f), exec.NewDecide(f),
		policy.NewPolicy(f), approvals.New(f), approvals.NewAllow(f), audit.New(f), status.New(f), policy.NewRules(f), policy.NewExplain(f), policy.NewSchema(f),
		install.NewInstall(f), install.NewUpdate(f), install.NewRemove(f), install.NewLock(f), intel.New(f), doctor.New(f), trust.NewSign(f), trust.NewVerify(f), policy.NewInit(f, approvals.Learn), newVersion(f), newCompletion(f), newMan(f),
	)
	completeIDs(root, f)
	kit.DescribeExits(root)
	return root
}

// askedOf adds a flag that nobody needs who does not doubt the compiled policies:
// "topdown" has OPA compile and answer everything.
func askedOf(root *cobra.Command) {
	evaluator := root.PersistentFlags().String("evaluator", "plan", "who evaluates policies: plan or topdown")
	_ = root.PersistentFlags().MarkHidden("evaluator")
	root.PersistentPreRunE = func(cmd *cobra.Command, _ []string) error {
		switch *evaluator {
		case "plan":
		case "topdown":
			cmd.SetContext(rego.WithTopdown(cmd.Context()))
		default:
			return kit.Usagef("evaluator %q does not exist; it must be plan or topdown", *evaluator)
		}
		return nil
	}
}
