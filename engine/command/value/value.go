package value

import (
	"slices"
	"strings"

	"github.com/skillctl/skillctl/engine/argv"
	"github.com/skillctl/skillctl/engine/command/mark"
)

// Of are the texts that a word can come to, after the assignments of the
// text. Where the shell may make several words of it, each is a value.
func (v *Values) Of(w argv.Word) []string {
	return mark.Limit(v.wordValues(w, 0))
}

func (v *Values) wordValues(w argv.Word, depth int) []string {
	if v.steps++; v.tired(depth) {
		return []string{mark.Unknown}
	}
	if w.Value != nil {
		return []string{v.matching(mark.Literal(*w.Value, w))}
	}
	shape, out, at := w.Shape(), []string{""}, 0
	for _, e := range w.Expansions {
		if e.At < at || e.At >= len(shape) {
			return []string{mark.Unknown}
		}
		head := v.matching(mark.Literal(shape[at:e.At], w))
		var next []string
		for _, one := range v.expansion(e, w, depth+1) {
			for _, have := range out {
				next = append(next, have+head+one)
			}
		}
		out, at = v.limit(next), e.At+1
	}
	if len(w.Expansions) == 0 {
		return []string{mark.Unknown}
	}
	for i := range out {
		out[i] += v.matching(mark.Literal(shape[at:], w))
	}
	return out
}

// tired reports whether no more is to be looked at.
func (v *Values) tired(depth int) bool {
	if depth <= maxFollowed && v.steps <= maxSteps {
		return false
	}
	v.over = true
	return true
}

// spend begins the steps for another command. A text that has taken all that it may gets none, so
// that a text of many commands takes no longer than one of some.
func (v *Values) spend() {
	if v.spent += v.steps; v.spent < maxSpent {
		v.steps = 0
	} else {
		v.steps = maxSteps + 1
	}
}

// expansion is what one expansion of a word comes to.
func (v *Values) expansion(e argv.Expansion, w argv.Word, depth int) []string {
	out := v.expanded(e, w, depth)
	if v.spells {
		for i := range out {
			if rawUnknown(out[i]) || onlyKept(out[i]) {
				out[i] = v.kept(e, w)
			}
		}
		out = v.limit(out)
	}
	return out
}

func (v *Values) expanded(e argv.Expansion, w argv.Word, depth int) []string {
	var out []string
	switch e.Kind {
	case "number":
		return []string{mark.UnknownPart}
	case "parameter":
		out = v.parameter(e, depth)
	case "default":
		out = append(slices.Clip(v.unless(e, depth)), v.wordValues(*e.Else, depth)...)
	case "part", "other":
		out = v.applied(e, depth)
	case "output":
		if out = v.outputOf(e, depth); e.Else != nil {
			for _, one := range v.wordValues(*e.Else, depth) {
				out = append(out[:0:0], strings.TrimRight(one, "\n"))
			}
		}
	case "fed":
		return append([]string{e.Name}, e.Names...)
	case "found":
		return v.found(e, depth)
	default:
		return []string{mark.Unknown}
	}
	if e.Quoted || !w.Splits {
		return out
	}
	return v.splitWords(out)
}

// applied is what an expansion with an operator, or a name in a variable, comes to.
func (v *Values) applied(e argv.Expansion, depth int) []string {
	var out []string
	switch {
	case e.Indirect:
		for _, name := range v.Variable(e.Name, depth) {
			name, _, _ = strings.Cut(name, "[")
			if e.Name == "#" {
				if v.noneGiven() {
					return []string{mark.Unknown} // the name of the shell
				}
				name = "@" // the last argument
			}
			if mark.In(name) || !argv.IsIdentifier(name) && !IsArgument(name) {
				return []string{mark.Unknown}
			}
			out = append(out, v.Variable(name, depth+1)...)
		}
		return v.limit(out)
	case e.Kind == "other" && e.Apply == nil:
		if v.spells {
			// What the text gives it is not looked through.
			v.over = v.over || slices.ContainsFunc(v.Variable(e.Name, depth), func(one string) bool { return !mark.In(one) })
		}
		return []string{mark.Unknown}
	}
	for _, one := range v.parameter(e, depth) {
		if !v.spells {
			out = append(out, v.appliedTo(one, func(full string) string { return v.apply(full, e) })...)
			continue
		}
		fields := strings.Split(one, string(mark.FieldEnd))
		for i := range fields {
			fields[i] = v.apply(fields[i], e)
		}
		out = append(out, strings.Join(fields, string(mark.FieldEnd)))
		if e.All && e.Apply == nil { // a slice: any of the last ones
			for i := 1; i < len(fields); i++ {
				out = append(out, strings.Join(fields[i:], string(mark.FieldEnd)))
			}
		}
	}
	return v.limit(out)
}

