package lazydfa

import (
	"regexp/syntax"
	"slices"
	"unicode/utf8"
)

// The bounds of an automaton: how many states it has at a time, how often they are thrown away before it is given up
// because each served for few bytes, how many bytes are enough, and how many letters beyond ASCII are noted for a state.
const (
	maxStates = 1500
	maxThrown = 2
	enough    = 20
	maxWide   = 32
)

// number is that of a state.
type number uint16

const (
	unknown number = iota // no state: none was made yet, or there are too many
	accepts               // whatever follows: the text matches
	first                 // of those that are made
)

// automaton has the states of an expression that were needed so far. Like its program, it is tables of numbers.
type automaton struct {
	prog  *program
	class [utf8.RuneSelf]uint8
	count int      // of classes
	begun *begun   // what is in every state
	rows  []row    // of states
	table []number // of each state, by class: the state behind a letter of it
	wide  map[letter]number
	found map[uint64]number // the last state that was made, by the hash of its set
	pool  []uint32          // the sets of states
	start number
	bytes int // that were read with the states that there are
	// thrown is how often states were thrown away.
	thrown int

	// What a step is worked out in; mark has the turn in which an instruction was last put into a set.
	set, next, far []uint32
	mark           []uint32
	turn           uint32
	matched        bool
	// whole says that what is in every state is put into a set as well.
	whole bool
}

// row is a state: a set of places in the program, beside those that are in every one, and what kind of letter stood
// before it.
type row struct {
	from, to uint32 // in the pool: instructions that take a letter, or have a condition
	before   rune   // -1 at the begin of a text
	same     number // another state with the same hash
	wide     uint8  // how many letters beyond ASCII are noted
	ends     int8   // whether a text matches that ends here: 0 for what is not known yet, 1, -1
}

// letter is one beyond ASCII behind a state.
type letter struct {
	r     rune
	state number
}

func newAutomaton(tree *syntax.Regexp) (*automaton, error) {
	prog, err := compiled(tree)
	if err != nil {
		return nil, err
	}
	a := &automaton{prog: prog, mark: make([]uint32, len(prog.insts))}
	a.class, a.count = prog.classes()
	a.begun = a.beginning()
	a.clear()
	return a, nil
}

// clear throws all states away.
func (a *automaton) clear() {
	a.found, a.wide, a.bytes = map[uint64]number{}, nil, 0
	a.rows, a.table, a.pool = append(a.rows[:0], make([]row, first)...), append(a.table[:0], make([]number, int(first)*a.count)...), a.pool[:0]
	if a.begun.matches {
		a.start = accepts
		return
	}
	a.begin()
	a.start = a.state(-1)
}

// begin makes room for a set in a.next.
func (a *automaton) begin() {
	if a.turn++; a.turn == 0 {
		clear(a.mark)
		a.turn = 1
	}
	a.next, a.matched = a.next[:0], false
}

// put adds what is reached from an instruction without a letter, as far as no condition is met.
func (a *automaton) put(pc uint32) {
	if a.mark[pc] == a.turn || !a.whole && a.begun.in[pc] {
		return
	}
	a.mark[pc] = a.turn
	switch one := &a.prog.insts[pc]; one.op {
	case syntax.InstAlt, syntax.InstAltMatch:
		a.put(one.out)
		a.put(one.arg)
	case syntax.InstCapture, syntax.InstNop:
		a.put(one.out)
	case syntax.InstMatch:
		a.matched = true
	case syntax.InstFail:
	default:
		a.next = append(a.next, pc)
	}
}

// resolve gives the instructions of a set that take a letter, where a kind of letter stands before it and it is followed
// by one; -1 is the end. It says whether what stood before matches.
func (a *automaton) resolve(set []uint32, before, r rune) bool {
	a.begin()
	var holds syntax.EmptyOp
	asked := false
	for _, pc := range set {
		if a.prog.insts[pc].op != syntax.InstEmptyWidth {
			a.put(pc)
			continue
		}
		if !asked {
			holds, asked = syntax.EmptyOpContext(before, r), true
		}
		a.follow(pc, holds)
	}
	a.set = append(a.set[:0], a.next...)
	return a.matched
}

