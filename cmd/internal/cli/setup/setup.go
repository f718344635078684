package setup

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/skillctl/skillctl/cmd/internal/cli/kit"
	"github.com/skillctl/skillctl/engine/setup"
)

// maxAnswer is the longest time that an answer may be given.
const maxAnswer = 10 * time.Minute

type setupOptions struct {
	factory *kit.Factory

	agents  []string
	scope   string
	check   bool
	remove  bool
	yes     bool
	program string
	timeout time.Duration
	observe bool
	// given says of a flag that it was set.
	given func(flag string) bool
}

// New is the command setup.
func New(f *kit.Factory) *cobra.Command {
	opts := &setupOptions{factory: f}
	cmd := &cobra.Command{
		Use:   "setup [AGENT...]",
		Short: "Put skillctl in front of agents",
		Long: `Writes the hook or the plugin by which an agent asks skillctl before it calls a tool
into the agent's configuration. Without names it does so for every agent that is
installed: whose program is in PATH, or whose folder is in the home folder.

  agents: claude-code, codex, copilot, cursor, gemini-cli, openclaw, opencode, qwen-code

The change is shown and made only with consent: by an answer on the terminal, or --yes.
Comments, order, indentation and line ends stay; nothing that is there is replaced. A
configuration that cannot be read, or says two things at once, is left as it is.
--remove takes out what was written, and nothing else: a hook that somebody has changed
since is named with its place, and left.

With --observe the hooks record what they would have answered, and answer nothing:
nothing is refused, and the agent's own rules apply. skillctl init --learn proposes an
allow-list by that record; skillctl setup without --observe has them answer again.

The scopes are user (the home folder), project (this folder) and managed (the system's,
which no project can switch off).

Exit codes
  0  it is set up (or removed)
  1  it is not: --check found something to write or something in the way, nobody
     consented, or something is left for a person to change
  2  a flag is wrong, or a configuration cannot be read or changed: with --remove, a hook
     that somebody has changed, too
  3  skillctl failed
  4  no agent is installed`,
		Example: `  skillctl setup
  skillctl setup claude-code codex --yes
  sudo skillctl setup claude-code --scope managed
  skillctl setup --observe
  skillctl setup --check
  skillctl setup --remove`,
		Args: cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			opts.agents = args
			opts.given = cmd.Flags().Changed
			if err := opts.idle(); err != nil {
				return err
			}
			return opts.run(cmd.Context())
		},
	}
	f2 := cmd.Flags()
	f2.SortFlags = false
	f2.StringVar(&opts.scope, "scope", setup.User, "whose configuration: "+strings.Join(setup.Scopes(), ", "))
	f2.BoolVar(&opts.check, "check", false, "change nothing; say whether all that setup would write is there")
	f2.BoolVar(&opts.remove, "remove", false, "take out what setup has written")
	f2.BoolVarP(&opts.yes, "yes", "y", false, "consent to the change")
	f2.StringVar(&opts.program, "program", "", "the skillctl that agents call, an absolute `path` (default: this one)")
	f2.BoolVar(&opts.observe, "observe", false, "have the hooks record what they would have answered, and answer nothing")
	f2.DurationVar(&opts.timeout, "timeout", setup.AnswerTime, "how long an answer may take, in whole seconds; one that was set stays")
	cmd.ValidArgsFunction = func(_ *cobra.Command, _ []string, _ string) ([]string, cobra.ShellCompDirective) {
		return slices.Sorted(maps.Keys(setup.Agents())), cobra.ShellCompDirectiveNoFileComp
	}
	return cmd
}

// idle refuses flags that would do nothing beside others.
func (o *setupOptions) idle() error {
	for _, c := range []struct {
		on         bool
		flag, idle string
		why        string
	}{
		{o.check, "--check", "yes", "nothing is changed that somebody could consent to"},
		{o.remove, "--remove", "program", "what setup has written is taken out, whatever it calls"},
		{o.remove, "--remove", "observe", "what setup has written is taken out, whatever it answers"},
		{o.remove, "--remove", "timeout", "what setup has written is taken out, whatever it waits"},
	} {
		if c.on && o.given(c.idle) {
			return kit.Usagef("--%s beside %s does nothing: %s", c.idle, c.flag, c.why)
		}
	}
	return nil
}

// caller is how agents call skillctl.
func (o *setupOptions) caller() (setup.Caller, error) {
	switch {
	case o.timeout < time.Second || o.timeout > maxAnswer || o.timeout%time.Second != 0:
		return setup.Caller{}, kit.Usagef("--timeout %s: whole seconds are wanted, from 1s to %s", o.timeout, maxAnswer)
	case o.program != "" && !filepath.IsAbs(o.program):
		return setup.Caller{}, kit.Usagef("--program %q: an absolute path is wanted, because agents start it in folders of others", o.program)
	}
	c := setup.Caller{Program: o.program, Answer: o.timeout, Observe: o.observe}
	if c.Program == "" {
		var err error
		if c.Program, err = os.Executable(); err != nil {
			return setup.Caller{}, fmt.Errorf("find skillctl: %w", err)
		}
	}
	if path, err := exec.LookPath("timeout"); err == nil && filepath.IsAbs(path) {
		c.Timeout = path
	}
	return c, nil
}

