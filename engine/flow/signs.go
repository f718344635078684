package flow

import (
	"sort"

	"github.com/skillctl/skillctl/engine/flow/prose"
)

// automaton finds a set of words in a text in one pass, whatever the case of
// their ASCII letters (Aho and Corasick, 1975).
type automaton struct {
	// class is a number for each byte that words have; 0 is all others. next holds
	// the state behind each state and class.
	class   [256]uint8
	classes int
	next    []uint16
	out     []uint32 // groups of the words that end in a state
}

// newAutomaton takes the words of up to 32 groups, in lower case.
func newAutomaton(groups [][]string) *automaton {
	a := &automaton{classes: 1}
	most := 1 // states
	for _, words := range groups {
		for _, word := range words {
			most += len(word)
			for _, c := range []byte(word) {
				if a.class[c] == 0 {
					a.class[c] = uint8(a.classes)
					a.classes++
				}
			}
		}
	}
	for c := byte('A'); c <= 'Z'; c++ {
		a.class[c] = a.class[c+'a'-'A']
	}
	t := make(tree, 1, most)
	for g, words := range groups {
		for _, word := range words {
			state := 0
			for _, c := range []byte(word) {
				state = t.child(state, a.class[c])
			}
			t[state].out |= 1 << g
		}
	}
	a.link(t)
	return a
}

// tree holds the words by their beginnings; the number of a state is its place.
type tree []branch

// branch is a beginning of words: the class of its last byte, its first longer one, and
// the next of those that are as long and begin the same; 0 is none.
type branch struct {
	class       uint8
	first, next int32
	out         uint32
}

// child is the state behind another, made where it is not there.
func (t *tree) child(state int, class uint8) int {
	for at := (*t)[state].first; at != 0; at = (*t)[at].next {
		if (*t)[at].class == class {
			return int(at)
		}
	}
	made := len(*t)
	*t = append(*t, branch{class: class, next: (*t)[state].first})
	(*t)[state].first = int32(made)
	return made
}

// link fills in what follows upon each state. Where no word goes on it is what follows
// upon the longest end of it that begins a word; shorter ones are filled in first.
func (a *automaton) link(t tree) {
	a.next, a.out = make([]uint16, len(t)*a.classes), make([]uint32, len(t))
	back, queue := make([]int, len(t)), make([]int, 1, len(t))
	for i := 0; i < len(queue); i++ {
		state := queue[i]
		row := a.next[state*a.classes : (state+1)*a.classes]
		a.out[state] = t[state].out | a.out[back[state]]
		if state != 0 {
			copy(row, a.next[back[state]*a.classes:])
		}
		for at := t[state].first; at != 0; at = t[at].next {
			class := t[at].class
			back[at] = int(row[class])
			row[class] = uint16(at)
			queue = append(queue, int(at))
		}
	}
}

// in reports whether a word of the groups is in a text.
func (a *automaton) in(text []byte, groups uint32) bool {
	state := 0
	for i, c := range text {
		state = int(a.next[state*a.classes+int(a.class[c])])
		if a.groups(text, i, state)&groups != 0 {
			return true
		}
	}
	return false
}

// groups are those of the words that end at a byte of a text: a short word, which has
// two letters and a blank, is a sign of a command where it is no end of another one.
func (a *automaton) groups(text []byte, at, state int) uint32 {
	found := a.out[state]
	if found&signShort == 0 {
		return found
	}
	found &^= signShort
	if begin := at - 3; begin < 0 || !prose.IsLetter(text[begin]) && text[begin] != '-' && text[begin] != '_' {
		found |= signRun
	}
	return found
}

// mark is a place where a word of some groups ends: the offset of its last byte.
type mark struct {
	off    int
	groups uint32
}

// maxMarks is how many places of a text are noted; what has more is not looked
// through to the end.
const maxMarks = 100_000

// marks are the places of a text, in order.
type marks []mark

func (a *automaton) marks(text []byte) marks {
	var found marks
	state := 0
	for i, c := range text {
		state = int(a.next[state*a.classes+int(a.class[c])])
		if groups := a.groups(text, i, state); groups != 0 {
			if found = append(found, mark{i, groups}); len(found) == maxMarks {
				break
			}
		}
	}
	return found
}

// within reports whether a word of the groups ends between two offsets.
func (m marks) within(from, to int, groups uint32) bool {
	for i := sort.Search(len(m), func(i int) bool { return m[i].off >= from }); i < len(m) && m[i].off < to; i++ {
		if m[i].groups&groups != 0 {
			return true
		}
	}
	return false
}