// follow puts what is reached from an instruction with a condition, if it holds.
func (a *automaton) follow(pc uint32, holds syntax.EmptyOp) {
	one := &a.prog.insts[pc]
	if a.mark[pc] == a.turn || syntax.EmptyOp(one.arg)&^holds != 0 {
		return
	}
	a.mark[pc] = a.turn
	from := len(a.next)
	a.put(one.out)
	for at, to := from, len(a.next); at < to; at++ {
		if more := a.next[at]; a.prog.insts[more].op == syntax.InstEmptyWidth {
			a.mark[more] = 0 // it was put, and is followed now
			a.follow(more, holds)
		}
	}
}

// state is the one of the set in a.next, behind a kind of letter; unknown: there are too many.
func (a *automaton) state(before rune) number {
	if a.matched {
		return accepts
	}
	slices.Sort(a.next)
	hash := uint64(before) + 2
	for _, pc := range a.next {
		hash = (hash ^ uint64(pc)) * 0x9e3779b97f4a7c15
		hash ^= hash >> 29
	}
	last := a.found[hash]
	for n := last; n != unknown; n = a.rows[n].same {
		if one := &a.rows[n]; one.before == before && slices.Equal(a.pool[one.from:one.to], a.next) {
			return n
		}
	}
	if len(a.rows)-int(first) >= maxStates {
		return unknown
	}
	n, from := number(len(a.rows)), uint32(len(a.pool))
	a.pool = append(a.pool, a.next...)
	a.rows = append(a.rows, row{from: from, to: uint32(len(a.pool)), before: before, same: last})
	var none [utf8.RuneSelf]number
	a.table = append(a.table, none[:a.count]...)
	a.found[hash] = n
	return n
}

// step is the state behind a letter, where a set and a kind of letter stand before it; unknown: there are too many.
func (a *automaton) step(set []uint32, before, r rune) number {
	reached, matches := a.behind(before, r)
	if matches || a.resolve(set, before, r) {
		return accepts
	}
	a.begin()
	for _, pc := range reached {
		a.put(pc)
	}
	for _, pc := range a.set {
		if one := &a.prog.insts[pc]; a.prog.takes(one, r) {
			a.put(one.out)
		}
	}
	return a.state(kind(r))
}

// after is the state behind a letter for which none is noted, and notes it. It is unknown when the automaton is given up.
func (a *automaton) after(n number, r rune) number {
	from := a.rows[n]
	set := a.pool[from.from:from.to]
	if to := a.step(set, from.before, r); to != unknown {
		if r < utf8.RuneSelf {
			a.table[int(n)*a.count+int(a.class[r])] = to
		} else if a.rows[n].wide < maxWide {
			if a.wide == nil {
				a.wide = map[letter]number{}
			}
			a.wide[letter{r, n}] = to
			a.rows[n].wide++
		}
		return to
	}
	if a.bytes < enough*maxStates {
		if a.thrown++; a.thrown > maxThrown {
			return unknown
		}
	}
	set = slices.Clone(set)
	a.clear()
	return a.step(set, from.before, r)
}

// match reports whether a text matches; false: the automaton is given up.
func (a *automaton) match(text string) (matches, known bool) {
	s, table, count := a.start, a.table, a.count
	for i := 0; i < len(text) && s != accepts; {
		var to number
		r, size := rune(text[i]), 1
		if r < utf8.RuneSelf {
			to = table[int(s)*count+int(a.class[r])]
		} else {
			r, size = utf8.DecodeRuneInString(text[i:])
			to = a.wide[letter{r, s}]
		}
		i += size
		if to == unknown {
			if to = a.after(s, r); to == unknown {
				return false, false
			}
			table = a.table
		}
		s = to
	}
	if s == accepts {
		return true, true
	}
	a.bytes += len(text)
	return a.ends(s), true
}

// ends reports whether a text matches that ends in a state.
func (a *automaton) ends(n number) bool {
	one := &a.rows[n]
	if one.ends == 0 {
		one.ends = -1
		if a.resolveBegun(one.before, -1) || a.resolve(a.pool[one.from:one.to], one.before, -1) {
			one.ends = 1
		}
	}
	return one.ends > 0
}
