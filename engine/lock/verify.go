package lock

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"runtime"
	"slices"
	"strings"

	"github.com/skillctl/skillctl/engine/skill"
	"github.com/skillctl/skillctl/internal/owner"
)

// State is what became of a skill since it was locked.
type State string

// The states of skills.
const (
	// Same: it is as it was locked.
	Same State = "same"
	// Changed: it is not.
	Changed State = "changed"
	// Missing: it is locked and not there.
	Missing State = "missing"
	// Unlocked: it is there and not locked.
	Unlocked State = "unlocked"
	// Unreadable: it could not be looked at to its end.
	Unreadable State = "unreadable"
)

// Checked is what came of holding a skill against its entry. Lists are sorted
// slash paths and never nil.
type Checked struct {
	Name  string `json:"name"`
	State State  `json:"state"`
	// Problem says why it is unreadable.
	Problem string   `json:"problem,omitempty"`
	Changed []string `json:"changed"`
	Missing []string `json:"missing"`
	Extra   []string `json:"extra"`
	// Modes are files and folders with bits that nothing is installed with: "a.sh
	// (mode 4755)".
	Modes []string `json:"modes"`
	// Other: it is something in the folder of skills that is no skill.
	Other bool `json:"other,omitempty"`
	// Folder: what is no skill is a folder.
	Folder bool `json:"-"`
}

// Verify holds what is in a folder of skills against a lock, sorted by name. All
// that no entry names is Unlocked, but what [harmless] knows.
func (l *Lock) Verify(ctx context.Context, root *os.Root) ([]Checked, error) {
	there, err := fs.ReadDir(root.FS(), ".")
	if err != nil {
		return nil, fmt.Errorf("list the folder of skills: %w", err)
	}
	all := map[string]Checked{}
	for _, e := range there {
		if l.Skills[e.Name()] != nil || e.Name() == stateDir && e.IsDir() {
			continue
		}
		if checked, ok := unlocked(root, e); !ok {
			all[e.Name()] = checked
		}
	}
	if err := verifyState(root, all); err != nil {
		return nil, err
	}
	for name, entry := range l.Skills {
		checked := newChecked(name)
		if err := checked.inspect(ctx, root, entry); err != nil {
			return nil, err
		}
		all[name] = checked
	}
	out := []Checked{}
	for _, name := range slices.Sorted(maps.Keys(all)) {
		out = append(out, all[name])
	}
	return out, nil
}

// unlocked looks at something that no entry names; ok when it can be there.
func unlocked(root *os.Root, e fs.DirEntry) (checked Checked, ok bool) {
	checked = newChecked(e.Name())
	checked.State = Unlocked
	checked.Other = !e.IsDir() && e.Type()&fs.ModeSymlink == 0
	info, err := root.Lstat(e.Name())
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return checked, true
	case err != nil:
		checked.State, checked.Problem = Unreadable, err.Error()
		return checked, false
	case e.IsDir():
		if checked.Other = !mayHoldSkill(root, e.Name()); checked.Other {
			checked.Folder, checked.Problem = true, "a folder without a skill, which is not in the lock file"
		}
		return checked, e.Name() == ".git"
	case manifestLike(e.Name()):
		checked.Problem = "a manifest here makes one skill of the whole folder, and hides the others"
		return checked, false
	case !info.Mode().IsRegular():
		return checked, false
	}
	if mode := wrongMode(info, false); mode != "" || info.Mode().Perm()&0o111 != 0 && runtime.GOOS != "windows" {
		checked.Problem = fmt.Sprintf("it belongs to no skill, and can be run or changed by others (mode %s)", octal(info.Mode()))
		return checked, false
	}
	if e.Name() == Name || harmless(e.Name()) {
		return checked, true
	}
	checked.Problem = "it belongs to no skill; move it out of the folder of skills"
	return checked, false
}

// manifestLike is true for names of manifests, however they are spelt.
func manifestLike(name string) bool {
	switch strings.ToLower(name) {
	case "skill.md", "skills.md", "skill.toml", "manifest.toml":
		return true
	}
	return false
}

// harmless is true for names of files about a folder that no agent reads.
func harmless(name string) bool {
	switch strings.TrimSuffix(strings.TrimSuffix(name, ".md"), ".txt") {
	case "README", "LICENSE", "COPYING", "NOTICE", "CHANGELOG", "CONTRIBUTING", "SECURITY", "CODEOWNERS",
		".git", ".gitignore", ".gitattributes", ".gitkeep", ".keep", ".editorconfig", ".DS_Store":
		return true
	}
	return false
}

// verifyState looks for what is not skillctl's own in the folder that the root keeps
// to itself.
func verifyState(root *os.Root, all map[string]Checked) error {
	state, err := openIn(root, stateDir)
	if err != nil {
		return nil //nolint:nilerr // there is none, or it is named already
	}
	defer func() { _ = state.Close() }()
	entries, err := fs.ReadDir(state.FS(), ".")
	if err != nil {
		return fmt.Errorf("list %q: %w", stateDir, err)
	}
	for _, e := range entries {
		if why := foreign(e); why != "" {
			checked := newChecked(stateDir + "/" + e.Name())
			checked.State, checked.Problem, checked.Other = Unlocked, why, true
			all[checked.Name] = checked
		}
	}
	return nil
}

// maxStray bounds the entries of a folder that are looked at for a manifest.
const maxStray = 2_000

