package grammar

import (
	"slices"
	"strings"

	"github.com/skillctl/skillctl/engine/argv"
)

// variables looks at what the text puts into the environment of the program.
func (s *scan) variables() {
	for _, v := range s.call.Variables {
		if v.Name == nil || v.Op == "unset" || v.Op == "export" {
			continue
		}
		role, known, asks := s.entry.variable(*v.Name)
		value := argv.Word{}
		if v.Value != nil {
			value = *v.Value
		}
		value.Span = v.Span
		if !known {
			mine := v.How == "prefix" || v.How == "env"
			hands := s.entry.handsOn()
			if asks && s.entry.ownVariable(*v.Name) || mine && (asks || s.entry.Environment == nil) && !hands || mine && hands && powerful(value) {
				s.out.Unclassed = append(s.out.Unclassed, Unclassed{
					Word: *v.Name, Kind: "variable", Why: "gets the variable " + *v.Name + ", and what that does is not known", Span: v.Span,
				})
			}
			continue
		}
		if v.Value != nil && value.Prefix == "" && value.Value != nil {
			continue
		}
		s.place(role, *v.Name, value, value, nil, nil)
	}
}

// powerful reports whether the value of a variable that nobody classes is more than
// a word for the program that gets it: a place elsewhere, a command, or a file that
// programs run or load.
func powerful(w argv.Word) bool {
	v := w.Shape()
	return w.Tilde || strings.HasPrefix(v, "~/") || leaves(v) || leads(v) || loadable(v) || w.Value != nil && (commandLike(v) || codeLike(v))
}

// handsOn reports whether the program runs code of the project, which reads variables
// of its own: what they do is as unknown as that code.
func (e *Entry) handsOn() bool {
	for ; e != nil; e = e.parent {
		if slices.Contains(e.Effect, "runs") {
			return true
		}
		for _, o := range e.operands {
			if slices.ContainsFunc(o.parts, func(p part) bool { return p.role.Name == "run" }) {
				return true
			}
		}
	}
	return false
}

// ownVariable reports whether a name looks like those that the program reads: it
// begins like one of them, or like the program. What is exported for all programs
// is asked for only then.
func (e *Entry) ownVariable(name string) bool {
	for ; e != nil; e = e.parent {
		for _, program := range e.Names {
			if stem := strings.ToUpper(program); len(stem) > 1 && strings.HasPrefix(name, stem) {
				return true
			}
		}
		for have := range e.Environment {
			if stem, _, found := strings.Cut(have, "_"); found && strings.HasPrefix(name, stem+"_") {
				return true
			}
		}
	}
	return false
}

// variable is the role of the value of a variable, and whether the entry says that
// all others are to be asked for.
func (e *Entry) variable(name string) (role Role, known, asks bool) {
	for ; e != nil; e = e.parent {
		if e.Environment == nil {
			continue
		}
		asks = true
		if role, known = lookupName(e.Environment, name, false); known {
			return role, true, true
		}
	}
	role, known = lookupName(load().common, name, false)
	return role, known, asks
}
