package skill

import "sort"

// automaton finds a set of words in a text in one pass, whatever the case of
// their ASCII letters (Aho and Corasick, 1975).
type automaton struct {
	next [][256]uint16
	out  []uint32 // groups of the words that end in a state
}

// newAutomaton takes the words of up to 32 groups, in lower case.
func newAutomaton(groups [][]string) *automaton {
	a := &automaton{next: make([][256]uint16, 1), out: make([]uint32, 1)}
	for g, words := range groups {
		for _, word := range words {
			a.add(word, 1<<g)
		}
	}
	// What follows upon a state that no word goes on from is what follows upon
	// the longest end of it that begins a word.
	back := make([]uint16, len(a.next))
	queue := []uint16{0}
	for len(queue) > 0 {
		state := queue[0]
		queue = queue[1:]
		a.out[state] |= a.out[back[state]]
		for c := range 256 {
			follow := a.next[state][c]
			switch {
			case follow == 0:
				a.next[state][c] = a.next[back[state]][c]
			default:
				if state != 0 {
					back[follow] = a.next[back[state]][c]
				}
				queue = append(queue, follow)
			}
		}
	}
	for state := range a.next {
		for c := byte('A'); c <= 'Z'; c++ {
			a.next[state][c] = a.next[state][c+'a'-'A']
		}
	}
	return a
}

func (a *automaton) add(word string, group uint32) {
	state := uint16(0)
	for i := range len(word) {
		follow := a.next[state][word[i]]
		if follow == 0 {
			follow = uint16(len(a.next))
			a.next[state][word[i]] = follow
			a.next, a.out = append(a.next, [256]uint16{}), append(a.out, 0)
		}
		state = follow
	}
	a.out[state] |= group
}

// in reports whether a word of the groups is in a text.
func (a *automaton) in(text []byte, groups uint32) bool {
	state := uint16(0)
	for _, c := range text {
		if state = a.next[state][c]; a.out[state]&groups != 0 {
			return true
		}
	}
	return false
}

// mark is a place where a word of some groups ends.
type mark struct {
	off    int
	groups uint32
}

// maxMarks is how many places of a text are noted; from there on every word is
// taken to be there.
const maxMarks = 100_000

// marks are the places of a text, in order.
type marks []mark

func (a *automaton) marks(text []byte) marks {
	var found marks
	state := uint16(0)
	for i, c := range text {
		if state = a.next[state][c]; a.out[state] != 0 {
			if found = append(found, mark{i, a.out[state]}); len(found) == maxMarks {
				break
			}
		}
	}
	return found
}

// within reports whether a word of the groups ends between two offsets.
func (m marks) within(from, to int, groups uint32) bool {
	if len(m) == maxMarks && to > m[len(m)-1].off {
		return true
	}
	for i := sort.Search(len(m), func(i int) bool { return m[i].off >= from }); i < len(m) && m[i].off < to; i++ {
		if m[i].groups&groups != 0 {
			return true
		}
	}
	return false
}
