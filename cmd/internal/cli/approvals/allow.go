package approvals

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"slices"

	"github.com/dlclark/regexp2"
	"github.com/spf13/cobra"

	"github.com/skillctl/skillctl/cmd/internal/cli/kit"
	"github.com/skillctl/skillctl/engine"
	"github.com/skillctl/skillctl/engine/report/format"
	"github.com/skillctl/skillctl/engine/settings"
)

type allowOptions struct {
	factory *kit.Factory

	programs  []string // as they were written
	forms     []form   // the same, read
	notes     []string // what may be meant otherwise
	arguments string
	anything  bool
	remove    bool
}

// NewAllow is the command allow.
func NewAllow(f *kit.Factory) *cobra.Command {
	opts := &allowOptions{factory: f}
	cmd := &cobra.Command{
		Use:   "allow PROGRAM|COMMAND...",
		Short: "Let commands of this project use a program",
		Long: `Adds programs to exec.allowlist in the settings of the project, and says what that
grants. A name stands for the program of that name on the search path, a path for
the file there (with *, ** and ?), each for one program. A command in quotes, such as
'git status', stands for the program with arguments that begin so, and no others. The
program may then run with arguments whose effect skillctl knows: --arguments allows
only some of them, --any-arguments also those that it does not know. What publishes, or
deletes or overwrites on another machine, has to be named all the same: 'npm publish'.
Commands still run in the sandbox, and what is denied for another reason stays denied.

The settings file is that of the project; without one, skillctl.cue is made in the
root of the repository, or in this folder where there is none. What is there stays as
it is, comments too. An entry that is there already is not written again. Nothing is
written where settings of the system or the user forbid it. A program that is not
found here is warned of, and written all the same.

With --remove entries are taken out of that file again: of a name or path all that it
has, of a command in quotes, or with --arguments or --any-arguments, that one.

To allow one command only, use skillctl approvals approve.

Exit codes
  0  written, or there already; removed
  2  a flag is wrong, other settings forbid it, or there is nothing to remove
  3  skillctl failed`,
		Example: `  skillctl allow git make
  skillctl allow rg 'git status' 'npm test'
  skillctl allow git --arguments '^(status|log|diff)( |$)'
  skillctl allow mytool --any-arguments
  skillctl allow ./scripts/build.sh
  skillctl allow --remove 'npm test'`,
		RunE: func(cmd *cobra.Command, args []string) error {
			opts.programs = args
			if err := opts.check(); err != nil {
				return err
			}
			if opts.remove {
				return opts.removeRun(cmd.Context())
			}
			if err := opts.ambiguous(); err != nil {
				return err
			}
			if err := opts.absent(); err != nil {
				return err
			}
			return allowRun(cmd.Context(), opts)
		},
	}
	cmd.Flags().StringVar(&opts.arguments, "arguments", "", "allow only arguments, joined by spaces, that match this regular `expression` (ECMAScript)")
	cmd.Flags().BoolVar(&opts.anything, "any-arguments", false, "allow any arguments, also those whose effect skillctl does not know")
	cmd.Flags().BoolVar(&opts.remove, "remove", false, "remove what was allowed")
	return cmd
}

func (o *allowOptions) check() error {
	if len(o.programs) == 0 && o.remove {
		return kit.Usagef("which program is no longer allowed? write it behind: skillctl allow --remove git")
	}
	if len(o.programs) == 0 {
		return kit.Usagef("which program? write it behind: skillctl allow git")
	}
	if o.arguments != "" && o.anything {
		return kit.Usagef("--arguments and --any-arguments cannot be used together")
	}
	if o.arguments != "" {
		if _, err := regexp2.Compile(o.arguments, regexp2.ECMAScript); err != nil {
			return kit.Usagef("--arguments %q is not a regular expression: %w", o.arguments, err)
		}
	}
	for _, program := range o.programs {
		read, err := o.form(program)
		if err != nil {
			return err
		}
		o.forms = append(o.forms, read)
	}
	return nil
}

func allowRun(ctx context.Context, o *allowOptions) error {
	merged, err := o.factory.ExecSettings(ctx, kit.SettingsQuery{})
	if err != nil {
		return err
	}
	outer, err := o.factory.ExecSettings(ctx, kit.SettingsQuery{None: true})
	if err != nil {
		return err
	}
	add, err := o.addition(ctx, merged)
	if err != nil {
		return err
	}
	if len(add.Entries) == 0 {
		return o.say("nothing was written: the settings allow %s already", kit.Quoted(o.programs))
	}
	file, text, err := o.read(merged, outer)
	if err != nil {
		return err
	}
	text, after, err := outer.Add(ctx, o.shown(file), text, add)
	if err == nil {
		err = holds(merged, after)
	}
	if err != nil {
		return &kit.ExitError{Code: kit.ExitUsage, Err: fmt.Errorf("nothing was written: %w", err)}
	}
	lines, err := o.granted(ctx, add, after)
	if err != nil {
		return err
	}
	if err := o.factory.UsableProject(ctx, outer, file); err != nil {
		return err
	}
	if err := o.write(merged.Project() == "", file, text); err != nil {
		return err
	}
	return o.report(file, add, lines)
}

