package install

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/skillctl/skillctl/cmd/internal/cli/kit"
	"github.com/skillctl/skillctl/cmd/internal/cli/layout"
	"github.com/skillctl/skillctl/engine/lock"
	"github.com/skillctl/skillctl/engine/report/format"
)

type lockVerifyOptions struct {
	factory *kit.Factory
	root    string
	json    bool
}

func newLockVerify(f *kit.Factory) *cobra.Command {
	opts := &lockVerifyOptions{factory: f}
	cmd := &cobra.Command{
		Use:   "verify [FOLDER]",
		Short: "Compare installed skills with the lock file",
		Long: `Hashes every file of a folder of skills ("skills" if none is named) and compares it
with the lock file. Files that were changed, added or removed are named, and so are
skills that are locked but missing, or present but not locked. Nothing is written.

Exit codes
  0  everything is as locked
  1  it is not
  2  a flag or a path is wrong, or the lock file is damaged
  3  skillctl failed
  4  nothing is locked and nothing is installed`,
		Example: "  skillctl lock verify\n  skillctl lock verify --json ~/.openclaw/skills",
		RunE: func(cmd *cobra.Command, args []string) error {
			var err error
			if opts.root, err = rootArg(args); err != nil {
				return err
			}
			return lockVerifyRun(cmd.Context(), opts)
		},
	}
	cmd.Flags().BoolVar(&opts.json, "json", false, "write JSON")
	return cmd
}

// lockReport is the JSON form of a comparison with a lock file.
type lockReport struct {
	OK     bool           `json:"ok"`
	Skills []lock.Checked `json:"skills"`
}

func lockVerifyRun(ctx context.Context, o *lockVerifyOptions) error {
	dir, l, done, err := readRoot(ctx, o.factory.IO, o.root)
	if err != nil {
		return err
	}
	defer done()
	report := lockReport{OK: true}
	if report.Skills, err = l.Verify(ctx, dir); err != nil {
		return err
	}
	for _, c := range report.Skills {
		report.OK = report.OK && c.State == lock.Same
	}
	if o.json {
		err = kit.WriteJSON(o.factory.IO.Out, report)
	} else {
		err = o.writeReport(report)
	}
	switch {
	case err != nil:
		return fmt.Errorf("write output: %w", err)
	case !report.OK:
		return &kit.ExitError{Code: kit.ExitFindings}
	case len(report.Skills) == 0:
		return &kit.ExitError{Code: kit.ExitNothing}
	}
	return nil
}

func (o *lockVerifyOptions) writeReport(report lockReport) error {
	var out strings.Builder
	wrong := 0
	for _, c := range report.Skills {
		if c.State == lock.Same {
			continue
		}
		wrong++
		fmt.Fprintf(&out, "%s: %s", format.Escape(c.Name), c.State)
		if c.Problem != "" {
			fmt.Fprintf(&out, ": %s", format.Escape(c.Problem))
		}
		out.WriteByte('\n')
		for _, list := range []struct {
			name  string
			paths []string
		}{{"changed", c.Changed}, {"missing", c.Missing}, {"extra", c.Extra}} {
			if len(list.paths) > 0 {
				fmt.Fprintf(&out, "  %-8s %s\n", list.name, itemsShown(list.paths))
			}
		}
	}
	switch {
	case len(report.Skills) == 0:
		fmt.Fprintf(&out, "nothing is installed in %s\n", format.Escape(o.root))
	case wrong == 0:
		fmt.Fprintf(&out, "%s: as locked in %s\n", layout.Count(len(report.Skills), "skill"), format.Escape(lockName(o.root)))
	default:
		fmt.Fprintf(&out, "%d of %s not as locked in %s\n", wrong, layout.Count(len(report.Skills), "skill"), format.Escape(lockName(o.root)))
	}
	_, err := fmt.Fprint(o.factory.IO.Out, out.String())
	return err
}
