package analysis

import (
	"slices"
	"strings"

	"github.com/skillctl/skillctl/engine/argv"
	"github.com/skillctl/skillctl/engine/argv/grammar"
	"github.com/skillctl/skillctl/engine/command/mark"
	"github.com/skillctl/skillctl/engine/command/value"
)

// arguments reads the words of a command by the entry of its program.
func (a *analyser) arguments(id int, sc scope) {
	call := a.describe(id)
	call.Variables = a.variables(id)
	call.Args = a.settled(id, a.supplied(id, call.Args), sc)
	r := grammar.Read(call)
	a.take(id, sc, r.Program(call))
	a.take(id, sc, r.Written())
	a.take(id, sc, r.Bound())
	if c := a.facts.Commands[id].Carries; c == "" {
		// Wrappers have told what they hand on.
		a.take(id, sc, r.Assigned())
	}
	if !a.opt.grammar {
		return
	}
	a.facts.Commands[id].Arguments = r
	a.take(id, sc, r.Texts(call))
	if a.facts.Commands[id].Carries != "" || a.hasChildren(id) {
		return
	}
	a.take(id, sc, r.Steps(call))
}

// settled are words of which those that cannot begin with a dash say so, whatever they
// come to, and those that may be no word at all.
func (a *analyser) settled(id int, args []argv.Word, sc scope) []argv.Word {
	var vars *value.Values
	out := args
	for i, w := range args {
		if i == 0 || !opens(w) && len(w.Expansions) == 0 && !w.Glob {
			continue
		}
		if vars == nil {
			if vars = a.told(); vars == nil {
				return out
			}
			if a.spelling != nil { // all calls of functions are known
				vars.In(a.facts.Commands[id].Dir, a.facts.Commands, id)
			}
			out = slices.Clone(args)
		}
		values := vars.Of(w)
		out[i].Vanishes = a.vanishes(w, values, sc.dialect, a.values.function || sc.t != a.root) || w.Glob && w.Value != nil && vars.SetsOptions()
		if w.Begins != argv.BeginsUnsaid || !opens(w) {
			continue
		}
		out[i].Begins = begins(w, values)
		if w.Value == nil && (!w.Splits && !slices.ContainsFunc(values, mark.Dash) || allPaths(values)) {
			out[i].Begins = argv.BeginsPlain
		}
	}
	return out
}

// opens reports whether a word has an expansion or a pattern where an option has its
// dash.
func opens(w argv.Word) bool {
	if w.Value != nil {
		return w.Glob && *w.Value != "" && mark.Dash(mark.Pattern(*w.Value))
	}
	return w.Prefix == "" && len(w.Expansions) > 0
}

// begins says how the values of a word begin.
func begins(w argv.Word, values []string) argv.Begins {
	if slices.ContainsFunc(values, func(one string) bool { return strings.HasPrefix(one, "-") }) {
		return argv.BeginsFree // the text itself gives it a dash
	}
	out := argv.BeginsPlain
	for _, one := range values {
		switch {
		case one == "" || strings.ContainsRune(mark.Unknown, rune(one[0])):
			if one != "" && prints(w) || slices.ContainsFunc(w.Params, positional) {
				return argv.BeginsFree
			}
			return argv.BeginsUnsaid
		case one[0] == mark.Part && !prints(w), one[0] == mark.Open:
			return argv.BeginsUnsaid
		case strings.ContainsRune(string([]rune{mark.Many, mark.One, mark.Listed}), rune(one[0])):
			out = argv.BeginsNamed
		case strings.ContainsRune(one, mark.Listed) && w.Expansions[0].Kind != "found":
			// What splits such a path makes its second half a word.
			out = argv.BeginsNamed
		}
	}
	return out
}

// positional reports whether a variable is an argument of the text or of a function, the last
// word of the command before, or named by another one: whoever wrote the text has given it.
func positional(name string) bool {
	return name == "@" || name == "*" || name == "_" || strings.HasPrefix(name, "!") || name != "" && strings.Trim(name, "0123456789") == ""
}

// prints reports whether a word begins with what a command prints.
func prints(w argv.Word) bool {
	return len(w.Expansions) > 0 && w.Expansions[0].At == 0 && (w.Expansions[0].Kind == "output" || w.Expansions[0].Kind == "default" && w.Substitutes)
}

// hasChildren reports whether a command is known already to run others.
func (a *analyser) hasChildren(id int) bool {
	for i := len(a.facts.Commands) - 1; i > id; i-- {
		if a.facts.Commands[i].Parent == id {
			return true
		}
	}
	return false
}

// variables are the assignments that a program finds in its environment: those in
// front of its name, those of env and the like that run it, and what was exported,
// with its value or by its name alone.
func (a *analyser) variables(id int) []argv.Assignment {
	var out []argv.Assignment
	exported := a.exported()
	for _, v := range a.facts.Assignments {
		switch v.How {
		case "export", "declare", "readonly":
			out = append(out, v)
		case "prefix", "env":
			if a.leadsTo(v.Command, id) {
				out = append(out, v)
			}
		default:
			if v.Name != nil && exported[*v.Name] {
				out = append(out, v)
			}
		}
	}
	return out
}

// exported are the variables that a declaration without a value hands on to programs:
// export A, declare -x A.
func (a *analyser) exported() map[string]bool {
	var out map[string]bool
	for _, v := range a.facts.Assignments {
		if v.Op != "export" || v.Name == nil || v.How != "export" && !(v.How == "declare" && a.exports(v.Command)) {
			continue
		}
		if out == nil {
			out = map[string]bool{}
		}
		out[*v.Name] = true
	}
	return out
}

// exports reports whether a declaration has the option that hands on what it names.
func (a *analyser) exports(id int) bool {
	return id >= 0 && slices.ContainsFunc(a.facts.Commands[id].Args[1:], func(w argv.Word) bool {
		return strings.HasPrefix(w.Prefix, "-") && strings.Contains(w.Prefix, "x")
	})
}

// leadsTo reports whether a command is, or is reached through, another.
func (a *analyser) leadsTo(from, id int) bool {
	for ; id >= 0; id = a.facts.Commands[id].Parent {
		if of := a.facts.Commands[id].Of; id == from || of != nil && *of == from {
			return true
		}
	}
	return false
}

// allPaths reports whether all values begin like the path of a file.
func allPaths(values []string) bool {
	for _, one := range values {
		if !strings.HasPrefix(one, "./") && !strings.HasPrefix(one, "/") && !strings.HasPrefix(one, "~/") && (!strings.HasPrefix(one, string(mark.Open)) || !strings.Contains(one, "/")) {
			return false
		}
	}
	return len(values) > 0
}
