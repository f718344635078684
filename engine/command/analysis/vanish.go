package analysis

import (
	"slices"
	"strings"

	"github.com/skillctl/skillctl/engine/argv"
	"github.com/skillctl/skillctl/engine/command"
	"github.com/skillctl/skillctl/engine/command/mark"
	"github.com/skillctl/skillctl/engine/command/value"
)

// vanishes reports whether a word may come to no word at all: nothing but expansions is in it,
// each of them may be empty, and no quotes keep what is empty. Of a variable that the text does
// not surely set nobody knows that it is set, also where a value of the text stands in its place.
// What a shell sets itself differs by the dialect. With given, whoever calls the text or the
// function gives it its arguments.
func (a *analyser) vanishes(w argv.Word, values []string, d command.Dialect, given bool) bool {
	if len(w.Expansions) == 0 || len(w.Skeleton) != len(w.Expansions) {
		return false
	}
	if slices.ContainsFunc(w.Expansions, func(e argv.Expansion) bool { return !e.All && e.Quoted || !a.mayBeEmpty(e, d, given) }) {
		return false
	}
	return !a.surelySet(w, given) || slices.ContainsFunc(values, emptyOrUnknown)
}

// surelySet reports whether all that is expanded in a word has a value that the text gives it.
func (a *analyser) surelySet(w argv.Word, given bool) bool {
	return !slices.ContainsFunc(w.Expansions, func(e argv.Expansion) bool {
		return (e.Kind == "parameter" || e.Kind == "part" || e.Kind == "other") && !(given && value.IsArgument(e.Name)) && !slices.Contains(a.values.set, e.Name)
	})
}

// mayBeEmpty reports whether an expansion may come to nothing in a shell of a dialect.
func (a *analyser) mayBeEmpty(e argv.Expansion, d command.Dialect, given bool) bool {
	switch e.Kind {
	case "number", "brace", "found":
		return false
	case "default":
		if e.Else != nil && !e.Instead {
			return e.Else.Value != nil && *e.Else.Value == "" || e.Else.Value == nil && a.vanishes(*e.Else, []string{mark.Unknown}, d, given)
		}
	case "parameter":
		if argv.VariableOfShell(e.Name).SetIn(string(d)) && !a.changes(e.Name) {
			return false
		}
		return !slices.Contains(a.values.set, e.Name) || !a.overWords(e.Name)
	}
	return true
}

// changes reports whether the text may give a variable a value, or take it away.
func (a *analyser) changes(name string) bool {
	return slices.ContainsFunc(a.facts.Assignments, func(one argv.Assignment) bool {
		return (one.Name == nil || *one.Name == name) && one.Op != "export"
	})
}

// overWords reports whether a variable has no values but words that a loop goes over, none of
// which is empty: what the shell splits leaves no empty word.
func (a *analyser) overWords(name string) bool {
	loops := false
	for _, one := range a.facts.Assignments {
		if one.Name == nil || *one.Name == name && one.How != "for" {
			return false
		}
		if *one.Name != name {
			continue
		}
		if len(one.Each) == 0 || slices.ContainsFunc(one.Each, func(w argv.Word) bool {
			return w.Value != nil && *w.Value == "" || slices.ContainsFunc(w.Expansions, func(e argv.Expansion) bool { return e.Quoted })
		}) {
			return false
		}
		loops = true
	}
	return loops
}

// emptyOrUnknown reports whether a value is nothing, or may be.
func emptyOrUnknown(value string) bool {
	if value == "" || strings.ContainsRune(mark.Unknown+mark.UnknownPart, rune(value[0])) {
		return true
	}
	return value[0] == mark.Open && strings.IndexByte(value, mark.Close) == len(value)-1
}