func (o *setupOptions) machine() (*setup.Machine, error) {
	dir, err := o.factory.IO.Abs(".")
	if err != nil {
		return nil, fmt.Errorf("find this folder: %w", err)
	}
	return &setup.Machine{Home: o.factory.IO.Getenv("HOME"), Dir: dir, Getenv: o.factory.IO.Getenv, LookPath: exec.LookPath, System: runtime.GOOS}, nil
}

func (o *setupOptions) run(ctx context.Context) error {
	switch {
	case !slices.Contains(setup.Scopes(), o.scope):
		return kit.Usagef("--scope %q is not known; it must be one of %s", o.scope, strings.Join(setup.Scopes(), ", "))
	case o.check && o.remove:
		return kit.Usagef("--check and --remove cannot be used together")
	case o.observe && o.scope == setup.Project:
		return kit.Usagef("--observe is for --scope %s and %s: who has cloned a project has not agreed to what its hooks let pass", setup.User, setup.Managed)
	case runtime.GOOS == "windows":
		return kit.Usagef("setup writes lines for a POSIX shell, which agents on Windows do not run")
	}
	m, err := o.machine()
	if err != nil {
		return err
	}
	caller, err := o.caller()
	if err != nil {
		return err
	}
	agents, err := o.chosen(m)
	if err != nil {
		return err
	}
	state, err := o.factory.StatePath("setup")
	if err != nil {
		return err
	}
	job := &job{setupOptions: o, receipts: setup.OpenReceipts(state)}
	for _, a := range agents {
		plan := m.Plan
		if o.remove {
			plan = m.Removal
		}
		called := o.kept(ctx, m, a, caller)
		p, err := plan(ctx, a, o.scope, called, job.receipts)
		if ctx.Err() != nil {
			return fmt.Errorf("set up: %w", ctx.Err())
		}
		job.plans, job.failed = append(job.plans, p), append(job.failed, err)
		job.names = append(job.names, a.Name)
		if called.Observe {
			job.observing = append(job.observing, a.Name)
		}
	}
	return job.finish(ctx)
}

// kept is how an agent is to call skillctl: what no flag speaks of stays as it is. That
// it only observes stays for --check alone: setup without --observe has it answer.
func (o *setupOptions) kept(ctx context.Context, m *setup.Machine, a *setup.Agent, c setup.Caller) setup.Caller {
	now, ok := m.Called(ctx, a, o.scope)
	if ok && !o.given("timeout") {
		c.Answer = now.Answer
	}
	if ok && o.check && !o.given("observe") {
		c.Observe = now.Observe
	}
	return c
}

// chosen are the agents that are named, or else installed.
func (o *setupOptions) chosen(m *setup.Machine) ([]*setup.Agent, error) {
	var agents []*setup.Agent
	for _, name := range o.agents {
		a, err := setup.Find(name)
		if err != nil {
			return nil, &kit.ExitError{Code: kit.ExitUsage, Err: err}
		}
		if !slices.ContainsFunc(agents, func(other *setup.Agent) bool { return other.Name == a.Name }) {
			agents = append(agents, a)
		}
	}
	if len(o.agents) > 0 {
		return agents, nil
	}
	all := setup.Agents()
	var looked, passed []string
	for _, name := range slices.Sorted(maps.Keys(all)) {
		a := all[name]
		_, ok := a.At[o.scope]
		switch there := m.Installed(a) != ""; {
		case ok && there:
			agents = append(agents, a)
		case ok:
			looked = append(looked, fmt.Sprintf("%s (%s)", strings.Join(a.Programs, ", "), cmp.Or(a.At[setup.User].Folder, name)))
		case there:
			passed = append(passed, name)
		}
	}
	if len(agents) > 0 {
		return agents, nil
	}
	text := "no agent is installed here: neither its program is in PATH nor its folder there of any of " + strings.Join(looked, ", ")
	if len(passed) > 0 {
		text = fmt.Sprintf("no agent is installed here that has a %s configuration; %s: use --scope %s\nlooked for programs in PATH, and for folders: %s", o.scope, strings.Join(passed, ", "), setup.User, strings.Join(looked, ", "))
	}
	text += "\nname the agent that is to be set up all the same"
	if o.scope == setup.Managed {
		text += ": PATH and the home folder of who writes the system's configuration are often not those of who uses the agent"
	}
	return nil, &kit.ExitError{Code: kit.ExitNothing, Err: errors.New(text)}
}
