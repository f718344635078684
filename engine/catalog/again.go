package catalog

import (
	"os"
	"path/filepath"
	"slices"

	folders "github.com/skillctl/skillctl/internal/folder"
)

// Changed are absolute paths that changed, each with all that is below it.
type Changed struct {
	paths map[string]bool
	above map[string]bool // folders in which something changed
}

// NewChanged takes in paths that changed.
func NewChanged(paths []string) Changed {
	c := Changed{paths: map[string]bool{}, above: map[string]bool{}}
	for _, name := range paths {
		c.paths[name] = true
		for dir := filepath.Dir(name); !c.above[dir]; dir = filepath.Dir(dir) {
			c.above[dir] = true
		}
	}
	return c
}

// Touches says that a changed path is in a folder, or the folder in it.
func (c Changed) Touches(folder string) bool {
	if c.above[folder] {
		return true
	}
	for {
		if c.paths[folder] {
			return true
		}
		up := filepath.Dir(folder)
		if up == folder {
			return false
		}
		folder = up
	}
}

// before is what the last search found in a root, nil when it was another root.
func (f *finder) before(root *Root) (old *Root, found []Candidate) {
	if f.last == nil {
		return nil, nil
	}
	at := slices.IndexFunc(f.last.Roots, func(old Root) bool { return old.Tier == root.Tier && old.Path == root.Path && old.Real == root.Real })
	if at < 0 {
		return nil, nil
	}
	old = &f.last.Roots[at]
	if first := slices.IndexFunc(f.last.Candidates, func(c Candidate) bool { return c.Root == old.ID }); first >= 0 {
		found = f.last.Candidates[first:]
		if end := slices.IndexFunc(found, func(c Candidate) bool { return c.Root != old.ID }); end >= 0 {
			found = found[:end]
		}
	}
	return old, found
}

// takeOver adds what the last search found in a root, if a search would find the
// same. Manifests that may have changed are to be read again.
func (f *finder) takeOver(facts *Facts, root *Root) bool {
	old, found := f.before(root)
	if old == nil || f.last.Limits != facts.Limits || !slices.EqualFunc(f.last.Targets, facts.Targets, func(a, b Target) bool { return a.Real == b.Real }) {
		return false
	}
	leads := f.last.leads[old.ID]
	if leads.elsewhere() {
		return false
	}
	touched := f.touched(old, leads, found)
	if touched && !f.quiet(old, leads, found) {
		return false
	}
	facts.Ways[root.ID], facts.leads[root.ID], facts.listed[root.ID] = f.last.Ways[old.ID], leads, f.last.listed[old.ID]
	root.Base, root.Shape, root.Notes, root.MoreNotes = old.Base, old.Shape, old.Notes, old.MoreNotes
	for _, c := range found {
		c.Root, c.known = root.ID, true
		if touched && !f.settled(&c) && (c.Absent == "" || c.Absent == AbsentFile) {
			c.Manifest, c.Skill, c.Absent, c.known = nil, nil, "", false
		}
		facts.Candidates = append(facts.Candidates, c)
	}
	return true
}

// listed takes over what the last search listed in a root besides what the host
// comes to, nil where that was not all.
func (f *finder) listed(root *Root) Option {
	old, _ := f.before(root)
	if old == nil || f.last.listed[old.ID] == nil || old.MoreNotes > 0 || unlisted(old) {
		return nil
	}
	return WithBefore(*f.last.listed[old.ID], f.marks)
}

// unlisted says that not all of a root was listed.
func unlisted(root *Root) bool {
	return slices.ContainsFunc(root.Notes, func(n Note) bool { return n.Kind == NoteUnlisted })
}

// reuse gives the candidates of a new search the manifests that were read before
// and that no change has to do with.
func (f *finder) reuse(root *Root, facts *Facts, found []Candidate) {
	_, before := f.before(root)
	if len(before) == 0 || manifestBytes(f.last.Limits) != manifestBytes(facts.Limits) {
		return
	}
	old := make(map[string]*Candidate, len(before))
	for i := range before {
		old[before[i].Path] = &before[i]
	}
	for i := range found {
		c := &found[i]
		if was := old[c.Path]; was != nil && was.Real == c.Real && c.Unseen == "" && c.Absent == "" && was.Manifest != nil && f.settled(was) {
			c.Manifest, c.Skill, c.known = was.Manifest, was.Skill, true
		}
	}
}

// settled says that what was read of a candidate still holds: a plain file that
// has no other name, where nothing changed.
func (f *finder) settled(c *Candidate) bool {
	m := c.Manifest
	return m != nil && !m.Link && m.Nlink == 1 && m.Type == TypeRegular && m.Problem == "" && !f.marks.Touches(c.Path) && !f.marks.Touches(c.Real)
}

// touched says whether a changed path has to do with a root.
func (f *finder) touched(root *Root, leads leads, found []Candidate) bool {
	for i := range found {
		if m := found[i].Manifest; m != nil && (m.Link || m.Nlink > 1) {
			return true // it has other names: only a look can tell
		}
	}
	return slices.ContainsFunc(f.changed, func(path string) bool { return concerns(root, leads, path) })
}

// concerns says that a path is in a root or in what its links lead to, or these
// in the path.
func concerns(root *Root, leads leads, path string) bool {
	if related(root.Path, path) || related(root.Real, path) {
		return true
	}
	for _, real := range leads {
		if related(real, path) {
			return true
		}
	}
	return false
}

// related says that one of two clean paths is the other or below it.
func related(a, b string) bool { return folders.Within(a, b) || folders.Within(b, a) }

// quiet says that all that changed in a root are files in the folders of its
// skills, so that a search would come to the same folders again.
func (f *finder) quiet(root *Root, leads leads, found []Candidate) bool {
	if unlisted(root) {
		return false
	}
	skills := make(map[string]*Candidate, len(found))
	var places []string
	for i := range found {
		for _, place := range []string{found[i].Path, found[i].Real} {
			if place != "" && skills[place] == nil {
				skills[place], places = &found[i], append(places, place)
			}
		}
	}
	folders := NewChanged(places)
	return !slices.ContainsFunc(f.changed, func(path string) bool {
		return concerns(root, leads, path) && (folders.paths[path] || folders.above[path] || !plainChange(skills, path))
	})
}

// plainChange says that a path is a file in the folder of a skill, and none that
// makes a folder anything.
func plainChange(skills map[string]*Candidate, path string) bool {
	info, err := os.Lstat(path)
	if err != nil || !info.Mode().IsRegular() || filepath.Base(path) == pluginManifest {
		return false
	}
	dir := filepath.Dir(path)
	for skills[dir] == nil {
		up := filepath.Dir(dir)
		if up == dir {
			return false
		}
		dir = up
	}
	switch c := skills[dir]; {
	case c.Role == "own":
		return false // other skills are in it
	case c.Unseen == UnseenHidden, c.Unseen == UnseenPackages, c.Unseen == UnseenDeep, c.Unseen == UnseenInside:
		return Plain(filepath.Base(path))
	case c.Unseen != "" || c.Manifest == nil:
		return false
	default:
		return Plain(filepath.Base(path)) || path == filepath.Join(dir, c.Manifest.Name)
	}
}
