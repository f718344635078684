package install

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"strings"

	"github.com/spf13/cobra"

	"github.com/skillctl/skillctl/cmd/internal/cli/kit"
	"github.com/skillctl/skillctl/engine"
	"github.com/skillctl/skillctl/engine/lock"
	"github.com/skillctl/skillctl/engine/report/format"
)

type lockDiffOptions struct {
	placeOptions
	against string
}

func newLockDiff(f *kit.Factory) *cobra.Command {
	opts := &lockDiffOptions{placeOptions: placeOptions{factory: f}}
	cmd := &cobra.Command{
		Use:   "diff [FOLDER] [--against FILE]",
		Short: "Show what skills ask for beyond what was locked",
		Long: `Compares what is in a folder of skills ("skills" if none is named) with its lock
file: which skills are new, removed or changed, and what each asks for that it did
not before. With --against the lock file of the folder is compared with an older
one, such as that of the target branch of a pull request; then no skill is read.

It fails on any addition: a new skill; new programs, domains, paths, tools, variables
or executable files; a removed or different signer; a different origin.

Exit codes
  0  nothing was added
  1  something was added
  2  a flag or a path is wrong, or a lock file is damaged
  3  skillctl failed`,
		Example: "  skillctl lock diff\n  git show origin/main:skills/skills.lock > /tmp/main.lock; skillctl lock diff --against /tmp/main.lock",
		RunE: func(cmd *cobra.Command, args []string) error {
			var err error
			if opts.root, err = rootArg(args); err != nil {
				return err
			}
			return lockDiffRun(cmd.Context(), opts)
		},
	}
	flags := cmd.Flags()
	flags.SortFlags = false
	flags.StringVar(&opts.against, "against", "", "an older lock `file`")
	flags.BoolVar(&opts.json, "json", false, "write JSON")
	flags.StringSliceVar(&opts.policies, "policy", nil, "a `folder` with policies of your own, which can only tighten")
	flags.StringVar(&opts.config, "config", "", "read the project's settings from this `file`")
	flags.BoolVar(&opts.noConfig, "no-config", false, "ignore the project's settings; those of the system and the user still apply")
	return cmd
}

// diffReport is the JSON form of a comparison of lock files.
type diffReport struct {
	Grew   bool          `json:"grew"`
	Skills []lock.Change `json:"skills"`
	// Blocked are skills that the gate would not let in as they are now.
	Blocked []string `json:"blocked"`
}

func lockDiffRun(ctx context.Context, o *lockDiffOptions) error {
	was, is, blocked, err := o.both(ctx)
	if err != nil {
		return err
	}
	report := diffReport{Skills: lock.Compare(was, is), Blocked: blocked}
	for _, c := range report.Skills {
		report.Grew = report.Grew || c.Grew
	}
	if o.json {
		err = kit.WriteJSON(o.factory.IO.Out, report)
	} else {
		err = o.writeReport(report)
	}
	if err != nil {
		return fmt.Errorf("write output: %w", err)
	}
	if report.Grew || len(report.Blocked) > 0 {
		return &kit.ExitError{Code: kit.ExitFindings}
	}
	return nil
}

// both are the two sides that are compared, and the skills that are blocked now.
func (o *lockDiffOptions) both(ctx context.Context) (was, is *lock.Lock, blocked []string, err error) {
	blocked = []string{}
	root, err := readRoot(ctx, o.factory.IO, o.root)
	if err != nil {
		return nil, nil, nil, err
	}
	defer root.done()
	locked := root.locked
	if o.against != "" {
		was, err := lock.ReadFileFrom(o.factory.IO.Dir, o.against)
		if errors.Is(err, fs.ErrNotExist) {
			return nil, nil, nil, &kit.ExitError{Code: kit.ExitUsage, Err: fmt.Errorf("file %q does not exist", o.against)}
		}
		return was, locked, blocked, lockError(err)
	}
	merged, gate, err := o.judge(ctx)
	if err != nil {
		return nil, nil, nil, err
	}
	w := presentSkills{factory: o.factory, gate: gate, merged: merged, path: o.root, dir: root.dir, by: "nobody", doubt: true}
	names, err := w.names(locked)
	if err != nil {
		return nil, nil, nil, err
	}
	is = lock.New()
	for _, name := range names {
		entry, placed, err := w.judgeFolder(ctx, name, locked.Skills[name])
		if err != nil {
			return nil, nil, nil, err
		}
		if entry != nil {
			is.Skills[name] = entry
		}
		if placed.Decision != nil && placed.Decision.Effect == engine.Deny {
			blocked = append(blocked, name)
		}
	}
	return locked, is, blocked, nil
}

func (o *lockDiffOptions) writeReport(report diffReport) error {
	var out strings.Builder
	same := true
	for i := range report.Skills {
		c := &report.Skills[i]
		if c.State == "same" {
			continue
		}
		same = false
		fmt.Fprintf(&out, "%s: %s\n", format.Escape(c.Name), c.State)
		if c.State != "removed" {
			writeChange(&out, c)
		}
	}
	for _, name := range report.Blocked {
		fmt.Fprintf(&out, "%s: the gate would block it: see `skillctl lock write`\n", format.Escape(name))
	}
	switch {
	case same:
		out.WriteString("nothing differs\n")
	case report.Grew || len(report.Blocked) > 0:
		out.WriteString("something was added or is blocked: review it, and run `skillctl lock write` to accept it\n")
	default:
		out.WriteString("nothing was added\n")
	}
	_, err := fmt.Fprint(o.factory.IO.Out, out.String())
	return err
}
