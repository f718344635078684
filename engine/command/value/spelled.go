package value

import (
	"slices"
	"strconv"
	"strings"

	"github.com/skillctl/skillctl/engine/argv"
	"github.com/skillctl/skillctl/engine/command/mark"
)

// keptMark stands in a value behind the begin of a variable and before the number of an expansion
// that stays.
const keptMark = '\x07'

// The bounds of spelling out. What is beyond them is told of the command.
const (
	// maxSpelled is how many values of one word, and readings of one command, are looked at.
	maxSpelled = 128
	// maxReadings is how many readings all commands of a text have.
	maxReadings = 256
	// maxHanded is how often arguments are handed on as the arguments of another function.
	maxHanded = 4
)

// keptExpansion is an expansion that stays as it is where a word is spelled out.
type keptExpansion struct {
	key string
	argv.Expansion
}

// words are those of a reading. A word that the shell splits may become several or none.
func (v *Values) words(args []argv.Word, own, line []string) []argv.Word {
	var out []argv.Word
	for i, w := range args {
		if line[i] == own[i] {
			out = append(out, w)
			continue
		}
		for _, field := range strings.Split(line[i], string(mark.FieldEnd)) {
			if field != "" || !w.Splits {
				out = append(out, v.spelled(w, field))
			}
		}
	}
	return out
}

// asItStands is the value of a word of which nothing is put in place.
func (v *Values) asItStands(w argv.Word) string {
	if w.Value != nil {
		return *w.Value
	}
	var b strings.Builder
	at := 0
	for _, e := range w.Expansions {
		if e.At < at || e.At >= len(w.Skeleton) {
			break
		}
		b.WriteString(mark.Literal(w.Skeleton[at:e.At], w) + v.kept(e, w))
		at = e.At + 1
	}
	return b.String() + mark.Literal(w.Skeleton[min(at, len(w.Skeleton)):], w)
}

// kept stands in a value for an expansion that stays.
func (v *Values) kept(e argv.Expansion, w argv.Word) string {
	key := e.Kind + "\n" + e.Name + "\n" + w.Text + "\n" + strconv.Itoa(e.At)
	at := slices.IndexFunc(v.keeps, func(k keptExpansion) bool { return k.key == key })
	if at < 0 {
		at = len(v.keeps)
		v.keeps = append(v.keeps, keptExpansion{key, e})
	}
	return string(mark.Open) + string(keptMark) + strconv.Itoa(at) + string(mark.Close)
}

// spelled is a word with a value in its place.
func (v *Values) spelled(w argv.Word, value string) argv.Word {
	out := argv.Word{Quote: "none", Params: []string{}, Span: w.Span, Text: w.Text}
	out.Tilde = strings.HasPrefix(value, "~")
	var b strings.Builder
	prefix, suffix := -1, 0
	for i := 0; i < len(value); i++ {
		switch value[i] {
		case mark.Many, mark.One:
			out.Glob = true
			b.WriteByte(map[byte]byte{mark.Many: '*', mark.One: '?'}[value[i]])
		case mark.Open:
			n, end, kept := v.keptAt(value[i:])
			if !kept { // a character of the text itself
				b.WriteByte(value[i])
				continue
			}
			e := v.keeps[n].Expansion
			if prefix < 0 {
				prefix = b.Len()
			}
			e.At, e.Quoted = b.Len(), e.Quoted || !w.Splits
			b.WriteByte('X')
			suffix = b.Len()
			i += end
			out.Expansions = append(out.Expansions, e)
			if e.Name != "" && e.Kind != "fed" {
				out.Params = append(out.Params, map[bool]string{true: "!"}[e.Indirect]+e.Name)
			}
			out.Substitutes = out.Substitutes || e.Kind == "output"
			out.Splits = out.Splits || !e.Quoted
		default:
			b.WriteByte(value[i])
		}
	}
	text := b.String()
	if prefix >= 0 {
		out.Skeleton, out.Prefix, out.Suffix = text, text[:prefix], text[suffix:]
		return out
	}
	lit := argv.Literal(text, argv.Quote(text), w.Span)
	lit.Tilde, lit.Glob = out.Tilde, out.Glob
	if lit.Glob || lit.Tilde {
		lit.Text = text
	}
	return lit
}

// keptAt is the number of the expansion that a value begins with, and where that ends.
func (v *Values) keptAt(value string) (n, end int, ok bool) {
	if end = strings.IndexByte(value, mark.Close); end < 3 || value[1] != keptMark {
		return 0, 0, false
	}
	n, err := strconv.Atoi(value[2:end])
	return n, end, err == nil && n >= 0 && n < len(v.keeps)
}

