package policy

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	"github.com/skillctl/skillctl/cmd/internal/cli/kit"
	"github.com/skillctl/skillctl/engine/report/source"
	"github.com/skillctl/skillctl/engine/settings"
)

// settingsFile is the name of the file that init writes, without its ending.
const settingsFile = "skillctl"

type initOptions struct {
	factory *kit.Factory
	dir     string
	force   bool
	format  string
	example bool
	learn   []string
	yes     bool
}

// observed stands for --learn without a file behind "=".
const observed = "observed"

// Learn writes settings by what was run, with consent: by what is in files, or without any
// by what hooks observed.
type Learn func(ctx context.Context, f *kit.Factory, files []string, yes bool) error

// initLong is the help of init.
const initLong = `Writes skillctl.cue, the settings of a project, with a comment on each. It changes
nothing as written: every value is the default. --format yaml writes skillctl.yaml.

With --example it writes skills to try skillctl on into FOLDER ("` + exampleFolder + `" if
none is named), which must be empty or missing: one of them would send a private key
to a stranger. No agent loads skills from there, and nothing in them is executed.

With --learn it reads commands that were run: in FILE the history of bash, zsh or fish, a
transcript of Claude Code (~/.claude/projects/*/*.jsonl), a rollout of Codex
(~/.codex/sessions); without a file, the record of what hooks observed in this folder and
below it (skillctl setup --observe). It proposes entries for exec.allowlist, each a program and the very
arguments that were seen; of transcripts only calls count that ended well. Proposed is what is
known to look, build, test, format or fetch. What deletes, publishes, changes something
elsewhere, runs other programs or has a secret among its arguments is left out, and
counted with the reason. The change is shown, and written with consent into the settings
of this folder's project. Nothing that is read is run.

Exit codes
  0  written; with --learn also: there is nothing to propose
  1  --learn: nobody consented, and nothing was written
  2  a flag is wrong, a file exists already or cannot be read, or other settings forbid it
  3  skillctl failed`

// NewInit is the command init.
func NewInit(f *kit.Factory, learn Learn) *cobra.Command {
	opts := &initOptions{factory: f}
	cmd := &cobra.Command{
		SuggestFor: []string{"config", "new", "create", "setup"},

		Use:   "init [FOLDER | --learn [FILE...]]",
		Short: "Write commented settings, or an example to try",
		Long:  initLong,
		Example: `  skillctl init
  skillctl init --format yaml
  skillctl init --example demo && skillctl lint demo
  skillctl init --learn
  skillctl init --learn ~/.bash_history session.jsonl
  skillctl init --learn ~/.zsh_history
  skillctl init --learn ~/.local/share/fish/fish_history`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) > 1 && !cmd.Flags().Changed("learn") {
				return kit.Usagef("`%s` takes one folder; it was given %d", cmd.CommandPath(), len(args))
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if cmd.Flags().Changed("learn") {
				return opts.learned(cmd, args, learn)
			}
			if opts.yes {
				return kit.Usagef("--yes consents to what --learn proposes, and does nothing without it")
			}
			opts.dir = "."
			if opts.example {
				opts.dir = exampleFolder
			}
			if len(args) == 1 {
				opts.dir = args[0]
			}
			if opts.example {
				if cmd.Flags().Changed("format") {
					return kit.Usagef("--format is for settings; the example is skills")
				}
				return exampleRun(opts)
			}
			return initRun(opts)
		},
	}
	flags := cmd.Flags()
	flags.SortFlags = false
	flags.BoolVar(&opts.example, "example", false, "write skills to try skillctl on instead of settings")
	flags.StringVar(&opts.format, "format", "cue", "the `FORMAT` of the settings: cue or yaml")
	flags.BoolVar(&opts.force, "force", false, "overwrite an existing file")
	flags.StringArrayVar(&opts.learn, "learn", nil, "propose an allow-list by the commands in a `file`, a history or a transcript, or by what hooks observed")
	flags.Lookup("learn").NoOptDefVal = observed
	flags.BoolVarP(&opts.yes, "yes", "y", false, "with --learn: consent to what is shown")
	return cmd
}

// learned proposes an allow-list. The other flags are about other files.
func (o *initOptions) learned(cmd *cobra.Command, args []string, learn Learn) error {
	for _, flag := range []string{"example", "format", "force"} {
		if cmd.Flags().Changed(flag) {
			return kit.Usagef("--%s and --learn cannot be used together: --learn adds to the settings of this folder", flag)
		}
	}
	files := slices.DeleteFunc(slices.Clone(o.learn), func(file string) bool { return file == observed })
	return learn(cmd.Context(), o.factory, append(files, args...), o.yes)
}

func initRun(o *initOptions) error {
	if o.format != "cue" && o.format != "yaml" {
		return kit.Usagef("--format is cue or yaml; it was given %q", o.format)
	}
	name := filepath.Join(o.dir, settingsFile+"."+o.format)
	text, err := settings.Init("." + o.format)
	if err != nil {
		return err
	}
	write := func(w io.Writer) error { _, err := w.Write(text); return err }
	if o.force {
		if err := o.factory.IO.WriteFile(name, write); err != nil {
			return err
		}
	} else if err := o.factory.IO.CreateFile(name, write); err != nil {
		if errors.Is(err, fs.ErrExist) {
			return kit.Usagef("%q exists already; --force overwrites it", name)
		}
		return fmt.Errorf("write %q: %w", name, source.Bare(err))
	}
	_, err = fmt.Fprintf(o.factory.IO.Out, "wrote %s\n", filepath.ToSlash(name))
	return err
}
