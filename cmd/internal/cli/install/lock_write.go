package install

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/skillctl/skillctl/cmd/internal/cli/kit"
	"github.com/skillctl/skillctl/engine"
	"github.com/skillctl/skillctl/engine/lock"
	"github.com/skillctl/skillctl/engine/settings"
)

type lockWriteOptions struct{ placeOptions }

func newLockWrite(f *kit.Factory) *cobra.Command {
	opts := &lockWriteOptions{placeOptions{factory: f}}
	cmd := &cobra.Command{
		Use:   "write [FOLDER] [--yes --reason WHY]",
		Short: "Write the lock file for existing skills",
		Long: `Judges every skill of a folder (default: "skills") and writes the lock file. Unchanged
skills keep their entry; entries of removed skills are deleted. A skill that the gate
blocks is not locked, and one with warnings only with --yes and --reason; the others
are locked all the same. A lock file that is damaged is replaced, and a copy of it
kept in .skillctl: every skill is then judged as if it had never been locked.

Exit codes
  0  everything is locked
  1  a skill is blocked, or a warning is not acknowledged
  2  a flag, a path or a setting is wrong
  3  skillctl failed
  4  there are no skills`,
		Example: "  skillctl lock write\n  skillctl lock write ~/.openclaw/skills --yes --reason 'looked through all of them'",
		RunE: func(cmd *cobra.Command, args []string) error {
			var err error
			if opts.root, err = rootArg(args); err != nil {
				return err
			}
			if err := opts.check(); err != nil {
				return err
			}
			return lockWriteRun(cmd.Context(), opts)
		},
	}
	cmd.Flags().SortFlags = false
	opts.flags(cmd)
	return cmd
}

func lockWriteRun(ctx context.Context, o *lockWriteOptions) error {
	in, err := o.open(ctx, commandLock, false)
	if err != nil {
		return err
	}
	defer in.close()
	locked := in.locked
	w := presentSkills{factory: o.factory, gate: in.gate, merged: in.merged, path: in.root.Path(), dir: in.root.Dir(), by: in.by, in: in}
	names, err := w.names(locked)
	if err != nil {
		return err
	}
	if len(names) == 0 {
		return &kit.ExitError{Code: kit.ExitNothing, Err: fmt.Errorf("there is no skill in %q", o.root)}
	}
	next := lock.New()
	var all []placedSkill
	for _, name := range names {
		entry, placed, err := w.judgeFolder(ctx, name, locked.Skills[name])
		if err != nil {
			placed = placedSkill{Name: name}.fail(err)
		}
		switch {
		case entry == nil && placed.Result == placeRemoved, placed.err != nil:
		case placed.Result == placeUnchanged:
			next.Skills[name] = locked.Skills[name]
		case placed.Decision.Effect == engine.Deny:
			placed.Result = placeBlocked
		case placed.Decision.Effect == engine.Warn && !o.yes:
			placed.locking = true
			placed = placed.refuse(placeWarned, "", "read the warnings; --yes and --reason lock it anyway")
		default:
			next.Skills[name] = entry
		}
		if was := locked.Skills[name]; next.Skills[name] == nil && was != nil && placed.Result != placeRemoved {
			next.Skills[name] = was // what is not taken on is not as it is locked
		}
		all = append(all, placed)
	}
	if err := in.write(next); err != nil {
		return err
	}
	return in.answer(all)
}

// presentSkills looks at the skills that are in a root.
type presentSkills struct {
	// doubt: what the lock says that a skill of its digest asks for is looked up anew.
	doubt   bool
	factory *kit.Factory
	gate    kit.Gate
	merged  *settings.Settings
	path    string
	dir     *os.Root
	by      string
	in      *installer // nil when nothing is to be written
}

// names are those of what is locked and of the folders that are there, sorted.
func (w *presentSkills) names(locked *lock.Lock) ([]string, error) {
	all := map[string]bool{}
	for name := range locked.Skills {
		all[name] = true
	}
	entries, err := fs.ReadDir(w.dir.FS(), ".")
	if err != nil {
		return nil, fmt.Errorf("list %q: %w", w.path, err)
	}
	for _, e := range entries {
		if !strings.HasPrefix(e.Name(), ".") && (e.IsDir() || e.Type()&fs.ModeSymlink != 0) {
			all[e.Name()] = true
		}
	}
	return slices.Sorted(maps.Keys(all)), nil
}

// judgeFolder judges one skill as it is there. The entry is nil for one that is gone, and
// the one that is locked for one that is as it was.
func (w *presentSkills) judgeFolder(ctx context.Context, name string, was *lock.Entry) (*lock.Entry, placedSkill, error) {
	placed := placedSkill{Name: name}
	if !lock.ValidName(name) {
		return nil, placed, fmt.Errorf("%q cannot be the folder name of a skill; use letters and digits, and single . _ - between them", name)
	}
	read, err := lock.Read(ctx, w.dir, name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		placed.Result = placeRemoved
		return nil, placed, nil
	case err != nil:
		return nil, placed, err
	case was != nil && read.Digest == was.Digest && !w.doubt:
		placed.Result = placeUnchanged
		return was, placed, nil
	}
	full, err := w.factory.IO.Abs(filepath.Join(w.path, name))
	if err != nil {
		return nil, placed, fmt.Errorf("find %q: %w", name, err)
	}
	s := &stagedSkill{name: name, dir: full, read: read, there: true, entry: was}
	s.origin = lockOrigin{Origin: lock.Origin{Kind: "present", Spec: name, Location: name}}
	if was != nil {
		s.origin = lockOrigin{Origin: was.Origin}
	}
	if s.files, err = lock.Files(read); err != nil {
		return nil, placed, err
	}
	in := w.in
	if in == nil {
		in = &installer{placeOptions: &placeOptions{factory: w.factory, by: w.by}, gate: w.gate, merged: w.merged}
	}
	req := in.request(s)
	decision, err := w.gate.Judge(ctx, req, w.merged)
	if err != nil {
		return nil, placed, err
	}
	if decision.Effect != engine.Deny && decision.Digest != read.Digest {
		return nil, placed, fmt.Errorf("%q changed while it was judged", name)
	}
	entry := in.entry(s, &decision)
	if was != nil && read.Digest == was.Digest {
		now := *was
		now.Capabilities = entry.Capabilities
		placed.Result = placeUnchanged
		return &now, placed, nil
	}
	placed.Result, placed.Origin, placed.Decision, placed.Change = placeLocked, &s.origin.Origin, &decision, change(name, was, entry)
	return entry, placed, nil
}
