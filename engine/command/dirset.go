package command

import (
	"path"
	"slices"
	"strings"

	"github.com/skillctl/skillctl/engine/argv/lookup"
)

// dirs are the directories in which a command may run. No list and not unknown
// means that it never runs.
type dirs struct {
	unknown bool
	list    []string
}

// flow is where a command leaves the shell when it succeeds and when it fails.
type flow struct{ ok, bad dirs }

func unknownDir() lookup.Dir { return lookup.Dir{Or: []string{}} }

func startDirs() dirs { return dirs{list: []string{""}} }

func same(d dirs) flow { return flow{ok: d, bad: d} }

func (d dirs) fact() lookup.Dir {
	if d.unknown || len(d.list) == 0 {
		return unknownDir()
	}
	return lookup.Dir{Known: true, Path: d.list[0], Or: append([]string{}, d.list[1:]...)}
}

func (d dirs) equal(e dirs) bool { return d.unknown == e.unknown && slices.Equal(d.list, e.list) }

func (d dirs) union(e dirs) dirs {
	if d.unknown || e.unknown {
		return dirs{unknown: true}
	}
	if d.equal(e) || len(e.list) == 0 {
		return d
	}
	out := slices.Clone(d.list)
	for _, p := range e.list {
		if !slices.Contains(out, p) {
			out = append(out, p)
		}
	}
	if len(out) > maxDirs {
		return dirs{unknown: true}
	}
	return dirs{list: out}
}

// changeDir is where cd, pushd, popd and chdir lead. CDPATH is not followed:
// a text that sets it shows in the assignments.
func changeDir(d dirs, c Command) flow {
	operand := ""
	seen := false
	for _, w := range c.Args[1:] {
		switch {
		case w.Value == nil || w.Glob || w.Splits:
			return flow{ok: dirs{unknown: true}, bad: d}
		case !seen && (*w.Value == "-P" || *w.Value == "-L" || *w.Value == "-e" || *w.Value == "--" || *w.Value == "-LP"):
		case seen:
			return flow{ok: dirs{unknown: true}, bad: d}
		default:
			operand, seen = *w.Value, true
			if w.Tilde && !strings.HasPrefix(operand, "~/") && operand != "~" {
				return flow{ok: dirs{unknown: true}, bad: d}
			}
			if strings.HasPrefix(operand, "~") && !w.Tilde {
				operand = "./" + operand
			}
		}
	}
	switch {
	case c.Base == "popd", operand == "-", strings.HasPrefix(operand, "+"), strings.HasPrefix(operand, "-"), c.Base == "pushd" && !seen:
		return flow{ok: dirs{unknown: true}, bad: d}
	case !seen:
		operand = "~"
	}
	if d.unknown && !strings.HasPrefix(operand, "/") && !strings.HasPrefix(operand, "~") {
		return flow{ok: d, bad: d}
	}
	if d.unknown {
		return flow{ok: dirs{list: []string{path.Clean(operand)}}, bad: d}
	}
	out := make([]string, 0, len(d.list))
	for _, from := range d.list {
		to := joinDir(from, operand)
		if !slices.Contains(out, to) {
			out = append(out, to)
		}
	}
	return flow{ok: dirs{list: out}, bad: d}
}

// movesShell reports whether a builtin changes the folder that the shell is in.
func movesShell(base string) bool {
	switch base {
	case "cd", "chdir", "pushd", "popd":
		return true
	}
	return false
}

// joinDir follows a cd from one directory. The result keeps ".." at its start:
// links may make them mean something else.
func joinDir(from, to string) string {
	if strings.HasPrefix(to, "/") || strings.HasPrefix(to, "~") {
		return path.Clean(to)
	}
	out := path.Clean(path.Join(from, to))
	if out == "." {
		return ""
	}
	return out
}

// maxDirs is how many possible working directories are told apart.
const maxDirs = 8
