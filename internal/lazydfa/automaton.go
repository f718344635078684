package lazydfa

import (
	"encoding/binary"
	"regexp/syntax"
	"slices"
	"unicode"
	"unicode/utf8"
)

// The bounds of an automaton: how many states it has at a time, how often they are thrown away before it is given up
// because each served for few bytes, how many bytes are enough, and how many letters beyond ASCII a state has a table of.
const (
	maxStates = 1500
	maxThrown = 2
	enough    = 20
	maxWide   = 32
)

// automaton has the states of an expression that were needed so far.
type automaton struct {
	prog    *syntax.Prog
	classes [utf8.RuneSelf]uint8 // letters of ASCII that no part of the expression tells apart
	count   int                  // of classes
	states  map[string]*state
	start   *state
	accepts *state // whatever follows: the text matches
	bytes   int    // that were read with the states that there are
	thrown  int

	// What a step is worked out in; mark has where an instruction was last put into a set.
	set, next []uint32
	mark      []int
	turn      int
	matched   bool
	key       []byte
}

// state is a set of places in the program, and what kind of letter stood before it.
type state struct {
	set    []uint32 // instructions that take a letter, or have a condition
	before rune     // -1 at the begin of a text
	next   []*state // by class
	wide   map[rune]*state
	ends   int8 // whether a text matches that ends here: 0 for what is not known yet, 1, -1
}

func newAutomaton(tree *syntax.Regexp) (*automaton, error) {
	prog, err := syntax.Compile(tree.Simplify())
	if err != nil {
		return nil, err
	}
	a := &automaton{prog: prog, mark: make([]int, len(prog.Inst)), accepts: &state{}}
	a.classify()
	a.clear()
	return a, nil
}

// kind is a letter that stands for all that conditions do not tell apart from one.
func kind(r rune) rune {
	switch {
	case r == '\n':
		return '\n'
	case syntax.IsWordChar(r):
		return 'a'
	}
	return ' '
}

// takes reports whether an instruction takes a letter.
func takes(one *syntax.Inst, r rune) bool {
	switch one.Op {
	case syntax.InstRuneAny:
		return true
	case syntax.InstRuneAnyNotNL:
		return r != '\n'
	case syntax.InstRune1:
		return r == one.Rune[0]
	case syntax.InstRune:
		return one.MatchRune(r)
	}
	return false
}

// letters is a set of letters of ASCII.
type letters [2]uint64

func (l *letters) add(r rune) {
	if 0 <= r && r < utf8.RuneSelf {
		l[r/64] |= 1 << (r % 64)
	}
}

func (l *letters) has(c int) bool { return l[c/64]&(1<<(c%64)) != 0 }

// lettersOf are those that an instruction takes.
func lettersOf(one *syntax.Inst) letters {
	var l letters
	switch {
	case one.Op == syntax.InstRune1:
		l.add(one.Rune[0])
	case len(one.Rune) == 1:
		l.add(one.Rune[0])
		if syntax.Flags(one.Arg)&syntax.FoldCase == 0 {
			break
		}
		for c := unicode.SimpleFold(one.Rune[0]); c != one.Rune[0]; c = unicode.SimpleFold(c) {
			l.add(c)
		}
	default:
		for i := 0; i+1 < len(one.Rune); i += 2 {
			for c := one.Rune[i]; c <= min(one.Rune[i+1], utf8.RuneSelf-1); c++ {
				l.add(c)
			}
		}
	}
	return l
}

// classify finds the letters that no part of the expression tells apart.
func (a *automaton) classify() {
	known := map[letters]bool{}
	var sets []letters
	for i := range a.prog.Inst {
		if one := &a.prog.Inst[i]; one.Op == syntax.InstRune || one.Op == syntax.InstRune1 {
			if l := lettersOf(one); !known[l] {
				known[l] = true
				sets = append(sets, l)
			}
		}
	}
	// Conditions, and a dot, tell these kinds apart.
	var kinds [utf8.RuneSelf]int
	for c := range kinds {
		kinds[c] = int(kind(rune(c)))
	}
	count := renumber(&kinds)
	for i := range sets {
		for c := range kinds {
			if kinds[c] *= 2; sets[i].has(c) {
				kinds[c]++
			}
		}
		count = renumber(&kinds)
	}
	for c, k := range kinds {
		a.classes[c] = uint8(k)
	}
	a.count = count
}

// renumber counts the kinds of letters from zero, and gives how many there are.
func renumber(kinds *[utf8.RuneSelf]int) int {
	var numbers [2*utf8.RuneSelf + 1]int // what a kind is, and one
	count := 0
	for c, k := range kinds {
		if numbers[k] == 0 {
			count++
			numbers[k] = count
		}
		kinds[c] = numbers[k] - 1
	}
	return count
}

