package lazydfa

import (
	"slices"
	"unicode/utf8"
)

// begun is the set of places in a program where a match begins. It is part of every state, since a match may begin
// anywhere, and of an expression of hundreds of words nearly all of it: what is reached from there is worked out once for
// all states.
type begun struct {
	set     []uint32
	in      []bool // by place
	matches bool   // without any letter
	// moves are what is reached, by the kind of letter before and the class of the letter.
	moves [kinds][]move
	pool  []uint32
}

// kinds is how many kinds of letters may stand before a place, the begin of a text among them.
const kinds = 4

// move is a list in the pool.
type move struct {
	from, to       uint32
	known, matches bool
}

// beginning finds the set.
func (a *automaton) beginning() *begun {
	a.begun = &begun{in: make([]bool, len(a.mark))}
	a.whole = true
	a.begin()
	a.put(a.prog.start)
	a.whole = false
	b := &begun{set: slices.Clone(a.next), in: a.begun.in, matches: a.matched}
	for pc, turn := range a.mark {
		b.in[pc] = turn == a.turn
	}
	return b
}

// numberOf numbers the kinds of letters that may stand before a place.
func numberOf(before rune) int {
	switch before {
	case -1:
		return 0
	case '\n':
		return 1
	case 'a':
		return 2
	}
	return 3
}

// behind are the places that are reached by a letter from where a match begins, and are not in every state. It says
// whether the text matches there or before.
func (a *automaton) behind(before, r rune) (reached []uint32, matches bool) {
	b := a.begun
	if r >= utf8.RuneSelf {
		matches = a.reach(before, r)
		a.far = append(a.far[:0], a.next...)
		return a.far, matches
	}
	moves := &b.moves[numberOf(before)]
	if *moves == nil {
		*moves = make([]move, a.count)
	}
	one := &(*moves)[a.class[r]]
	if !one.known {
		one.known, one.matches, one.from = true, a.reach(before, r), uint32(len(b.pool))
		b.pool = append(b.pool, a.next...)
		one.to = uint32(len(b.pool))
	}
	return b.pool[one.from:one.to], one.matches
}

// reach puts what behind gives into a.next.
func (a *automaton) reach(before, r rune) (matches bool) {
	if a.resolveBegun(before, r) {
		return true
	}
	a.begin()
	for _, pc := range a.set {
		if one := &a.prog.insts[pc]; a.prog.takes(one, r) {
			a.put(one.out)
		}
	}
	return a.matched
}

// resolveBegun resolves the set; see [automaton.resolve].
func (a *automaton) resolveBegun(before, r rune) bool {
	a.whole = true
	defer func() { a.whole = false }()
	return a.resolve(a.begun.set, before, r)
}
