package lock

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"slices"
	"strings"

	"github.com/skillctl/skillctl/engine/skill"
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
}

// Verify holds what is in a folder of skills against a lock, sorted by name.
// Folders and links that no entry names are Unlocked; those with a dot before
// their name are none that skills are loaded from.
func (l *Lock) Verify(ctx context.Context, root *os.Root) ([]Checked, error) {
	there, err := fs.ReadDir(root.FS(), ".")
	if err != nil {
		return nil, fmt.Errorf("list the folder of skills: %w", err)
	}
	names := maps.Clone(map[string]*Entry{})
	maps.Copy(names, l.Skills)
	for _, e := range there {
		if !strings.HasPrefix(e.Name(), ".") && (e.IsDir() || e.Type()&fs.ModeSymlink != 0) && names[e.Name()] == nil {
			names[e.Name()] = nil
		}
	}
	out := []Checked{}
	for _, name := range slices.Sorted(maps.Keys(names)) {
		checked := newChecked(name)
		if entry := names[name]; entry == nil {
			checked.State = Unlocked
		} else if err := checked.inspect(ctx, root, entry); err != nil {
			return nil, err
		}
		out = append(out, checked)
	}
	return out, nil
}

func newChecked(name string) Checked {
	return Checked{Name: name, State: Same, Changed: []string{}, Missing: []string{}, Extra: []string{}}
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
	// The digest covers folders, too, of which nothing is listed.
	if len(c.Changed)+len(c.Missing)+len(c.Extra) > 0 || read.Digest != entry.Digest {
		c.State = Changed
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
