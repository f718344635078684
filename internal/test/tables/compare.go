package tables

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/skillctl/skillctl/engine/argv/grammar"
)

// Result is what one help text says of the entry of a program or a sub-command.
type Result struct {
	// Name is the program, with the sub-command.
	Name string
	// Classed counts the options of the help text that the entry has; Unclassed are
	// those that it does not have.
	Classed   int
	Unclassed []string
	// Wrong are those that it has with another number of words, in a sentence each.
	Wrong []string
	// Note says why there is nothing to compare.
	Note string
}

// Compare holds the options of an entry to those of a help text. Options above are
// those that the program takes in front of a sub-command, when they may stand behind
// it as well. Excused are options of which the help text says something else than
// what the program does.
func Compare(name string, help []Option, entry, above map[string]string, excused map[string]string) Result {
	r := Result{Name: name}
	arities := arityOf(entry)
	for spelling, a := range arityOf(above) {
		if _, own := arities[spelling]; !own {
			arities[spelling] = a
		}
	}
	for _, o := range help {
		have, ok := find(arities, o.Name)
		switch {
		case !ok:
			r.Unclassed = append(r.Unclassed, o.Name)
			continue
		case o.Arity != Unknown && have != Unknown && o.Arity != have && excused[o.Name]+excused["*"] == "":
			r.Wrong = append(r.Wrong, fmt.Sprintf("%s takes %s, the entry reads it with %s: %s", o.Name, o.Arity, have, o.Line))
		}
		r.Classed++
	}
	return r
}

// arityOf gives each spelling what its role says.
func arityOf(options map[string]string) map[string]Arity {
	out := map[string]Arity{}
	for spellings, role := range options {
		first, _, _ := strings.Cut(strings.TrimSpace(role), " ")
		first = strings.TrimSuffix(first, ";")
		arity := Value
		switch {
		case first == "flag" || strings.HasPrefix(first, "flag:"):
			arity = None
		case strings.HasSuffix(first, "?"):
			arity = Joined
		}
		for spelling := range strings.FieldsSeq(spellings) {
			out[spelling] = arity
		}
	}
	return out
}

// find is what the entry says of an option: by its spelling, as a number, or by the
// letters that a joined value stands behind.
func find(arities map[string]Arity, name string) (Arity, bool) {
	if a, ok := arities[name]; ok {
		return a, true
	}
	if digits := strings.TrimLeft(name, "-"); digits != "" && strings.Trim(digits, "0123456789") == "" {
		if a, ok := arities["-NUM"]; ok {
			return a, true
		}
	}
	for spelling := range arities {
		stem, star := strings.CutSuffix(spelling, "*")
		if star && len(stem) > 1 && strings.HasPrefix(name, stem) {
			return Unknown, true
		}
	}
	return Unknown, false
}

// merged are the options of an entry, each spelling by itself, with those of the
// groups that it uses: what it says itself counts first.
func merged(e *grammar.Entry, groups map[string]map[string]string) map[string]string {
	out := map[string]string{}
	add := func(options map[string]string) {
		for _, spellings := range slices.Sorted(maps.Keys(options)) {
			for spelling := range strings.FieldsSeq(spellings) {
				if _, there := out[spelling]; !there {
					out[spelling] = options[spellings]
				}
			}
		}
	}
	add(e.Options)
	for _, group := range e.Use {
		add(groups[group])
	}
	return out
}

// subs are the sub-commands of an entry, with the first of their names, sorted.
func subs(e *grammar.Entry) []string {
	var names []string
	for name := range e.Sub {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}
