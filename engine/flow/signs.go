package flow

import "sort"

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
	a := &automaton{classes: 1, out: make([]uint32, 1)}
	for _, words := range groups {
		for _, word := range words {
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
	a.next = make([]uint16, a.classes)
	for g, words := range groups {
		for _, word := range words {
			a.add(word, 1<<g)
		}
	}
	a.link()
	return a
}

func (a *automaton) add(word string, group uint32) {
	state := 0
	for _, c := range []byte(word) {
		at := state*a.classes + int(a.class[c])
		if a.next[at] == 0 {
			a.next[at] = uint16(len(a.out))
			a.next = append(a.next, make([]uint16, a.classes)...)
			a.out = append(a.out, 0)
		}
		state = int(a.next[at])
	}
	a.out[state] |= group
}

// link fills in what follows upon a state that no word goes on from: what follows
// upon the longest end of it that begins a word.
func (a *automaton) link() {
	back := make([]int, len(a.out))
	for queue := []int{0}; len(queue) > 0; queue = queue[1:] {
		state := queue[0]
		a.out[state] |= a.out[back[state]]
		for c := range a.classes {
			at, other := state*a.classes+c, back[state]*a.classes+c
			if a.next[at] == 0 {
				a.next[at] = a.next[other]
				continue
			}
			if state != 0 {
				back[a.next[at]] = int(a.next[other])
			}
			queue = append(queue, int(a.next[at]))
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
	if begin := at - 3; begin < 0 || !isLetter(text[begin]) && text[begin] != '-' && text[begin] != '_' {
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
