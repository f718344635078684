package command

import (
	"path"
	"slices"
	"strings"

	"github.com/skillctl/skillctl/engine/argv"
)

// The characters that stand in a value for what is not known of it. No text has
// them: one with a control character is not read, and NUL is refused.
const (
	anything = '\x00' // any text, slashes among it
	somePart = '\x01' // some text without a slash
	wildcard = '\x02' // what * matches
	oneChar  = '\x03' // what ? and […] match
	listed   = '\x04' // the path of some file below a folder, as find and ls say it
	varOpen  = '\x05' // before the name of a variable of the environment
	varClose = '\x06' // behind it
)

const (
	unknownValue = string(anything)
	unknownPart  = string(somePart)
	// maxValues is how many values of one word are told apart.
	maxValues = 24
)

// values are the texts that a word can come to, after the assignments of the
// text. Where the shell may make several words of it, each is a value.
func (v *variables) values(w argv.Word) []string {
	return limitValues(v.wordValues(w, 0))
}

// limitValues drops what is there twice; of too many values none is known.
func limitValues(list []string) []string {
	slices.Sort(list)
	list = slices.Compact(list)
	if len(list) > maxValues {
		return []string{unknownValue}
	}
	return list
}

func (v *variables) wordValues(w argv.Word, depth int) []string {
	v.steps++
	if depth > maxFollowed || v.steps > maxSteps {
		return []string{unknownValue}
	}
	if w.Value != nil {
		return []string{literal(*w.Value, w)}
	}
	shape, out, at := w.Shape(), []string{""}, 0
	for _, e := range w.Expansions {
		if e.At < at || e.At >= len(shape) {
			return []string{unknownValue}
		}
		head := literal(shape[at:e.At], w)
		var next []string
		for _, one := range v.expansion(e, w, depth+1) {
			for _, have := range out {
				next = append(next, have+head+one)
			}
		}
		out, at = limitValues(next), e.At+1
	}
	if len(w.Expansions) == 0 {
		return []string{unknownValue}
	}
	for i := range out {
		out[i] += literal(shape[at:], w)
	}
	return out
}

// literal marks what is a pattern in a literal text, and a tilde that is none.
func literal(s string, w argv.Word) string {
	if strings.HasPrefix(s, "~") && !w.Tilde && strings.HasPrefix(w.Shape(), s) {
		s = "./" + s
	}
	if !w.Glob {
		return s
	}
	return pattern(s)
}

// pattern marks the wildcards of a text.
func pattern(s string) string {
	if !strings.ContainsAny(s, "*?[") {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case strings.IndexByte("@!+?*", c) >= 0 && i+1 < len(s) && s[i+1] == '(':
			end := strings.IndexByte(s[i:], ')')
			if end < 0 {
				return unknownValue
			}
			i += end
			b.WriteByte(somePart)
		case c == '*':
			b.WriteByte(wildcard)
		case c == '?':
			b.WriteByte(oneChar)
		case c == '[':
			end := strings.IndexByte(s[min(i+2, len(s)):], ']')
			if end < 0 {
				b.WriteByte(c)
				continue
			}
			i += 2 + end
			b.WriteByte(oneChar)
		default:
			b.WriteByte(c)
		}
	}
	return b.String()
}

// expansion is what one expansion of a word comes to.
func (v *variables) expansion(e argv.Expansion, w argv.Word, depth int) []string {
	var out []string
	switch e.Kind {
	case "number":
		return []string{unknownPart}
	case "parameter":
		out = v.variable(e.Name, depth)
	case "default":
		out = append(v.variable(e.Name, depth), v.wordValues(*e.Else, depth)...)
	case "part":
		for _, one := range v.variable(e.Name, depth) {
			out = append(out, cutPart(one, e))
		}
	case "output":
		out = v.printed(e.Output, depth)
	case "fed":
		return []string{e.Name}
	case "found":
		return v.found(e.Output, depth)
	default:
		return []string{unknownValue}
	}
	if e.Quoted || !w.Splits {
		return out
	}
	var fields []string
	for _, one := range out {
		if !strings.ContainsAny(one, " \t\n*?[") {
			fields = append(fields, one)
			continue
		}
		for _, f := range strings.Fields(one) {
			fields = append(fields, pattern(f))
		}
	}
	return limitValues(fields)
}

