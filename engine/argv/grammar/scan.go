package grammar

import (
	"fmt"
	"slices"
	"strings"

	"github.com/skillctl/skillctl/engine/argv"
)

// given is one option that was found, with its value.
type given struct {
	option *option
	entry  *Entry
	name   string
	value  *argv.Word
	at     argv.Word
	rest   []argv.Word
	more   bool // a further value of the same option
	nth    int  // which of several values it is
}

// scan reads the words of a call.
type scan struct {
	call  argv.Call
	args  []argv.Word
	entry *Entry
	out   *Reading

	given    []given
	operands []argv.Word
	// command are the words of a command that an operand begins.
	command []argv.Word
	ended   bool
	full    bool
	// of is the role of the value of the key that was read last.
	of Role
	// by is the option that gives the operand that is read its role; repeated: it is
	// one of any number.
	by       string
	repeated bool
	sources  []source
	// target is where a program copies to that copies between machines.
	target *argv.Word
	// denied are the flags that are given with a value other than true.
	denied []*option
	// addresses counts those of requests, near those of them that are of this machine.
	addresses, near int
}

// Read reads the words of a call by an entry.
func (e *Entry) Read(call argv.Call) *Reading {
	s := &scan{call: call, args: call.Args, entry: e, out: none()}
	s.out.Entry, s.out.Files, s.out.family = true, e.Files, e.Family
	s.words(1)
	s.finish()
	return s.out
}

// unclassed notes a word that is not understood.
func (s *scan) unclassed(w argv.Word, kind, format string, args ...any) {
	if len(s.out.Unclassed) < maxFound {
		s.out.Unclassed = append(s.out.Unclassed, Unclassed{Word: w.Text, Kind: kind, Why: fmt.Sprintf(format, args...), Span: w.Span})
	}
}

// words reads args[from:].
func (s *scan) words(from int) {
	for i := from; i < len(s.args); i++ {
		w := s.args[i]
		t := s.entry.traits
		switch {
		case len(s.given)+len(s.operands) >= maxFound:
			s.unclassed(w, "words", "has more than %d words", maxFound)
			return
		case s.ended || t.none:
			if s.operand(i) {
				return
			}
		case t.words && s.assigned(w):
		case t.first && i == 1 && w.Value != nil && *w.Value != "" && (*w.Value)[0] != '-':
			i = s.letters(i, 0)
		case s.optional(w):
			next, stop := s.option(i)
			if stop {
				return
			}
			i = next
		default:
			s.named(w)
			if s.mayBeOption(w) {
				s.unclassed(w, "words", "gets the word %s, which is known only when it runs and may be an option", shownWord(w))
			}
			if s.operand(i) {
				return
			}
		}
	}
}

// named notes a word that stands for names of files, where one may be an option.
func (s *scan) named(w argv.Word) {
	if w.Begins == argv.BeginsNamed && !s.entry.plain && len(s.out.Named) < maxFound {
		s.out.Named = append(s.out.Named, w)
	}
}

// shownWord is a word as a message has it.
func shownWord(w argv.Word) string {
	if slices.Contains(w.Params, argv.FromInput) {
		return "that it is handed from standard input"
	}
	return w.Text
}

// optional reports whether a word is an option, not an operand, by how it begins
// or because the entry has it.
func (s *scan) optional(w argv.Word) bool {
	p := w.Prefix
	switch {
	case w.Value != nil && *w.Value == "-":
		return false
	case strings.HasPrefix(p, "-"):
		return true
	case w.Value == nil || w.Glob:
		return false
	case strings.HasPrefix(p, "+") && len(p) > 1:
		return s.entry.plus != nil && argv.IsCount(p[1:]) || s.entry.spelled(p) != nil || len(p) > 2 && s.entry.spelled(p[:2]) != nil
	}
	return p != "" && s.entry.spelled(p) != nil
}

// option reads the option at args[i] and gives the index of the last word that it
// uses. It reports whether what follows is no longer the program's.
func (s *scan) option(i int) (int, bool) {
	w := s.args[i]
	p := w.Prefix
	t := s.entry.traits
	switch {
	case w.Glob && w.Value != nil:
		s.unclassed(w, "option", "gets the word %s, which file names may turn into other options", w.Text)
		return i, false
	case p == "--" && w.Value != nil:
		s.ended = true
		return i, false
	case w.Value != nil && len(p) > 1 && argv.IsCount(p[1:]) && s.numeric(i, p):
		return i, false
	case t.long && strings.HasPrefix(p, "--"):
		return s.long(i)
	case t.single:
		if next, stop, ok := s.whole(i); ok {
			return next, stop
		}
		if !t.clusters {
			s.unknown(i)
			return i, false
		}
	}
	if next, stop, ok := s.wholeShort(i); ok {
		return next, stop
	}
	next := s.letters(i, 1)
	return next, s.full
}

func (s *scan) numeric(i int, p string) bool {
	o := s.entry.number
	if p[0] == '+' {
		o = s.entry.plus
	}
	for up := s.entry.parent; o == nil && up != nil; up = up.parent {
		if up.Global && p[0] == '-' {
			o = up.number
		}
	}
	if o == nil {
		return false
	}
	s.give(given{option: o, name: p, at: s.args[i]})
	return true
}

func (s *scan) give(g given) {
	g.entry = s.entry
	s.given = append(s.given, g)
}

