package command

import (
	"slices"
	"strconv"
	"strings"

	"github.com/skillctl/skillctl/engine/argv"
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

// spelling makes readings of commands: what they are with the values of words in place
// that the text gives.
type spelling struct {
	// vars are the variables of the first reading, plain the same without spelling out.
	vars, plain *variables
	left        int
}

// newSpelling is one for a text that was read before; nil where no word has a value that
// is not written where it stands.
func newSpelling(f *Facts, start Start) *spelling {
	s := &spelling{vars: newVariables(f, start), plain: newVariables(f, start), left: maxReadings}
	s.vars.spells = true
	for i := range f.Commands {
		if c := &f.Commands[i]; !readAnew(c) {
			continue
		} else if lines, all, _ := s.lines(c.Args, f.Commands, i); len(lines) > 0 || !all {
			return s
		}
	}
	for _, r := range f.Redirects {
		if words, all, _ := s.targets(r, f.Commands); len(words) > 0 || !all {
			return s
		}
	}
	return nil
}

// first are the commands of the first reading.
func (s *spelling) first() []Command { return s.vars.commands }

// told are the variables that the text sets anywhere, for words of any of its parts.
func (s *spelling) told() *variables {
	s.plain.spend()
	s.plain.leave()
	return s.plain
}

// another reports whether one more reading may be made, and counts it.
func (s *spelling) another() bool {
	s.left--
	return s.left >= 0
}

// readAnew reports whether the words of a command are judged: not those of builtins that
// do nothing with them.
func readAnew(c *Command) bool {
	if c.Kind != "simple" || c.Context.Elsewhere || !slices.ContainsFunc(c.Args, func(w argv.Word) bool { return w.Value == nil && len(w.Expansions) > 0 }) {
		return false
	}
	switch c.Role {
	case "program":
		return true
	case "builtin":
		switch c.Base {
		case "command", "builtin", "exec", "source", ".":
			return true
		}
	}
	return false
}

// targets are what the word of a redirect comes to, when that is one word.
func (s *spelling) targets(r Redirect, of []Command) (out []argv.Word, all, own bool) {
	w := r.Target
	if w.Value != nil || len(w.Expansions) == 0 {
		return nil, true, true
	}
	lines, all, own := s.lines([]argv.Word{w}, of, r.Command)
	for _, line := range lines {
		if len(line) == 1 {
			out = append(out, line[0])
			continue
		}
		own = true
	}
	return out, all, own
}

// lines are the readings of some words of one of the commands, without the one that they are,
// whether these are all, and whether the words may be what they are as well.
func (s *spelling) lines(args []argv.Word, of []Command, id int) (out [][]argv.Word, all, asIs bool) {
	v := s.vars
	v.spend()
	v.over, v.keeps, v.body = false, nil, v.bodyOf(of, id)
	defer func() { v.fixed, v.body = nil, nil }()
	own := make([]string, len(args))
	for i, w := range args {
		own[i] = v.asItStands(w)
	}
	stands := strings.Join(own, "\n")
	seen := map[string]bool{stands: true}
	for _, v.fixed = range v.worlds(args) {
		for _, line := range v.readings(args, own) {
			key := strings.Join(line, "\n")
			if asIs = asIs || key == stands; !seen[key] {
				seen[key] = true
				out = append(out, v.words(args, own, line))
			}
		}
		if len(out) > maxSpelled {
			return out[:maxSpelled], false, asIs
		}
	}
	return out, !v.over, asIs
}

// worlds are the values that variables have which several words name: all of them have the
// same one.
func (v *variables) worlds(args []argv.Word) []map[string]string {
	count := map[string]int{}
	var names []string
	for _, w := range args {
		for _, e := range w.Expansions {
			if w.Value == nil && e.Name != "" && !e.All && !e.Indirect && e.Kind != "fed" && !v.several(e) {
				if count[e.Name]++; count[e.Name] == 2 {
					names = append(names, e.Name)
				}
			}
		}
	}
	out := []map[string]string{nil}
	for _, name := range names {
		values := v.variable(name, 0)
		if len(values)*len(out) > maxSpelled {
			v.over = true
			return out
		}
		var next []map[string]string
		for _, have := range out {
			for _, one := range values {
				world := map[string]string{name: one}
				for k, value := range have {
					world[k] = value
				}
				next = append(next, world)
			}
		}
		out = next
	}
	return out
}

// readings are the values of several words together.
func (v *variables) readings(args []argv.Word, own []string) [][]string {
	out := [][]string{nil}
	for i, w := range args {
		values := []string{own[i]}
		if w.Value == nil && len(w.Expansions) > 0 && i < len(args) {
			values = v.limit(v.wordValues(w, 0))
		}
		if len(values) == 1 && rawUnknown(values[0]) {
			values = []string{own[i]}
		}
		if len(values)*len(out) > maxSpelled {
			v.over = true
			values = values[:1]
		}
		next := make([][]string, 0, len(values)*len(out))
		for _, have := range out {
			for _, one := range values {
				next = append(next, append(slices.Clip(have), one))
			}
		}
		out = next
	}
	return out
}

// words are those of a reading. A word that the shell splits may become several or none.
func (v *variables) words(args []argv.Word, own, line []string) []argv.Word {
	var out []argv.Word
	for i, w := range args {
		if line[i] == own[i] {
			out = append(out, w)
			continue
		}
		for _, field := range strings.Split(line[i], string(fieldEnd)) {
			if field != "" || !w.Splits {
				out = append(out, v.spelled(w, field))
			}
		}
	}
	return out
}

// asItStands is the value of a word of which nothing is put in place.
func (v *variables) asItStands(w argv.Word) string {
	if w.Value != nil {
		return *w.Value
	}
	var b strings.Builder
	at := 0
	for _, e := range w.Expansions {
		if e.At < at || e.At >= len(w.Skeleton) {
			break
		}
		b.WriteString(literal(w.Skeleton[at:e.At], w) + v.kept(e, w))
		at = e.At + 1
	}
	return b.String() + literal(w.Skeleton[min(at, len(w.Skeleton)):], w)
}

// kept stands in a value for an expansion that stays.
func (v *variables) kept(e argv.Expansion, w argv.Word) string {
	key := e.Kind + "\n" + e.Name + "\n" + w.Text + "\n" + strconv.Itoa(e.At)
	at := slices.IndexFunc(v.keeps, func(k keptExpansion) bool { return k.key == key })
	if at < 0 {
		at = len(v.keeps)
		v.keeps = append(v.keeps, keptExpansion{key, e})
	}
	return string(varOpen) + string(keptMark) + strconv.Itoa(at) + string(varClose)
}

// spelled is a word with a value in its place.
func (v *variables) spelled(w argv.Word, value string) argv.Word {
	out := argv.Word{Quote: "none", Params: []string{}, Span: w.Span, Text: w.Text}
	out.Tilde = strings.HasPrefix(value, "~")
	var b strings.Builder
	prefix, suffix := -1, 0
	for i := 0; i < len(value); i++ {
		switch value[i] {
		case wildcard, oneChar:
			out.Glob = true
			b.WriteByte(map[byte]byte{wildcard: '*', oneChar: '?'}[value[i]])
		case varOpen:
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
func (v *variables) keptAt(value string) (n, end int, ok bool) {
	if end = strings.IndexByte(value, varClose); end < 3 || value[1] != keptMark {
		return 0, 0, false
	}
	n, err := strconv.Atoi(value[2:end])
	return n, end, err == nil && n >= 0 && n < len(v.keeps)
}

// rawUnknown reports whether a part of a value is not known, other than an expansion that
// stays or a pattern of names that may be elsewhere than among plain ones.
func rawUnknown(value string) bool {
	if strings.ContainsAny(value, string([]rune{wildcard, oneChar})) && !looksHidden(value) {
		return true
	}
	for i := 0; i < len(value); i++ {
		switch value[i] {
		case anything, somePart, listed:
			return true
		case varOpen:
			if i+1 >= len(value) || value[i+1] != keptMark {
				return true
			}
		}
	}
	return false
}

// onlyKept reports whether a value is nothing but an expansion that stays.
func onlyKept(value string) bool {
	return strings.IndexByte(value, varOpen) == 0 && strings.IndexByte(value, varClose) == len(value)-1
}

// limit drops what is there twice; of too many values none is known.
func (v *variables) limit(list []string) []string {
	if !v.spells {
		return limitValues(list)
	}
	slices.Sort(list)
	if list = slices.Compact(list); len(list) > maxSpelled && numbers(list) {
		return []string{unknownPart}
	} else if len(list) > maxSpelled {
		v.over = true
		return []string{unknownValue}
	}
	return list
}

// anyOf are the values of any of some words.
func (v *variables) anyOf(words []argv.Word, depth int) []string {
	var out []string
	for _, w := range words {
		if v.steps++; v.tired(depth) {
			return []string{unknownValue}
		}
		for _, one := range v.wordValues(w, depth+1) {
			out = append(out, strings.Split(one, string(fieldEnd))...)
		}
	}
	return v.limit(out)
}

// sequences are all arguments, or all elements of an array, each list of them in one value.
func (v *variables) sequences(e argv.Expansion, depth int) []string {
	var lists [][]argv.Word
	argument := e.Name == "@" || e.Name == "*"
	if argument && depth > maxHanded { // main "$@": what a text gives itself is given by whoever starts it
		return []string{unknownValue}
	}
	var all []argv.Word
	for _, one := range v.set[e.Name] {
		if one.Op != "array" || len(one.Each) == 0 {
			return v.variable(e.Name, depth)
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
		return []string{unknownValue}
	}
	var out []string
	for _, list := range lists {
		out = append(out, v.sequence(list, depth)...)
	}
	return v.limit(out)
}

// sequence are the values of words one behind the other.
func (v *variables) sequence(list []argv.Word, depth int) []string {
	out := []string{""}
	for i, w := range list {
		if v.steps++; v.tired(depth) {
			return []string{unknownValue}
		}
		values := v.wordValues(w, depth+1)
		if len(values)*len(out) > maxSpelled {
			v.over = true
			return []string{unknownValue}
		}
		var next []string
		for _, have := range out {
			for _, one := range values {
				if i > 0 {
					one = have + string(fieldEnd) + one
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
func (v *variables) lastWords(depth int) []string {
	var out []string
	for i := range v.commands {
		c := &v.commands[i]
		if len(c.Args) == 0 {
			continue
		}
		if last := c.Args[len(c.Args)-1]; slices.Contains(last.Params, "_") {
			if last.Shape() != last.Skeleton || last.Skeleton != "X" {
				return []string{unknownValue} // : $_/.. makes another one each time
			}
			continue
		}
		out = append(out, v.anyOf(c.Args[len(c.Args)-1:], depth+1)...)
	}
	if len(out) == 0 {
		return []string{unknownValue}
	}
	return v.limit(out)
}

// repeats reports whether an assignment may be made again and again.
func (v *variables) repeats(one argv.Assignment) bool {
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
func (v *variables) appended(values []string, w argv.Word, depth int) []string {
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
