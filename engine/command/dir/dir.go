package dir

import (
	"path"
	"slices"
	"strings"

	"github.com/skillctl/skillctl/engine/argv/lookup"
	"github.com/skillctl/skillctl/engine/command"
)

// Set are the directories in which a command may run. No list and not unknown
// means that it never runs.
type Set struct {
	Unknown bool
	List    []string
}

// After is where a command leaves the shell when it succeeds and when it fails.
type After struct{ OK, Bad Set }

// Unknown is the fact that a directory is not known.
func Unknown() lookup.Dir { return lookup.Dir{Or: []string{}} }

// Start are the directories that a text begins in.
func Start() Set { return Set{List: []string{""}} }

// Same is where a command leaves the shell that changes nothing.
func Same(d Set) After { return After{OK: d, Bad: d} }

// Fact is what is told of them.
func (d Set) Fact() lookup.Dir {
	if d.Unknown || len(d.List) == 0 {
		return Unknown()
	}
	return lookup.Dir{Known: true, Path: d.List[0], Or: append([]string{}, d.List[1:]...)}
}

// Equal reports whether they are the same as others.
func (d Set) Equal(e Set) bool { return d.Unknown == e.Unknown && slices.Equal(d.List, e.List) }

// Union are these and others.
func (d Set) Union(e Set) Set {
	if d.Unknown || e.Unknown {
		return Set{Unknown: true}
	}
	if d.Equal(e) || len(e.List) == 0 {
		return d
	}
	out := slices.Clone(d.List)
	for _, p := range e.List {
		if !slices.Contains(out, p) {
			out = append(out, p)
		}
	}
	if len(out) > Max {
		return Set{Unknown: true}
	}
	return Set{List: out}
}

// Change is where cd, pushd, popd and chdir lead. CDPATH is not followed:
// a text that sets it shows in the assignments.
func Change(d Set, c command.Command) After {
	operand := ""
	seen := false
	for _, w := range c.Args[1:] {
		switch {
		case w.Value == nil || w.Glob || w.Splits:
			return After{OK: Set{Unknown: true}, Bad: d}
		case !seen && (*w.Value == "-P" || *w.Value == "-L" || *w.Value == "-e" || *w.Value == "--" || *w.Value == "-LP"):
		case seen:
			return After{OK: Set{Unknown: true}, Bad: d}
		default:
			operand, seen = *w.Value, true
			if w.Tilde && !strings.HasPrefix(operand, "~/") && operand != "~" {
				return After{OK: Set{Unknown: true}, Bad: d}
			}
			if strings.HasPrefix(operand, "~") && !w.Tilde {
				operand = "./" + operand
			}
		}
	}
	switch {
	case c.Base == "popd", operand == "-", strings.HasPrefix(operand, "+"), strings.HasPrefix(operand, "-"), c.Base == "pushd" && !seen:
		return After{OK: Set{Unknown: true}, Bad: d}
	case !seen:
		operand = "~"
	}
	if d.Unknown && !strings.HasPrefix(operand, "/") && !strings.HasPrefix(operand, "~") {
		return After{OK: d, Bad: d}
	}
	if d.Unknown {
		return After{OK: Set{List: []string{path.Clean(operand)}}, Bad: d}
	}
	out := make([]string, 0, len(d.List))
	for _, from := range d.List {
		to := Join(from, operand)
		if !slices.Contains(out, to) {
			out = append(out, to)
		}
	}
	return After{OK: Set{List: out}, Bad: d}
}

// Moves reports whether a builtin changes the folder that the shell is in.
func Moves(base string) bool {
	switch base {
	case "cd", "chdir", "pushd", "popd":
		return true
	}
	return false
}

// Join follows a cd from one directory. The result keeps ".." at its start:
// links may make them mean something else.
func Join(from, to string) string {
	if strings.HasPrefix(to, "/") || strings.HasPrefix(to, "~") {
		return path.Clean(to)
	}
	out := path.Clean(path.Join(from, to))
	if out == "." {
		return ""
	}
	return out
}

// Max is how many possible working directories are told apart.
const Max = 8
