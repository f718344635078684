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

  agents: ` + strings.Join(slices.Sorted(maps.Keys(setup.Agents())), ", ") + `

The change is shown and made only with consent: by an answer on the terminal, or --yes.
Comments, order, indentation and line ends stay; nothing that is there is replaced. A
configuration that cannot be read, or says two things at once, is left as it is.
--remove takes out what was written, and nothing else.

The scopes are user (the home folder), project (this folder) and managed (the system's,
which no project can switch off).

Exit codes
  0  it is set up (or removed)
  1  it is not: --check found something to write, nobody consented, or something is left
     for a person to change
  2  a flag is wrong, or a configuration cannot be read or changed
  3  skillctl failed
  4  no agent is installed`,
		Example: `  skillctl setup
  skillctl setup claude-code codex --yes
  sudo skillctl setup claude-code --scope managed
  skillctl setup --check
  skillctl setup --remove`,
		Args: cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			opts.agents = args
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
	f2.DurationVar(&opts.timeout, "timeout", setup.AnswerTime, "how long an answer may take, in whole seconds")
	cmd.ValidArgsFunction = func(_ *cobra.Command, _ []string, _ string) ([]string, cobra.ShellCompDirective) {
		return slices.Sorted(maps.Keys(setup.Agents())), cobra.ShellCompDirectiveNoFileComp
	}
	return cmd
}

// caller is how agents call skillctl.
func (o *setupOptions) caller() (setup.Caller, error) {
	switch {
	case o.timeout < time.Second || o.timeout > maxAnswer || o.timeout%time.Second != 0:
		return setup.Caller{}, kit.Usagef("--timeout %s: whole seconds are wanted, from 1s to %s", o.timeout, maxAnswer)
	case o.program != "" && !filepath.IsAbs(o.program):
		return setup.Caller{}, kit.Usagef("--program %q: an absolute path is wanted, because agents start it in folders of others", o.program)
	}
	c := setup.Caller{Program: o.program, Answer: o.timeout}
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
		p, err := plan(ctx, a, o.scope, caller, job.receipts)
		if ctx.Err() != nil {
			return fmt.Errorf("set up: %w", ctx.Err())
		}
		job.plans, job.failed = append(job.plans, p), append(job.failed, err)
		job.names = append(job.names, a.Name)
	}
	return job.finish(ctx)
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
	var looked []string
	for _, name := range slices.Sorted(maps.Keys(all)) {
		a := all[name]
		looked = append(looked, cmp.Or(a.At[setup.User].Folder, name))
		if _, ok := a.At[o.scope]; ok && m.Installed(a) != "" {
			agents = append(agents, a)
		}
	}
	if len(agents) == 0 {
		return nil, &kit.ExitError{Code: kit.ExitNothing, Err: errors.New("no agent is installed here: none of their programs is in PATH, and there is none of " + strings.Join(looked, ", ") + "\nname the agent that is to be set up all the same")}
	}
	return agents, nil
}