func (s *scan) unknown(i int) {
	w := s.args[i]
	name := w.Prefix
	if w.Value != nil && strings.HasPrefix(name, "-") {
		name, _, _ = strings.Cut(name, "=")
	}
	s.unclassed(w, "option", "has the option %s, and what that does is not known", name)
	if option, value, ok := output(s.args, i); ok {
		s.out.Places = append(s.out.Places, Place{Role: "write", Option: option, Target: value, Span: w.Span})
	}
}

// wholeShort takes an option of letters that the entry spells out, such as -la or
// -print0, for itself.
func (s *scan) wholeShort(i int) (int, bool, bool) {
	w := s.args[i]
	if len(w.Prefix) < 3 || w.Value == nil {
		return i, false, false
	}
	if o := s.entry.spelled(w.Prefix); o != nil {
		next, stop := s.take(i, o, w.Prefix)
		return next, stop, true
	}
	return i, false, false
}

// take gives an option the next word, if it takes one.
func (s *scan) take(i int, o *option, name string) (int, bool) {
	w := s.args[i]
	role := o.parts[0].role
	switch {
	case o.flag() || o.parts[0].optional && role.Name != "command":
		s.give(given{option: o, name: name, at: w})
		return i, false
	case i+1 >= len(s.args):
		s.unclassed(w, "option", "has the option %s without a value", name)
		s.out.refused = true
		return i, false
	case role.Name == "command":
		s.give(given{option: o, name: name, value: &s.args[i+1], at: w, rest: s.args[i+1:]})
		s.full = true
		return len(s.args), true
	case role.Name == "command;":
		end := i + 1
		for end < len(s.args) && s.args[end].Shape() != ";" && (s.args[end].Shape() != "+" || s.args[end-1].Shape() != "{}") {
			end++
		}
		s.give(given{option: o, name: name, value: &s.args[i+1], at: w, rest: s.args[i+1 : end]})
		return end, false
	}
	value := s.args[i+1]
	if s.several(value) {
		s.unclassed(value, "words", "gets the word %s, which may become several", value.Text)
	}
	if value.Glob || value.Splits || slices.Contains(value.Params, argv.FromInput) {
		s.named(value) // as more words than one
	}
	s.give(given{option: o, name: name, value: &value, at: w})
	i = s.others(i+1, o, name)
	if o.has("more") {
		return s.further(i, o, name), false
	}
	return i, false
}

// several reports whether a value may become more words, of which those behind the
// first are options.
func (s *scan) several(w argv.Word) bool {
	if w.Glob {
		return strings.HasPrefix(w.Prefix, "*") || strings.HasPrefix(w.Prefix, "?") || strings.HasPrefix(w.Prefix, "[")
	}
	if w.Value != nil || !w.Splits {
		return false
	}
	w.Prefix = ""
	return s.call.MayBeOption(w)
}

// others gives an option the words behind args[i] that it takes beside its first.
func (s *scan) others(i int, o *option, name string) int {
	for n := range o.parts[0].then {
		if i+1 >= len(s.args) {
			s.unclassed(s.args[i], "option", "has the option %s with too few values", name)
			s.out.refused = true
			return i
		}
		i++
		s.give(given{option: o, name: name, value: &s.args[i], at: s.args[i], more: true, nth: n + 1})
	}
	return i
}

// further gives an option the words behind args[i] up to the next option.
func (s *scan) further(i int, o *option, name string) int {
	for i+1 < len(s.args) && !strings.HasPrefix(s.args[i+1].Prefix, "-") {
		i++
		s.give(given{option: o, name: name, value: &s.args[i], at: s.args[i], more: true})
	}
	return i
}

// operand takes args[i] for a sub-command or an operand. It reports whether what
// follows has been read as well, or belongs to a command.
func (s *scan) operand(i int) bool {
	w := s.args[i]
	if strings.HasPrefix(w.Prefix, "+") && s.entry.known["+*"] != nil && len(s.operands) == 0 && w.Value != nil {
		return false // cargo +nightly: which toolchain, before the sub-command
	}
	if len(s.entry.subs) > 0 && len(s.operands) == 0 && !s.ended {
		if sub := s.entry.subOf(w); sub != nil {
			s.entry = sub
			s.out.Sub, s.out.At = append(s.out.Sub, *w.Value), append(s.out.At, i)
			s.words(i + 1)
			return true
		}
		if len(s.entry.operands) == 0 {
			s.out.At = append(s.out.At, i)
			s.unclassed(w, "sub-command", "has the sub-command %s, and what that does is not known", w.Text)
			return true
		}
	}
	if n := len(s.operands); n < len(s.entry.operands) && slices.ContainsFunc(s.entry.operands[n].parts, func(p part) bool { return p.role.Name == "command" || p.role.Name == "remote" }) {
		s.command = s.args[i:]
		s.operands = append(s.operands, w)
		return true
	}
	s.operands = append(s.operands, w)
	if !s.entry.traits.permutes {
		s.ended = true
	}
	return false
}

// mayBeOption reports whether a word that is known only when it runs may begin with
// a dash, as far as the text gives it a value.
func (s *scan) mayBeOption(w argv.Word) bool {
	if w.Value != nil || w.Prefix != "" || s.ended || s.entry.plain {
		return false
	}
	if w.Begins != argv.BeginsUnsaid {
		return w.Begins == argv.BeginsFree
	}
	return slices.Contains(w.Params, argv.FromInput) || s.call.MayBeOption(w)
}