// apply does with one value what an expansion says.
func (v *Values) apply(value string, e argv.Expansion) string {
	if v.plain(value) {
		if e.All && e.Apply == nil {
			return value
		}
		if e.Apply != nil {
			if out, ok := e.Apply(value, v.only); ok && !v.shopt {
				return out
			}
		}
		v.over = true
	}
	if e.Kind == "part" && !(v.spells && rawUnknown(value)) {
		return cutPart(value, e)
	}
	return mark.Unknown
}

// only is the value of a variable that has one.
func (v *Values) only(name string) (string, bool) {
	list := v.Variable(name, maxFollowed/2)
	if len(list) != 1 {
		return "", false
	}
	full := v.inFull(list[0])
	if name == "PWD" && len(v.set[name]) == 0 {
		full = full[min(1, len(full)-1):] // the folder, not a dot
	}
	if len(full) == 1 && v.plain(full[0]) {
		return full[0], true
	}
	return "", false
}

// plain reports whether a value is a text that is known: not a path in a home folder of which
// only the tilde is.
func (v *Values) plain(value string) bool {
	return !mark.In(value) && !strings.HasPrefix(value, "~")
}

// unless are the values that a default does not stand in for.
func (v *Values) unless(e argv.Expansion, depth int) []string {
	switch {
	case !e.Instead && e.Filled:
		// Nothing has the word stand in: it is no value.
		return slices.DeleteFunc(slices.Clone(v.parameter(e, depth)), func(one string) bool { return one == "" })
	case !e.Instead:
		return v.parameter(e, depth)
	case v.spells:
		return []string{mark.Unknown}
	}
	return []string{""}
}

// parameter are the values of what an expansion names, all elements in one where it stands
// for all and words are spelled out.
func (v *Values) parameter(e argv.Expansion, depth int) []string {
	if e.All && v.spells {
		return v.sequences(e, depth)
	}
	if words := v.element(e); words != nil {
		return v.anyOf(words, depth)
	}
	return v.Variable(e.Name, depth)
}

// Variable are the values of a variable.
func (v *Values) Variable(name string, depth int) []string {
	if value, fixed := v.fixed[name]; fixed {
		return []string{value}
	}
	given := v.set[name]
	switch {
	case IsArgument(name):
		return v.arguments(name, depth)
	case name == "_" && len(given) == 0:
		return v.lastWords(depth)
	case name == "0" && len(v.zeros) > 0:
		return v.anyOf(v.zeros, depth)
	case len(given) == 0 && ofData(name):
		return v.ofShell(name, depth)
	}
	if len(given) == 0 {
		return v.before(name)
	}
	if v.steps += len(given); v.tired(depth) {
		return []string{mark.Unknown}
	}
	var out []string
	looked := false
	for i := range given {
		if slices.Contains(v.busy, &given[i]) {
			// X=${X:-a}, f="$f.txt": what it was before, and what it was in the last round.
			out = append(out, v.lastRound(&given[i])...)
			continue
		}
		looked = true
		if out = v.assigned(&given[i], out, depth); len(out) == 1 && out[0] == mark.Unknown {
			return out
		}
	}
	if !looked {
		return v.limit(append(out, v.before(name)...))
	}
	if v.taken[name] || v.takes {
		out = append(out, "")
	}
	if own := ofItself(name); own {
		return v.limit(append(out, v.ofShell(name, depth)...))
	}
	return out
}

// before are the values that a variable has where the text has not given it one yet: that of
// the environment.
func (v *Values) before(name string) []string {
	switch {
	case v.anything || v.spells:
		return []string{mark.Unknown}
	case name == "HOME":
		return []string{"~"}
	case !argv.IsIdentifier(name) || ofData(name):
		return []string{mark.Unknown}
	}
	return []string{string(mark.Open) + name + string(mark.Close)}
}

// ofItself reports whether the shell gives a variable values whatever a text assigns to it.
func ofItself(name string) bool {
	of := argv.VariableOfShell(name)
	return of.Renewed || !of.Followed && ofData(name) && !IsArgument(name)
}

// assignedBy are the values that a variable has behind an assignment, which may be any of
// those before as well, and whether anything is known of them.
func (v *Values) assignedBy(one argv.Assignment, out []string, depth int) ([]string, bool) {
	switch {
	case one.How == "arithmetic" || one.How == "redirect":
		out = append(out, mark.UnknownPart)
	case (one.How == "for" || one.How == "select") && len(one.Each) > 0, one.Op == "array" && len(one.Each) > 0:
		out = append(out, v.anyOf(one.Each, depth)...)
	case one.How == "read" || one.How == "mapfile":
		out = append(out, v.input(one.Command, depth)...)
	case one.How == "printf" && one.Command >= 0:
		out = append(out, v.formattedInto(v.commands[one.Command].Args, depth)...)
	case one.Value == nil || one.Op == "+=" && v.repeats(one):
		return nil, false
	case one.Op == "+=":
		out = append(out, v.appended(out, *one.Value, depth)...)
	default:
		out = append(out, v.wordValues(*one.Value, depth+1)...)
	}
	return out, true
}