// addition is what is not there yet.
func (o *allowOptions) addition(ctx context.Context, merged *settings.Settings) (settings.Addition, error) {
	var add settings.Addition
	for _, form := range o.forms {
		want := form.entry
		there, narrow := false, -1
		for i, entry := range merged.Exec.Allowlist {
			wider := entry.Pattern == want.Pattern && entry.ArgPattern == "" && (entry.AnyArguments || !o.anything)
			if wider && len(form.words) > 1 { // some things have to be named
				var err error
				if wider, err = o.passes(ctx, form.words, merged); err != nil {
					return add, err
				}
			}
			there = there || entry == want || wider
			if entry.Pattern == want.Pattern && entry.ArgPattern != "" {
				narrow = i
			}
		}
		if there || slices.Contains(add.Entries, want) {
			continue
		}
		if narrow >= 0 && want.ArgPattern == "" {
			place, _ := merged.Origin("exec", "allowlist", narrow)
			o.notes = append(o.notes, fmt.Sprintf("This is wider than %s, which allows %q with arguments that match %q alone, and stays there.", place, want.Pattern, merged.Exec.Allowlist[narrow].ArgPattern))
		}
		add.Entries = append(add.Entries, want)
	}
	// A list takes away what the settings grant as long as they say nothing.
	said := engine.Said(merged, "exec")
	if !slices.ContainsFunc([]string{"security", "allowlist", "readOnly"}, func(key string) bool { return slices.Contains(said, key) }) {
		add.ReadOnly = "allow"
	}
	return add, nil
}

// read returns the project's settings file as it is, links resolved, and its text.
func (o *allowOptions) read(merged, outer *settings.Settings) (string, []byte, error) {
	if merged.Project() == "" {
		return outer.NewProject(), nil, nil
	}
	file, err := filepath.EvalSymlinks(merged.Project())
	if err != nil {
		return "", nil, fmt.Errorf("read settings: %w", err)
	}
	text, err := kit.ReadFile(file)
	if err == nil && len(text) == 0 {
		text = []byte("\n")
	}
	return file, text, err
}

// holds fails where the entries would have no effect, or take others away.
func holds(before, after *settings.Settings) error {
	if place, ok := before.Origin("exec", "security"); ok && after.Exec.Security != "allowlist" {
		return fmt.Errorf("exec.security is %q (%s), so that an allow-list has no effect; set it to \"allowlist\"", after.Exec.Security, place)
	}
	for i, entry := range before.Exec.Allowlist {
		if !slices.Contains(after.Exec.Allowlist, entry) {
			place, _ := before.Origin("exec", "allowlist", i)
			return fmt.Errorf("a list in the project would take the place of the default one, and %q (%s) would be no longer allowed; add to that file", entry.Pattern, place)
		}
	}
	return nil
}

func (o *allowOptions) write(fresh bool, file string, text []byte) error {
	write := func(w io.Writer) error { _, err := w.Write(text); return err }
	if !fresh {
		return kit.WriteFile(file, write)
	}
	err := o.factory.IO.CreateFile(file, write)
	if errors.Is(err, fs.ErrExist) {
		return kit.Usagef("nothing was written: %q has just been made by another program; try again", file)
	}
	if err != nil {
		return fmt.Errorf("write %q: %w", file, err)
	}
	return nil
}

// shown is how messages name a file.
func (o *allowOptions) shown(file string) string {
	if dir, err := filepath.Abs(o.factory.IO.At(".")); err == nil {
		if rel, err := filepath.Rel(dir, file); err == nil && filepath.IsLocal(rel) {
			file = rel
		}
	}
	return filepath.ToSlash(file)
}

func (o *allowOptions) report(file string, add settings.Addition, lines []string) error {
	if err := o.say("wrote %s: commands in its folder and below may use", o.shown(file)); err != nil {
		return err
	}
	for _, line := range lines {
		if err := o.say("  %s", line); err != nil {
			return err
		}
	}
	for _, note := range o.notes {
		if err := o.say("%s", note); err != nil {
			return err
		}
	}
	if add.ReadOnly == "" {
		return nil
	}
	return o.say("Programs that only read there still need no entry (exec.readOnly).")
}

func (o *allowOptions) say(text string, args ...any) error {
	return o.print(format.WholeLine(fmt.Sprintf(text, args...)))
}

// print writes a line that is fit to be shown.
func (o *allowOptions) print(line string) error {
	_, err := fmt.Fprintln(o.factory.IO.Out, line)
	return err
}