// rawUnknown reports whether a part of a value is not known, other than an expansion that
// stays or a pattern of names that may be elsewhere than among plain ones.
func rawUnknown(value string) bool {
	if strings.ContainsAny(value, string([]rune{mark.Many, mark.One})) && !mark.Outside(value) {
		return true
	}
	for i := 0; i < len(value); i++ {
		switch value[i] {
		case mark.Anything, mark.Part, mark.Listed:
			return true
		case mark.Open:
			if i+1 >= len(value) || value[i+1] != keptMark {
				return true
			}
		}
	}
	return false
}

// onlyKept reports whether a value is nothing but an expansion that stays.
func onlyKept(value string) bool {
	return strings.IndexByte(value, mark.Open) == 0 && strings.IndexByte(value, mark.Close) == len(value)-1
}

// limit drops what is there twice; of too many values none is known.
func (v *Values) limit(list []string) []string {
	if !v.spells {
		return mark.Limit(list)
	}
	slices.Sort(list)
	if list = slices.Compact(list); len(list) > maxSpelled && mark.Numbers(list) {
		return []string{mark.UnknownPart}
	} else if len(list) > maxSpelled {
		v.over = true
		return []string{mark.Unknown}
	}
	return list
}

// anyOf are the values of any of some words.
func (v *Values) anyOf(words []argv.Word, depth int) []string {
	var out []string
	for _, w := range words {
		if v.steps++; v.tired(depth) {
			return []string{mark.Unknown}
		}
		for _, one := range v.wordValues(w, depth+1) {
			out = append(out, strings.Split(one, string(mark.FieldEnd))...)
		}
	}
	return v.limit(out)
}

// sequences are all arguments, or all elements of an array, each list of them in one value.
func (v *Values) sequences(e argv.Expansion, depth int) []string {
	var lists [][]argv.Word
	argument := e.Name == "@" || e.Name == "*"
	if argument && depth > maxHanded { // main "$@": what a text gives itself is given by whoever starts it
		return []string{mark.Unknown}
	}
	var all []argv.Word
	for _, one := range v.set[e.Name] {
		if one.Op != "array" || len(one.Each) == 0 {
			return v.Variable(e.Name, depth)
		}
		all = append(all, one.Each...)
		lists = append(lists, one.Each)
	}
	if len(v.set[e.Name]) > 1 {
		lists = append(slices.Clip(lists), all)
	}
	if argument {
		return v.handedAll(depth)
	}
	if len(lists) == 0 {
		return []string{mark.Unknown}
	}
	var out []string
	for _, list := range lists {
		out = append(out, v.sequence(list, depth)...)
	}
	return v.limit(out)
}

// sequence are the values of words one behind the other.
func (v *Values) sequence(list []argv.Word, depth int) []string {
	out := []string{""}
	for i, w := range list {
		if v.steps++; v.tired(depth) {
			return []string{mark.Unknown}
		}
		values := v.wordValues(w, depth+1)
		if len(values)*len(out) > maxSpelled {
			v.over = true
			return []string{mark.Unknown}
		}
		var next []string
		for _, have := range out {
			for _, one := range values {
				if i > 0 {
					one = have + string(mark.FieldEnd) + one
				}
				next = append(next, one)
			}
		}
		out = next
	}
	return out
}

// countable reports whether the n-th of some words is the n-th argument.
func countable(list []argv.Word, n int) bool {
	for _, w := range list[:min(n, len(list))] {
		if w.Value == nil && w.Splits || w.Glob || slices.ContainsFunc(w.Expansions, func(e argv.Expansion) bool { return e.All }) {
			return false
		}
	}
	return true
}

// lastWords are what $_ may be: the last word of any command of the text.
func (v *Values) lastWords(depth int) []string {
	var out []string
	for i := range v.commands {
		c := &v.commands[i]
		if len(c.Args) == 0 {
			continue
		}
		if last := c.Args[len(c.Args)-1]; slices.Contains(last.Params, "_") {
			if last.Shape() != last.Skeleton || last.Skeleton != "X" {
				return []string{mark.Unknown} // : $_/.. makes another one each time
			}
			continue
		}
		out = append(out, v.anyOf(c.Args[len(c.Args)-1:], depth+1)...)
	}
	if len(out) == 0 {
		return []string{mark.Unknown}
	}
	return v.limit(out)
}

// repeats reports whether an assignment may be made again and again.
func (v *Values) repeats(one argv.Assignment) bool {
	switch {
	case one.Command < 0 || one.Command >= len(v.commands):
		return true
	case one.How == "for" || one.How == "select" || one.How == "param":
		return true // its command is the one around it, of which a loop in it says nothing
	}
	c := &v.commands[one.Command]
	return c.Context.Loop || c.Context.Function != ""
}

// appended are values with what is put behind them.
func (v *Values) appended(values []string, w argv.Word, depth int) []string {
	if len(values) == 0 {
		values = []string{""}
	}
	var out []string
	for _, end := range v.wordValues(w, depth+1) {
		for _, have := range values {
			out = append(out, have+end)
		}
	}
	return v.limit(out)
}
