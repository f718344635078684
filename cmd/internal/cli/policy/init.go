package policy

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"

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
}

// NewInit is the command init.
func NewInit(f *kit.Factory) *cobra.Command {
	opts := &initOptions{factory: f}
	cmd := &cobra.Command{
		SuggestFor: []string{"config", "new", "create", "setup"},

		Use:   "init [FOLDER]",
		Short: "Write commented settings, or an example to try",
		Long: `Writes skillctl.cue, the settings of a project, with a comment on each. It changes
nothing as written: every value is the default. --format yaml writes skillctl.yaml.

With --example it writes skills to try skillctl on into FOLDER ("` + exampleFolder + `" if
none is named), which must be empty or missing: one of them would send a private key
to a stranger. No agent loads skills from there, and nothing in them is executed.`,
		Example: `  skillctl init
  skillctl init --format yaml
  skillctl init --example demo && skillctl lint demo`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) > 1 {
				return kit.Usagef("`%s` takes one folder; it was given %d", cmd.CommandPath(), len(args))
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
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
	return cmd
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
