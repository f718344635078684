package exec

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/skillctl/skillctl/cmd/internal/cli/kit"
	"github.com/skillctl/skillctl/cmd/internal/run"
	"github.com/skillctl/skillctl/cmd/internal/run/code"
	"github.com/skillctl/skillctl/runner/kernel"
	"github.com/skillctl/skillctl/runner/notebook"
)

type sessionOpenOptions struct {
	runOptions

	name string
}

func newSessionOpen(f *kit.Factory) *cobra.Command {
	opts := &sessionOpenOptions{runOptions: runOptions{execOptions: execOptions{factory: f}}}
	cmd := &cobra.Command{
		Use:   "open --lang LANGUAGE",
		Short: "Open a session and print its id",
		Long: `Decides whether code in the language may run, starts its interpreter inside the
boundary that was decided, and prints the id of the session.

Code that runs in the session later is judged with the same flags. When the policies
or the boundary are other ones by then, the session does not go on.`,
		Example: `  skillctl session open --lang python
  skillctl session open --lang bash --name build --workdir ~/src/app`,
		Args: kit.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			opts.ElevatedSet = cmd.Flags().Changed("elevated")
			if err := opts.check(); err != nil {
				return err
			}
			return execError(sessionOpenRun(cmd.Context(), opts))
		},
	}
	fl := cmd.Flags()
	fl.SortFlags = false
	fl.StringVar(&opts.language, "lang", "", "the `language`: "+strings.Join(code.Languages(), ", "))
	fl.StringVar(&opts.name, "name", "", "a `name` to call it by")
	fl.BoolVar(&opts.JSON, "json", false, "write JSON of the schema \"session\" (see skillctl schema)")
	fl.StringVar(&opts.Profile, "profile", "", "decide by the rules of the profile with this `name` (default strict, or from the settings)")
	fl.StringVar(&opts.Workdir, "workdir", "", "the `folder` that it would run in (default: this one)")
	fl.StringArrayVar(&opts.Env, "env", nil, "set the variable `NAME=value` in the session")
	fl.StringVar(&opts.Host, "host", "", "the `placement` that the request names: "+strings.Join(run.Placements(), ", "))
	fl.StringVar(&opts.Agent, "agent", "", "the `name` of the agent that asks, any: the record and approvals go by it")
	fl.StringVar(&opts.Skill, "skill", "", "run it for the skill of this `name`, as exec does")
	fl.StringVar(&opts.Ask, "ask", "", "when the request asks a person: "+strings.Join(run.AskModes(), ", ")+"; it can only be stricter than the settings")
	fl.BoolVar(&opts.Unattended, "unattended", false, "decide as if nobody could be asked")
	fl.StringSliceVar(&opts.Policies, "policy", nil, "a `folder` with policies of your own, which can only tighten")
	fl.StringVar(&opts.Config, "config", "", "read the project's settings from this `file`")
	fl.BoolVar(&opts.NoConfig, "no-config", false, "ignore the project's settings; those of the system and the user still apply")
	fl.StringVar(&opts.Color, "color", kit.ColorAuto, "colour the output: auto, always, never; NO_COLOR and CLICOLOR_FORCE are honoured")
	_ = cmd.RegisterFlagCompletionFunc("lang", cobra.FixedCompletions(code.Languages(), cobra.ShellCompDirectiveNoFileComp))
	return cmd
}

func (o *sessionOpenOptions) check() error {
	switch {
	case o.language == "":
		return kit.Usagef("name the language of the session with --lang: %s", strings.Join(code.Languages(), ", "))
	case !slices.Contains(code.Languages(), o.language):
		return kit.OneOf("--lang", o.language, code.Languages())
	case o.name != "" && !regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_.-]{0,63}$`).MatchString(o.name):
		return kit.Usagef("--name %q cannot be the name of a session; write a letter, then letters, digits, ., _ or -", o.name)
	case kernel.Arguments(o.language) == nil:
		return kit.Usagef("there are no sessions in %s; run single files with `skillctl run`", o.language)
	}
	return o.CheckFlags(o.factory.IO)
}

// nothing is code that does nothing, by language: a session is judged as what runs
// that.
func nothing(language string) []byte {
	return []byte(map[string]string{"python": "pass\n", "bash": "nothing=\n"}[language] + map[string]string{"javascript": ";\n", "typescript": ";\n"}[language])
}

func sessionOpenRun(ctx context.Context, o *sessionOpenOptions) error {
	defer o.factory.IO.Tune(-1, kit.LintMemoryLimit)()
	if err := o.free(ctx); err != nil {
		return err
	}
	// Relative places are meant from here, also by those who run code elsewhere.
	var err error
	if o.Workdir, err = o.factory.IO.Abs(o.Workdir); err != nil {
		return fmt.Errorf("find the working directory: %w", err)
	}
	if o.From, err = o.factory.IO.Abs("."); err != nil {
		return fmt.Errorf("find the working directory: %w", err)
	}
	for _, path := range append(pointers(o.Policies), &o.Config) {
		if *path != "" {
			if *path, err = o.factory.IO.Abs(*path); err != nil {
				return fmt.Errorf("find %q: %w", *path, err)
			}
		}
	}
	o.file = "-"
	call := &codeRun{options: &o.runOptions, kernel: true, Invocation: &run.Invocation{Factory: o.factory, Options: &o.Options, Language: o.language}}
	decider, merged, err := o.load(ctx)
	if err != nil {
		return err
	}
	if o.Profile == "" && speaksOfCode(merged) {
		o.Profile = "codeexec"
	}
	request, err := call.codeRequest(merged, nothing(o.language))
	if err != nil {
		return err
	}
	request.Exec.Extra["interactive"] = true
	call.BeforeStart = call.keepsPromise
	call.Opening = &run.Opening{Name: o.name, Arguments: kernel.Arguments(o.language), History: o.language == string(code.Bash)}
	if err := o.settle(ctx, call.Invocation, decider, request, merged); err != nil {
		return err
	}
	meta := call.Opening.Opened
	if o.JSON {
		return o.factory.WriteOutputJSON(notebook.Session{Meta: meta, State: notebook.Open})
	}
	if err := o.factory.WriteOutput("", []byte(meta.ID+"\n")); err != nil {
		return err
	}
	if o.factory.IO.ErrTTY {
		fmt.Fprintf(o.factory.IO.Err, "hint: `skillctl session run %s FILE` runs code in it, `skillctl session close %s` ends it; it ends by itself after %s\n", meta.ID, meta.ID, meta.Expires.Sub(meta.Created).Round(time.Second))
	}
	return nil
}

// free refuses the name of another open session: code would go to the wrong one.
func (o *sessionOpenOptions) free(ctx context.Context) error {
	if o.name == "" {
		return nil
	}
	store, err := o.factory.Sessions()
	if err != nil {
		return err
	}
	all, _, err := store.List(ctx)
	if err != nil {
		return err
	}
	for _, one := range all {
		if one.Name == o.name && (one.State == notebook.Open || one.State == notebook.Starting) {
			return kit.Usagef("the name %q is taken by session %s; choose another, or close that one first (`skillctl session close %s`)", o.name, one.ID, one.ID)
		}
	}
	return nil
}

func pointers(list []string) []*string {
	out := make([]*string, len(list))
	for i := range list {
		out[i] = &list[i]
	}
	return out
}