// clear throws all states away.
func (a *automaton) clear() {
	a.states, a.bytes = map[string]*state{}, 0
	a.begin()
	a.put(uint32(a.prog.Start))
	a.start = a.state(-1)
}

// begin makes room for a set in a.next.
func (a *automaton) begin() {
	a.turn++
	a.next, a.matched = a.next[:0], false
}

// put adds what is reached from an instruction without a letter, as far as no condition is met.
func (a *automaton) put(pc uint32) {
	if a.mark[pc] == a.turn {
		return
	}
	a.mark[pc] = a.turn
	switch one := &a.prog.Inst[pc]; one.Op {
	case syntax.InstAlt, syntax.InstAltMatch:
		a.put(one.Out)
		a.put(one.Arg)
	case syntax.InstCapture, syntax.InstNop:
		a.put(one.Out)
	case syntax.InstMatch:
		a.matched = true
	case syntax.InstFail:
	default:
		a.next = append(a.next, pc)
	}
}

// resolve gives the instructions of a state that take a letter, where it is followed by one; -1 is the end. It says
// whether what stood before matches.
func (a *automaton) resolve(s *state, r rune) bool {
	holds := syntax.EmptyOpContext(s.before, r)
	a.begin()
	var follow func(pc uint32)
	follow = func(pc uint32) {
		if one := &a.prog.Inst[pc]; one.Op != syntax.InstEmptyWidth {
			a.put(pc)
		} else if a.mark[pc] != a.turn && syntax.EmptyOp(one.Arg)&^holds == 0 {
			a.mark[pc] = a.turn
			from := len(a.next)
			a.put(one.Out)
			for _, more := range slices.Clone(a.next[from:]) {
				if a.prog.Inst[more].Op == syntax.InstEmptyWidth {
					a.mark[more] = 0 // it was put, and is followed now
					follow(more)
				}
			}
		}
	}
	for _, pc := range s.set {
		follow(pc)
	}
	a.set = append(a.set[:0], a.next...)
	return a.matched
}

// state is the one of the set in a.next, behind a kind of letter; nil: there are too many.
func (a *automaton) state(before rune) *state {
	if a.matched {
		return a.accepts
	}
	slices.Sort(a.next)
	a.key = append(a.key[:0], byte(before))
	for _, pc := range a.next {
		a.key = binary.LittleEndian.AppendUint32(a.key, pc)
	}
	if known, ok := a.states[string(a.key)]; ok {
		return known
	}
	if len(a.states) >= maxStates {
		return nil
	}
	s := &state{set: slices.Clone(a.next), before: before, next: make([]*state, a.count)}
	a.states[string(a.key)] = s
	return s
}

// step is the state behind a letter; nil: there are too many.
func (a *automaton) step(s *state, r rune) *state {
	if a.resolve(s, r) {
		return a.accepts
	}
	a.begin()
	for _, pc := range a.set {
		if one := &a.prog.Inst[pc]; takes(one, r) {
			a.put(one.Out)
		}
	}
	a.put(uint32(a.prog.Start)) // a match may begin anywhere
	return a.state(kind(r))
}

// after is the state behind a letter for which none is noted. It is nil when the automaton is given up.
func (a *automaton) after(s *state, r rune) *state {
	to := a.step(s, r)
	if to != nil {
		return to
	}
	if a.bytes < enough*maxStates {
		if a.thrown++; a.thrown > maxThrown {
			return nil
		}
	}
	a.clear()
	return a.step(s, r)
}

// match reports whether a text matches; false: the automaton is given up.
func (a *automaton) match(text string) (matches, known bool) {
	s := a.start
	for i := 0; i < len(text); {
		if s == a.accepts {
			return true, true
		}
		c := text[i]
		if c < utf8.RuneSelf {
			i++
			to := s.next[a.classes[c]]
			if to == nil {
				if to = a.after(s, rune(c)); to == nil {
					return false, false
				}
				s.next[a.classes[c]] = to
			}
			s = to
			continue
		}
		r, size := utf8.DecodeRuneInString(text[i:])
		i += size
		to := s.wide[r]
		if to == nil {
			if to = a.after(s, r); to == nil {
				return false, false
			}
			if len(s.wide) < maxWide {
				if s.wide == nil {
					s.wide = map[rune]*state{}
				}
				s.wide[r] = to
			}
		}
		s = to
	}
	a.bytes += len(text)
	if s == a.accepts {
		return true, true
	}
	if s.ends == 0 {
		s.ends = -1
		if a.resolve(s, -1) {
			s.ends = 1
		}
	}
	return s.ends > 0, true
}
