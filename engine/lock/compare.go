package lock

import (
	"maps"
	"slices"
)

// Growth is what a skill asks for and did not before.
type Growth struct {
	// Field is "programs", "hosts", "paths", "tools", "environment", or
	// "executables": files that can be run.
	Field string   `json:"field"`
	Items []string `json:"items"`
}

// Change is how an entry differs from what it was.
type Change struct {
	Name string `json:"name"`
	// State is "added", "removed", "changed" or "same".
	State string `json:"state"`
	// Grown and Shrunk are sorted by field and never nil.
	Grown  []Growth `json:"grown"`
	Shrunk []Growth `json:"shrunk"`
	// Signer and Origin are set when they differ: what was and what is.
	Signer *Turn `json:"signer,omitempty"`
	Origin *Turn `json:"origin,omitempty"`
	// Files are those that differ.
	Files []string `json:"files"`
	// Grew: it asks for more, it is new, or nobody vouches for it who did.
	Grew bool `json:"grew"`
}

// Turn is what was and what is.
type Turn struct {
	Was string `json:"was"`
	Is  string `json:"is"`
}

// Name is what a signer is called: the identity, or the digest of the key; "" for
// nobody.
func (s *Signer) Name() string {
	switch {
	case s == nil:
		return ""
	case s.Identity != "":
		return s.Identity
	}
	return s.KeyDigest
}

// Compare says what became of each skill, sorted by name.
func Compare(was, is *Lock) []Change {
	all := map[string]bool{}
	for name := range was.Skills {
		all[name] = true
	}
	for name := range is.Skills {
		all[name] = true
	}
	out := []Change{}
	for _, name := range slices.Sorted(maps.Keys(all)) {
		out = append(out, compareEntry(name, was.Skills[name], is.Skills[name]))
	}
	return out
}

func compareEntry(name string, was, is *Entry) Change {
	change := Change{Name: name, State: "same", Grown: []Growth{}, Shrunk: []Growth{}, Files: []string{}}
	empty := &Entry{}
	switch {
	case was == nil:
		change.State, change.Grew, was = "added", true, empty
	case is == nil:
		change.State, is = "removed", empty
	case was.Digest != is.Digest:
		change.State = "changed"
	}
	before, after := was.lists(), is.lists()
	for _, field := range slices.Sorted(maps.Keys(after)) {
		if more := without(after[field], before[field]); len(more) > 0 {
			change.Grown, change.Grew = append(change.Grown, Growth{field, more}), true
		}
		if less := without(before[field], after[field]); len(less) > 0 {
			change.Shrunk = append(change.Shrunk, Growth{field, less})
		}
	}
	if change.State == "added" || change.State == "removed" {
		return change
	}
	if a, b := was.Signer.Name(), is.Signer.Name(); a != b {
		change.Signer = &Turn{a, b}
		change.Grew = change.Grew || a != ""
	}
	if a, b := was.Origin.source(), is.Origin.source(); a != b {
		change.Origin = &Turn{a, b}
		change.Grew = true
	}
	if change.State == "changed" || !slices.Equal(was.Files, is.Files) {
		change.State = "changed"
		files := newChecked(name)
		files.compare(was.Files, is.Files)
		change.Files = append(append(append(change.Files, files.Changed...), files.Missing...), files.Extra...)
		slices.Sort(change.Files)
	}
	if change.State == "same" && (change.Grew || len(change.Shrunk) > 0 || change.Signer != nil) {
		change.State = "changed"
	}
	return change
}

// source is where a skill comes from, whichever version of it.
func (o Origin) source() string {
	if o.Path == "" {
		return o.Location
	}
	return o.Location + " " + o.Path
}

func (e *Entry) lists() map[string][]string {
	c := e.Capabilities
	runs := []string{}
	for _, f := range e.Files {
		if f.Exec {
			runs = append(runs, f.Path)
		}
	}
	return map[string][]string{
		"programs": c.Programs, "hosts": c.Hosts, "paths": c.Paths, "tools": c.Tools, "environment": c.Environment, "executables": runs,
	}
}

// without are the items of a list that another does not have.
func without(list, other []string) []string {
	var out []string
	for _, item := range list {
		if !slices.Contains(other, item) {
			out = append(out, item)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}
