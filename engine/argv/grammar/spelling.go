package grammar

import (
	"slices"
	"strings"

	"github.com/skillctl/skillctl/engine/argv"
)

// How options are spelled: by a name, by letters in one word, joined to their values.

// long reads --name, --name=value and abbreviations of them.
func (s *scan) long(i int) (int, bool) {
	w := s.args[i]
	name, _, joined := strings.Cut(w.Prefix, "=")
	if !joined && w.Value == nil {
		s.unclassed(w, "option", "gets the option %s, which is known only when it runs", w.Text)
		return i, false
	}
	o := s.entry.spelled(name)
	if o == nil && s.entry.traits.negates && strings.HasPrefix(name, "--no-") {
		if back := s.entry.spelled("--" + name[len("--no-"):]); back != nil && back.flag() && !joined {
			return i, false
		}
	}
	if o == nil && s.entry.traits.abbreviates {
		if o = s.entry.abbreviated(name); o != nil {
			s.unclassed(w, "option", "has the option %s, which is cut short", name)
		}
	}
	if o == nil {
		if stem := s.entry.stem(w.Prefix); stem != nil {
			s.joined(i, stem, len(stem.stemOf(w.Prefix)), stem.stemOf(w.Prefix))
			return i, false
		}
		s.unknown(i)
		return i, false
	}
	if joined {
		s.joined(i, o, len(name)+1, name)
		return i, false
	}
	return s.take(i, o, name)
}

// joined gives an option the rest of its word.
func (s *scan) joined(i int, o *option, at int, name string) {
	value := argv.After(s.args[i], at)
	if o.flag() {
		yes := value.Value != nil && slices.Contains([]string{"true", "false", "1", "0"}, *value.Value)
		if !yes || *value.Value == "false" || *value.Value == "0" {
			s.denied = append(s.denied, o)
		}
		if !s.entry.traits.assigns || !yes {
			s.unclassed(s.args[i], "option", "has the option %s, which takes no value", name)
		}
		s.give(given{option: o, name: name, at: s.args[i]})
		return
	}
	s.give(given{option: o, name: name, value: &value, at: s.args[i]})
	if o.has("more") {
		s.further(i, o, name)
	}
}

// whole reads options of one dash and several letters, and --name where that is
// the same.
func (s *scan) whole(i int) (int, bool, bool) {
	w := s.args[i]
	name, _, joined := strings.Cut(w.Prefix, "=")
	if w.Value == nil && !joined {
		return i, false, s.stemmed(i)
	}
	if o := s.spelledSingle(w.Prefix); o != nil && w.Value != nil {
		next, stop := s.take(i, o, w.Prefix)
		return next, stop, true
	}
	if o := s.spelledSingle(name); o != nil && joined {
		s.joined(i, o, len(name)+1, name)
		return i, false, true
	}
	if s.stemmed(i) {
		return i, false, true
	}
	if o := s.entry.abbreviated(name); o != nil && s.entry.traits.abbreviates {
		s.unclassed(w, "option", "has the option %s, which is cut short", name)
		next, stop := s.take(i, o, name)
		return next, stop, true
	}
	return i, false, false
}

func (s *scan) spelledSingle(name string) *option {
	if o := s.entry.spelled(name); o != nil {
		return o
	}
	if s.entry.traits.double && strings.HasPrefix(name, "--") {
		return s.entry.spelled(name[1:])
	}
	if s.entry.traits.double {
		return s.entry.spelled("-" + name)
	}
	return nil
}

func (s *scan) stemmed(i int) bool {
	o := s.entry.stem(s.args[i].Prefix)
	if o == nil {
		return false
	}
	stem := o.stemOf(s.args[i].Prefix)
	s.joined(i, o, len(stem), stem)
	return true
}

// letters reads a cluster of letters from the given character on, and gives the
// index of the last word that their values use.
func (s *scan) letters(i, from int) int {
	w := s.args[i]
	p := w.Prefix
	last := i
	dash := "-"
	if from == 1 {
		dash = p[:1]
	}
	for j := from; j < len(p); j++ {
		name := dash + p[j:j+1]
		o := s.entry.spelled(name)
		if o == nil {
			if j == from && s.stemmed(i) {
				return last
			}
			if s.entry.number != nil && j > from && argv.IsCount(p[j:]) && w.Value != nil {
				s.give(given{option: s.entry.number, name: p[j:], at: w})
				return last
			}
			s.unknownLetter(i, name)
			return last
		}
		switch {
		case o.flag() || from == 0 && o.parts[0].optional:
			s.give(given{option: o, name: name, at: w})
		case from == 0:
			// The values of a cluster without a dash stand behind it, in order.
			last, _ = s.take(last, o, name)
		case j+1 < len(p) || w.Value == nil && j+1 == len(p):
			s.joined(i, o, j+1, name)
			return last
		default:
			last, _ = s.take(i, o, name)
			return last
		}
	}
	if w.Value == nil {
		s.unclassed(w, "option", "gets the option %s, which is known only when it runs", w.Text)
	}
	return last
}

func (s *scan) unknownLetter(i int, name string) {
	w := s.args[i]
	if len(w.Prefix) > 2 && w.Value != nil {
		s.unclassed(w, "option", "has the option %s in %s, and what that does is not known", name, w.Prefix)
		return
	}
	s.unknown(i)
}

// assigned reads NAME=value of a style in which such words are options.
func (s *scan) assigned(w argv.Word) bool {
	name, _, has := strings.Cut(w.Prefix, "=")
	if !has || strings.HasPrefix(w.Prefix, "-") {
		return false
	}
	o := s.entry.spelled(name + "=")
	if o == nil {
		o = s.entry.spelled(name)
	}
	if o == nil {
		o = s.entry.find("*=")
	}
	if o == nil {
		s.unclassed(w, "option", "has the operand %s=, and what that does is not known", name)
		return true
	}
	value := argv.After(w, len(name)+1)
	s.give(given{option: o, name: name, value: &value, at: w})
	return true
}
