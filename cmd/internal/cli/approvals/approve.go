package approvals

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/skillctl/skillctl/cmd/internal/cli/kit"
	"github.com/skillctl/skillctl/cmd/internal/run"
	"github.com/skillctl/skillctl/engine"
	"github.com/skillctl/skillctl/engine/approval"
	"github.com/skillctl/skillctl/engine/exec"
	"github.com/skillctl/skillctl/engine/report/format"
	"github.com/skillctl/skillctl/engine/settings"
)

type approvalsApproveOptions struct {
	factory *kit.Factory
	run.Options

	reason   string
	reviewer string
	expires  string
	once     bool
	yes      bool
	hook     bool
}

func newApprovalsApprove(f *kit.Factory) *cobra.Command {
	opts := &approvalsApproveOptions{factory: f}
	cmd := &cobra.Command{
		Use:     "approve [-c COMMAND | -- PROGRAM [ARGUMENT...]] --reason REASON",
		Aliases: []string{"add"},
		Short:   "Approve one command in this folder",
		Long: `Decides the command, shows what it would run and why the policies ask, and stores
the answer: once, or always in this folder. It asks on the terminal; without one,
--yes is needed. A denied command cannot be approved, and an allowed one needs no
approval.

Approve in the folder and with the variables that the command will have: an approval
is bound to PATH, HOME, variables that change which code runs, and variables that the
command names. What can change before it runs (a program that is found only then,
code from a pipe, packages that are downloaded) cannot be approved in advance.

Exit codes
  0  approved, or no approval was needed
  1  denied, by the policies or by the answer
  2  a flag or a setting is wrong
  3  skillctl failed`,
		Example: `  skillctl approvals approve -c 'python3 tools/report.py' --reason 'weekly report'
  skillctl approvals approve --once --yes --reason 'release 1.2' -- make release`,
		RunE: func(cmd *cobra.Command, args []string) error {
			opts.Argv, opts.IsText = args, cmd.Flags().Changed("command")
			opts.ElevatedSet = cmd.Flags().Changed("elevated")
			opts.Color = kit.ColorAuto
			if err := opts.check(cmd.ArgsLenAtDash()); err != nil {
				return err
			}
			return approvalsApproveRun(cmd.Context(), opts)
		},
	}
	opts.flags(cmd)
	return cmd
}

func (o *approvalsApproveOptions) flags(cmd *cobra.Command) {
	f := cmd.Flags()
	f.SortFlags = false
	f.StringVarP(&o.Command, "command", "c", "", "the `text` of a command, for a shell")
	f.StringVar(&o.reason, "reason", "", "why it may run (required)")
	f.StringVar(&o.reviewer, "reviewer", "", "the `name` of who is responsible (default: the login name)")
	f.StringVar(&o.expires, "expires", "", "it is valid for this `duration`, such as 12h, 30d, 4w (default 30d; 1d with --once)")
	f.BoolVar(&o.once, "once", false, "for one run only")
	f.BoolVar(&o.yes, "yes", false, "do not ask")
	f.StringVar(&o.Profile, "profile", "", "decide by the rules of the profile with this `name` (default strict, or from the settings)")
	f.StringVar(&o.Workdir, "workdir", "", "the `folder` that it will run in (default: this one)")
	f.StringArrayVar(&o.Env, "env", nil, "set the variable `NAME=value` in the request")
	f.SetInterspersed(false) // behind the name of a program the flags are its own
	f.StringVar(&o.Host, "host", "", "the `placement` that the request names")
	f.StringVar(&o.Agent, "agent", "", "the `name` of the agent that asks, any: the record and approvals go by it")
	f.BoolVar(&o.hook, "hook", false, "as the hook of an agent asks: the agent runs it, outside of a boundary unless hook.enclose is set")
	f.BoolVar(&o.Elevated, "elevated", false, "the request asks for elevated rights")
	f.StringSliceVar(&o.Policies, "policy", nil, "a `folder` with policies of your own, which can only tighten")
	f.StringVar(&o.Config, "config", "", "read the project's settings from this `file`")
	f.BoolVar(&o.NoConfig, "no-config", false, "ignore the project's settings; those of the system and the user still apply")
}

func (o *approvalsApproveOptions) check(dash int) error {
	switch {
	case o.IsText && len(o.Argv) > 0:
		return kit.Usagef("-c and a program with arguments cannot be used together")
	case !o.IsText && len(o.Argv) == 0:
		return kit.Usagef("nothing to approve: give -c TEXT, or -- PROGRAM and its arguments")
	case len(o.Argv) > 0 && o.Argv[0] != "" && dash != 0:
		return kit.Usagef("write -- before the program: skillctl approvals approve -- %s", strings.Join(o.Argv, " "))
	case o.hook && !o.IsText:
		return kit.Usagef("--hook needs -c: an agent has its commands run by a shell")
	case strings.TrimSpace(o.reason) == "":
		return kit.Usagef("--reason is needed: say why it may run")
	}
	if o.expires != "" {
		if _, err := lifetime(o.expires); err != nil {
			return err
		}
	}
	return o.Options.Check(o.factory.IO, dash)
}

