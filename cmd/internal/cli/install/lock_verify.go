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
files that others can write to or that have a set-user-ID or set-group-ID bit, skills
that are locked but missing or present but not locked, and all else in the folder
that is not about it (README, LICENSE, .gitignore, .git …). Only skills.lock says what
was installed; no other file is believed. Nothing is written.

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
	// Interrupted is a skill that a process was changing when it ended. The lock file
	// names its old version and its new one, and one of them is there or it is not OK.
	Interrupted string `json:"interrupted,omitempty"`
}

func lockVerifyRun(ctx context.Context, o *lockVerifyOptions) error {
	root, err := readRoot(ctx, o.factory.IO, o.root)
	if err != nil {
		return err
	}
	defer root.done()
	report := lockReport{OK: true, Interrupted: root.interrupted}
	if report.Skills, err = root.locked.Verify(ctx, root.dir); err != nil {
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
	wrong, skills, files, strays, modes := 0, 0, 0, 0, false
	for _, c := range report.Skills {
		modes = modes || len(c.Modes) > 0
		if !c.Other {
			skills++
		}
		switch {
		case c.State == lock.Same:
			continue
		case c.Folder:
			strays++
		case c.Other:
			files++
		default:
			wrong++
		}
		fmt.Fprintf(&out, "%s: %s", format.Escape(c.Name), c.State)
		switch {
		case c.Problem != "":
			fmt.Fprintf(&out, ": %s", format.Escape(c.Problem))
		case c.State == lock.Unlocked:
			out.WriteString(": it is not in the lock file")
		}
		out.WriteByte('\n')
		for _, list := range []struct {
			name  string
			paths []string
		}{{"changed", c.Changed}, {"missing", c.Missing}, {"extra", c.Extra}, {"modes", c.Modes}} {
			if len(list.paths) > 0 {
				fmt.Fprintf(&out, "  %-8s %s\n", list.name, itemsShown(list.paths))
			}
		}
	}
	root, name := format.Escape(o.root), format.Escape(lockName(o.root))
	if report.Interrupted != "" {
		fmt.Fprintf(&out, "a change of %s was interrupted; the next `skillctl install`, `update`, `remove` or `lock write` in %s ends it\n", format.Escape(report.Interrupted), root)
	}
	var others []string
	if strays > 0 {
		others = append(others, layout.Count(strays, "folder"))
	}
	if files > 0 {
		others = append(others, layout.Count(files, "file"))
	}
	if len(others) > 0 {
		fmt.Fprintf(&out, "%s in the folder %s outside of every skill\n", strings.Join(others, " and "), root)
	}
	switch {
	case skills == 0 && len(others) == 0:
		fmt.Fprintf(&out, "nothing is installed in %s\n", root)
	case wrong > 0:
		fmt.Fprintf(&out, "%d of %s not as locked in %s\n", wrong, layout.Count(skills, "skill"), name)
	case skills > 0:
		fmt.Fprintf(&out, "%s: as locked in %s\n", layout.Count(skills, "skill"), name)
	}
	out.WriteString(o.hints(modes, wrong > 0))
	_, err := fmt.Fprint(o.factory.IO.Out, out.String())
	return err
}

// hints say what to do about modes, and about skills, that are not as they were locked.
func (o *lockVerifyOptions) hints(modes, skills bool) string {
	var out strings.Builder
	if modes {
		out.WriteString("hint: nothing is installed so that others can write to it or that it runs as its owner or group: `chmod ug-s,o-wt FILE` corrects it\n")
	}
	if skills {
		folder := ""
		if o.root != defaultRoot {
			folder = " " + format.Escape(o.root)
		}
		fmt.Fprintf(&out, "hint: put back what was locked, or read what differs and run `skillctl lock write%s`, which judges and locks what is there\n", folder)
	}
	return out.String()
}