// mayHoldSkill is false for a folder in which nothing is called like a manifest, at any
// depth: agents look for skills in folders of folders, too. What cannot be looked
// through may hold one, and so may what a link leads to.
func mayHoldSkill(root *os.Root, name string) bool {
	left, found := maxStray, false
	err := fs.WalkDir(root.FS(), name, func(_ string, e fs.DirEntry, err error) error {
		if left--; err != nil || left < 0 || manifestLike(e.Name()) || e.Type()&fs.ModeSymlink != 0 {
			found = true
			return fs.SkipAll
		}
		return nil
	})
	return found || err != nil
}

// wrongMode is the mode of a file or folder that has a bit which nothing is installed
// with, "" when it has none: to act as its owner or group, or to be written by
// everybody. A folder may have the bit of its group from the one that it is in.
func wrongMode(info fs.FileInfo, grouped bool) string {
	mode := info.Mode()
	bad := mode&(fs.ModeSetuid|fs.ModeSetgid|fs.ModeSticky) | owner.Others(info)&0o002
	if info.IsDir() && grouped {
		bad &^= fs.ModeSetgid
	}
	if mode&fs.ModeSymlink != 0 || bad == 0 {
		return ""
	}
	return octal(mode)
}

// octal spells permission bits as chmod takes them.
func octal(mode fs.FileMode) string {
	bits := uint32(mode.Perm())
	for _, b := range []struct {
		mode fs.FileMode
		bit  uint32
	}{{fs.ModeSetuid, 0o4000}, {fs.ModeSetgid, 0o2000}, {fs.ModeSticky, 0o1000}} {
		if mode&b.mode != 0 {
			bits |= b.bit
		}
	}
	return fmt.Sprintf("%04o", bits)
}

func newChecked(name string) Checked {
	return Checked{Name: name, State: Same, Changed: []string{}, Missing: []string{}, Extra: []string{}, Modes: []string{}}
}

// inspect compares one skill with its entry.
func (c *Checked) inspect(ctx context.Context, root *os.Root, entry *Entry) error {
	read, err := Read(ctx, root, c.Name)
	switch {
	case ctx.Err() != nil:
		return context.Cause(ctx)
	case errors.Is(err, fs.ErrNotExist):
		c.State = Missing
		return nil
	case err != nil:
		c.State, c.Problem = Unreadable, err.Error()
		return nil
	}
	files, err := Files(read)
	if err != nil {
		c.State, c.Problem = Unreadable, err.Error()
		return nil
	}
	c.compare(entry.Files, files)
	if err := c.modes(ctx, root); err != nil {
		return err
	}
	// The digest covers folders, too, of which nothing is listed.
	if c.State == Same && (len(c.Changed)+len(c.Missing)+len(c.Extra)+len(c.Modes) > 0 || read.Digest != entry.Digest) {
		c.State = Changed
	}
	return nil
}

// modes looks at the modes of a skill's folder and of all that is in it.
func (c *Checked) modes(ctx context.Context, root *os.Root) error {
	top, err := root.Stat(".")
	if err != nil {
		return fmt.Errorf("look at the folder of skills: %w", err)
	}
	folder, err := openIn(root, c.Name)
	if err != nil {
		return nil //nolint:nilerr // it went away after it was read, and is found missing the next time
	}
	defer func() { _ = folder.Close() }()
	err = fs.WalkDir(folder.FS(), ".", func(name string, _ fs.DirEntry, err error) error {
		if err != nil || ctx.Err() != nil {
			return errors.Join(err, context.Cause(ctx))
		}
		info, err := folder.Lstat(name)
		if err != nil {
			return err
		}
		if mode := wrongMode(info, top.Mode()&fs.ModeSetgid != 0); mode != "" {
			c.Modes = append(c.Modes, fmt.Sprintf("%s (mode %s)", name, mode))
		} else if privileged(folder, name, info) {
			c.Modes = append(c.Modes, name+" (file capabilities)")
		}
		return nil
	})
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	if err != nil {
		c.State, c.Problem = Unreadable, err.Error()
	}
	return nil
}

func (c *Checked) compare(locked, there []File) {
	known := map[string]File{}
	for _, f := range locked {
		known[f.Path] = f
	}
	for _, f := range there {
		was, ok := known[f.Path]
		switch {
		case !ok:
			c.Extra = append(c.Extra, f.Path)
		case was != f:
			c.Changed = append(c.Changed, f.Path)
		}
		delete(known, f.Path)
	}
	c.Missing = append(c.Missing, slices.Sorted(maps.Keys(known))...)
	slices.Sort(c.Extra)
	slices.Sort(c.Changed)
}

// Read takes the inventory of an installed skill. A link in its place is refused.
func Read(ctx context.Context, root *os.Root, name string) (*skill.Skill, error) {
	info, err := root.Lstat(name)
	if err != nil {
		return nil, err
	}
	if !info.IsDir() {
		return nil, fmt.Errorf("%q is not a folder", name)
	}
	folder, err := root.OpenRoot(name)
	if err != nil {
		return nil, err
	}
	defer func() { _ = folder.Close() }()
	// What was a folder may be a link by now.
	if opened, err := folder.Stat("."); err != nil || !os.SameFile(info, opened) {
		return nil, fmt.Errorf("%q was replaced while it was read", name)
	}
	return skill.Inventory(ctx, folder, name, skill.WithDir(name))
}