// variable are the values of a variable.
func (v *variables) variable(name string, depth int) []string {
	given := v.set[name]
	if isPositional(name) {
		return v.arguments(depth)
	}
	if len(given) == 0 {
		switch {
		case v.anything:
			return []string{unknownValue}
		case name == "HOME":
			return []string{"~"}
		case name == "PWD":
			return []string{"."}
		case ofData(name) || !argv.IsIdentifier(name):
			return []string{unknownValue}
		}
		return []string{string(varOpen) + name + string(varClose)}
	}
	v.steps += len(given)
	if depth > maxFollowed || v.steps > maxSteps {
		return []string{unknownValue}
	}
	var out []string
	for _, one := range given {
		switch {
		case one.How == "arithmetic" || one.How == "redirect":
			out = append(out, unknownPart)
		case one.How == "for" && len(one.Each) > 0, one.Op == "array" && len(one.Each) > 0:
			for _, w := range one.Each {
				out = append(out, v.wordValues(w, depth+1)...)
			}
		case one.How == "read" || one.How == "mapfile":
			out = append(out, v.input(one.Command, depth)...)
		case one.How == "printf" && one.Command >= 0:
			out = append(out, v.formattedInto(v.commands[one.Command].Args, depth)...)
		case one.Value == nil || one.Op == "+=":
			return []string{unknownValue}
		default:
			out = append(out, v.wordValues(*one.Value, depth+1)...)
		}
		if out = limitValues(out); len(out) == 1 && out[0] == unknownValue {
			return out
		}
	}
	return out
}

func isPositional(name string) bool {
	return name == "@" || name == "*" || name != "" && name[0] >= '1' && name[0] <= '9'
}

// arguments are what the text itself gives as arguments: to a function, and with
// set. Where it gives none they are not known.
func (v *variables) arguments(depth int) []string {
	if len(v.given) == 0 || depth > 3 {
		return []string{unknownValue}
	}
	var out []string
	for _, w := range v.given {
		if v.steps++; v.steps > maxSteps {
			return []string{unknownValue}
		}
		out = append(out, v.wordValues(w, depth+1)...)
	}
	return limitValues(out)
}

// cutPart takes a part of a value away, as far as that can be told.
func cutPart(value string, e argv.Expansion) string {
	if e.Else == nil || e.Else.Value == nil || strings.ContainsAny(value, string([]rune{anything, listed, varOpen})) {
		return cutUnknown(value)
	}
	cut := *e.Else.Value
	plain := !strings.ContainsAny(cut, "*?[\\")
	switch {
	case plain && e.Cut[0] == '%':
		return strings.TrimSuffix(value, cut)
	case plain:
		return strings.TrimPrefix(value, cut)
	case e.Cut == "##" && cut == "*/":
		return path.Base("/" + value)
	case e.Cut == "%" && cut == "/*":
		if i := strings.LastIndexByte(value, '/'); i >= 0 {
			return value[:i]
		}
		return value
	}
	return cutUnknown(value)
}

// cutUnknown is some part of a value. Of the path of a listed file that is some
// path as well, of a value without a slash a name.
func cutUnknown(value string) string {
	switch {
	case strings.HasPrefix(value, string(varOpen)) && strings.HasSuffix(value, string(varClose)):
		return value // what the environment has is nobody's here, nor are parts of it
	case strings.ContainsRune(value, anything) || strings.HasPrefix(value, "/") || strings.HasPrefix(value, "~") || strings.ContainsRune(value, varOpen):
		return unknownValue
	case strings.ContainsRune(value, listed):
		return string(listed)
	case strings.Contains(value, "/"):
		return unknownValue
	}
	return unknownPart
}
