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

// settingsFile is the name of the file that init writes.
const settingsFile = "skillctl.cue"

type initOptions struct {
	factory *kit.Factory
	dir     string
	force   bool
}

// NewInit is the command init.
func NewInit(f *kit.Factory) *cobra.Command {
	opts := &initOptions{factory: f}
	cmd := &cobra.Command{
		Use:   "init [FOLDER]",
		Short: "Write a commented skillctl.cue",
		Long: `Writes skillctl.cue, the settings of a project, with a comment on each. It changes
nothing as written: every value is the default.`,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) > 1 {
				return kit.Usagef("`%s` takes one folder; it was given %d", cmd.CommandPath(), len(args))
			}
			return nil
		},
		RunE: func(_ *cobra.Command, args []string) error {
			opts.dir = "."
			if len(args) == 1 {
				opts.dir = args[0]
			}
			return initRun(opts)
		},
	}
	cmd.Flags().BoolVar(&opts.force, "force", false, "overwrite an existing file")
	return cmd
}

func initRun(o *initOptions) error {
	name := filepath.Join(o.dir, settingsFile)
	text, err := settings.Init()
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