func approvalsApproveRun(ctx context.Context, o *approvalsApproveOptions) error {
	if o.reviewer == "" {
		o.reviewer = o.factory.User()
	}
	if strings.TrimSpace(o.reviewer) == "" {
		return kit.Usagef("--reviewer is needed: the system does not know who you are, and the record names who is responsible")
	}
	request, got, err := o.decide(ctx)
	if err != nil || got.Decision.Effect != engine.Ask {
		return err
	}
	store, err := o.factory.Approvals()
	if err != nil {
		return err
	}
	scope, err := o.answer(ctx, got)
	if err != nil {
		return err
	}
	now := o.factory.Now()
	r, err := store.Add(got.Plan, approval.Grant{
		Scope: scope, Reviewer: o.reviewer, Reason: o.reason, Now: now, Expires: now.Add(o.life(scope)), Asked: got.Asked, Policy: got.Decision.Policy,
	})
	if err != nil {
		return err
	}
	return o.writeApproved(request, r)
}

// decide asks the policies, and says what is to be said when there is nothing to
// approve.
func (o *approvalsApproveOptions) decide(ctx context.Context) (exec.Request, exec.Consultation, error) {
	merged, err := o.factory.ExecSettings(ctx, kit.SettingsQuery{File: o.Config, None: o.NoConfig, Policies: o.Policies})
	if err != nil {
		return exec.Request{}, exec.Consultation{}, err
	}
	decider, err := o.factory.Decider(merged.Policies.Dirs)
	if err != nil {
		return exec.Request{}, exec.Consultation{}, err
	}
	if err := o.CheckPolicies(ctx, decider, merged); err != nil {
		return exec.Request{}, exec.Consultation{}, err
	}
	o.Unenclosed = o.hook && !merged.Hook.Enclose
	in := &run.Invocation{Factory: o.factory, Options: &o.Options}
	request, err := in.Request(merged)
	if err != nil {
		return request, exec.Consultation{}, err
	}
	got, err := decider.Consult(ctx, request, merged, nil, o.factory.Now())
	if err != nil {
		return request, got, err
	}
	switch got.Decision.Effect {
	case engine.Ask:
		got.Plan, err = approval.Bind(ctx, exec.Subject(request, merged))
		if err == nil && len(got.Plan.Loose) > 0 {
			err = &approval.UnboundError{Loose: got.Plan.Loose}
		}
		return request, got, refusal(err)
	case engine.Deny:
		return request, got, &kit.ExitError{Code: kit.ExitFindings, Err: fmt.Errorf("this is denied, and cannot be approved:\n%s", reasonLines(got.Decision))}
	}
	if _, err = fmt.Fprintln(o.factory.IO.Out, "this may run without an approval"); err == nil && !o.hook {
		err = o.noteHook(ctx, decider, request, merged)
	}
	return request, got, err
}

// noteHook says that an agent's hook would ask, though exec does not: the agent runs the
// command outside of every boundary.
func (o *approvalsApproveOptions) noteHook(ctx context.Context, decider kit.Decider, request exec.Request, merged *settings.Settings) error {
	if request.Exec.Argv != nil || merged.Hook.Enclose {
		return nil
	}
	request.Exec.Unenclosed = true
	got, err := decider.Decide(ctx, request, merged)
	if err != nil || got.Effect != engine.Ask {
		return err
	}
	_, err = fmt.Fprintf(o.factory.IO.Out, "the hook of an agent asks about it; add --hook to approve that:\n%s\n", reasonLines(got))
	return err
}

// refusal gives an error that means no the exit code of one.
func refusal(err error) error {
	var unbound *approval.UnboundError
	var subject *approval.SubjectError
	switch {
	case errors.As(err, &unbound):
		return &kit.ExitError{Code: kit.ExitFindings, Err: fmt.Errorf("this cannot be approved in advance, since what runs could change until then:\n%s", strings.Join(unbound.Loose, "\n"))}
	case errors.As(err, &subject):
		return &kit.ExitError{Code: kit.ExitFindings, Err: err}
	}
	return err
}

func reasonLines(d engine.Decision) string {
	lines := make([]string, 0, len(d.Reasons))
	for _, reason := range d.Reasons {
		lines = append(lines, format.Escape(reason.Rule+": "+reason.Message))
	}
	return strings.Join(lines, "\n")
}

// answer is what the person says, or --yes.
func (o *approvalsApproveOptions) answer(ctx context.Context, got exec.Consultation) (approval.Scope, error) {
	if o.yes {
		if o.once {
			return approval.Once, nil
		}
		return approval.Always, nil
	}
	if !o.factory.IO.CanAsk() {
		return "", kit.Usagef("there is no terminal to ask on; --yes approves without asking")
	}
	scope, err := o.factory.IO.Ask(ctx, kit.Question{Decision: got.Decision, Plan: got.Plan, Always: !o.once})
	if err == nil && scope == "" {
		err = &kit.ExitError{Code: kit.ExitFindings}
	}
	return scope, err
}

func (o *approvalsApproveOptions) life(scope approval.Scope) time.Duration {
	if o.expires != "" {
		life, _ := lifetime(o.expires) // was checked
		return life
	}
	if scope == approval.Once {
		return kit.OnceLife
	}
	return kit.AlwaysLife
}

func (o *approvalsApproveOptions) writeApproved(request exec.Request, r *approval.Record) error {
	how := "for every run in " + r.Binding.Cwd
	if r.Scope == approval.Once {
		how = "for one run in " + r.Binding.Cwd
	}
	_, err := fmt.Fprintln(o.factory.IO.Out, format.Escape(fmt.Sprintf("approved %s until %s: %s", how, date(r.Expires), r.ID)))
	return err
}
