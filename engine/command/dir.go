package command

import (
	"path"
	"slices"
	"strings"

	"github.com/skillctl/skillctl/engine/argv"
	"github.com/skillctl/skillctl/engine/argv/lookup"
)

// maxDirs is how many possible working directories are told apart.
const maxDirs = 8

// dirs are the directories in which a command may run. No list and not unknown
// means that it never runs.
type dirs struct {
	unknown bool
	list    []string
}

// flow is where a command leaves the shell when it succeeds and when it fails.
type flow struct{ ok, bad dirs }

func unknownDir() lookup.Dir { return lookup.Dir{Or: []string{}} }

func startDirs() dirs  { return dirs{list: []string{""}} }
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

// enterDirs is where cd leads when its folder is a variable of the text: to any of
// its values.
func (a *analyser) enterDirs(d dirs, c Command) flow {
	at := -1
	for i, w := range c.Args[1:] {
		if w.Value != nil {
			continue
		}
		if at >= 0 {
			return changeDir(d, c)
		}
		at = i + 1
	}
	if at < 0 {
		return changeDir(d, c)
	}
	vars := a.told()
	if vars == nil {
		return changeDir(d, c)
	}
	out := flow{bad: d}
	vars.in(d.fact(), a.facts.Commands, c.ID)
	for _, value := range vars.values(c.Args[at]) {
		if unknownIn(value) || value == "" {
			return changeDir(d, c)
		}
		one := c
		one.Args = append([]argv.Word{}, c.Args...)
		one.Args[at] = argv.Literal(value, c.Args[at].Text, c.Args[at].Span)
		one.Args[at].Tilde = strings.HasPrefix(value, "~")
		out.ok = out.ok.union(changeDir(d, one).ok)
	}
	return out
}

// calledIn are the folders that a function of the text is called in. They are known when it
// was read before, and nothing calls the function but commands whose folder is.
func (a *analyser) calledIn(name string, depth int) dirs {
	if a.spelling == nil || depth > maxFollowed {
		return dirs{unknown: true}
	}
	out := dirs{}
	for _, c := range a.spelling.vars.commands {
		switch {
		case c.Role == "builtin" && (c.Base == "trap" || c.Base == "source" || c.Base == "." || c.Context.Function != "" && movesShell(c.Base)):
			return dirs{unknown: true}
		case c.Name == nil || *c.Name != name:
			continue
		case c.Role != "function":
			return dirs{unknown: true}
		case c.Dir.Known:
			out = out.union(dirs{list: append([]string{c.Dir.Path}, c.Dir.Or...)})
		case c.Context.Function != "" && c.Context.Function != name && c.Edge == EdgeText:
			out = out.union(a.calledIn(c.Context.Function, depth+1))
		default:
			return dirs{unknown: true}
		}
	}
	if len(out.list) == 0 {
		return dirs{unknown: true}
	}
	return out
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
