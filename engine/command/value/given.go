package value

import (
	"slices"
	"strconv"

	"github.com/skillctl/skillctl/engine/argv"
	"github.com/skillctl/skillctl/engine/command"
	"github.com/skillctl/skillctl/engine/command/mark"
)

// given are the arguments that a command of a text gives.
type given struct {
	// to is the function that is called, "" where a shell gets them, or set changes them.
	to string
	// by is the id of the command.
	by    int
	words []argv.Word
	// more: what runs the command may put words behind.
	more bool
}

// handed is an argument of a list of them, 0 for all.
type handed struct{ list, n int }

// setsFirst reports whether a text gives itself arguments before it names one.
func setsFirst(f *command.Facts) bool {
	for i := range f.Commands {
		c := &f.Commands[i]
		if slices.ContainsFunc(c.Args, namesArgument) {
			return false
		}
		ctx := c.Context
		if c.Role != "builtin" || c.Base != "set" || c.Parent >= 0 || len(setWords(c.Args[1:])) == 0 ||
			ctx.Conditional || ctx.Subshell || ctx.Background || ctx.Pipes != 1 || ctx.Function != "" {
			continue
		}
		return !slices.ContainsFunc(f.Assignments, func(one argv.Assignment) bool {
			return one.Command < c.ID && (one.Value != nil && namesArgument(*one.Value) || slices.ContainsFunc(one.Each, namesArgument))
		}) && !slices.ContainsFunc(f.Redirects, func(r command.Redirect) bool { return r.Command < c.ID && namesArgument(r.Target) })
	}
	return false
}

// sources reports whether a text has its shell read a file, which may give it arguments.
func sources(f *command.Facts) bool {
	return slices.ContainsFunc(f.Commands, func(c command.Command) bool {
		return c.Role == "builtin" && (c.Base == "source" || c.Base == ".")
	})
}

// namesArgument reports whether a word is made of an argument of the text.
func namesArgument(w argv.Word) bool {
	return slices.ContainsFunc(w.Expansions, func(e argv.Expansion) bool {
		return IsArgument(e.Name) || e.Indirect || e.Else != nil && namesArgument(*e.Else) || slices.ContainsFunc(e.Output, namesArgument)
	})
}

// addsWords reports whether what leads to a shell may put words behind those that are seen:
// an alias of git does.
func addsWords(edge string) bool {
	switch edge {
	case command.EdgeText, command.EdgePayload, command.EdgeEval, command.EdgeCarrier, command.EdgeSubstitution, command.EdgeProcess,
		argv.EdgeWrapper, argv.EdgePrivilege, argv.EdgeMultiplexer, argv.EdgeXargs, argv.EdgeFind:
		return false
	}
	return true
}

// bodyOf is whose arguments the words of a command name: those of the function that it names,
// of the text itself where it is "". It is nil where that is not known: in a text that
// another command has a shell read, and where functions may be called that are not seen.
func (v *Values) bodyOf(list []command.Command, id int) *string {
	if id < 0 || id >= len(list) || v.unseen {
		return nil
	}
	name := list[id].Context.Function
	for ; id >= 0; id = list[id].Parent {
		if list[id].Inner != nil {
			return nil
		}
	}
	return &name
}

// callsUnseen reports whether a command of the text may call a function of it without its
// name.
func (v *Values) callsUnseen() bool {
	return len(v.functions) > 0 && slices.ContainsFunc(v.commands, func(c command.Command) bool { return c.Role == "dynamic" }) ||
		v.functions["command_not_found_handle"] || v.functions["command_not_found_handler"]
}

// lists are the arguments that the words may name which are looked at, by their place.
func (v *Values) lists() []int {
	if v.body == nil {
		all := make([]int, len(v.given))
		for i := range all {
			all[i] = i
		}
		return all
	}
	of := v.givenTo[*v.body]
	if *v.body == "" {
		return of
	}
	if len(of) == 0 {
		return nil // nothing calls it that is seen
	}
	all := slices.Concat(v.givenTo[""], of)
	slices.Sort(all)
	return all
}

// givenBy has the words of a list looked at: they are those of the command that gives it. It
// ends with the function that is returned; ok is false where this is being done.
func (v *Values) givenBy(list, n int) (done func(), ok bool) {
	one := handed{list, n}
	if slices.Contains(v.handing, one) {
		return nil, false
	}
	body := v.body
	v.handing, v.body = append(v.handing, one), v.bodyOf(v.commands, v.given[list].by)
	return func() { v.handing, v.body = v.handing[:len(v.handing)-1], body }, true
}

// IsArgument reports whether a variable is an argument, or all of them.
func IsArgument(name string) bool {
	return name == "@" || name == "*" || name != "" && name[0] >= '1' && name[0] <= '9'
}

// arguments are what the text itself gives as arguments: to a function, to a shell that it
// starts, and with set. Where it gives none they are not known, unless it has none. One of a
// number is that word of each list, or nothing, any of them where the text moves them along.
func (v *Values) arguments(name string, depth int) []string {
	n, err := strconv.Atoi(name)
	var out []string
	if v.noneGiven() {
		out = append(out, "")
	}
	for _, list := range v.lists() {
		values, known := v.argument(list, n, err == nil, depth)
		if !known {
			return []string{mark.Unknown}
		}
		out = append(out, values...)
	}
	if len(out) == 0 {
		return []string{mark.Unknown}
	}
	return v.limit(out)
}

// noneGiven reports whether the words that are looked at are those of a text that is started with no
// arguments: each is empty, and all together are no word.
func (v *Values) noneGiven() bool { return v.bare && v.body != nil && *v.body == "" }

// argument are the values of one argument of a list, or of all.
func (v *Values) argument(list, n int, numbered bool, depth int) (out []string, known bool) {
	if v.steps++; v.tired(depth) {
		return nil, false
	}
	words := v.given[list].words
	at := 0
	if numbered && !v.shifts && countable(words, n) {
		at = n
	}
	done, ok := v.givenBy(list, at)
	if !ok {
		return nil, handsOn(words) // f() { f "$1"; }: what others give
	}
	defer done()
	switch {
	case v.given[list].more:
		return nil, false
	case at > 0 && n <= len(words):
		return v.anyOf(words[n-1:n], depth), true
	case at > 0:
		return []string{""}, true // that list gives none
	}
	if out = v.anyOf(words, depth); len(words) == 0 || numbered && n > len(words)-v.moved {
		out = append(out, "") // it was moved away, or there is none
	}
	return out, true
}

// handsOn reports whether words are texts, and arguments that are given on as they are.
func handsOn(words []argv.Word) bool {
	return !slices.ContainsFunc(words, func(w argv.Word) bool {
		return w.Value == nil && (w.Skeleton != "X" || len(w.Expansions) != 1 || w.Expansions[0].Kind != "parameter" || !IsArgument(w.Expansions[0].Name))
	})
}

// handedAll are all arguments, each list of them in one value.
func (v *Values) handedAll(depth int) []string {
	var out []string
	if v.noneGiven() {
		out = append(out, "")
	}
	for _, list := range v.lists() {
		words := v.given[list].words
		done, ok := v.givenBy(list, 0)
		if !ok && handsOn(words) {
			continue
		}
		if !ok || v.given[list].more {
			return []string{mark.Unknown}
		}
		for from := 0; from == 0 || v.shifts && from < len(words); from++ {
			out = append(out, v.sequence(words[from:], depth)...)
		}
		done()
	}
	if len(out) == 0 {
		return []string{mark.Unknown}
	}
	return v.limit(out)
}
