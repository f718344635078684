package secret

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// hints finds in one pass over a text which forms have a hint in it (Aho and Corasick,
// 1975): a hundred searches, one for each hint, were a fifth of linting from the cache.
type hints struct {
	// class is a number for each byte that hints have; 0 is all others. next holds
	// the state behind each state and class.
	class   [256]uint8
	classes int
	next    []uint16
	// ends are the forms whose hints end in a state, by the number of the state.
	ends []formSet
}

// formSet is a set of forms by their numbers.
type formSet [2]uint64

// maxForms is how many forms a set can hold; a test holds the table to it.
const maxForms = 2 * 64

func (s *formSet) add(form int) { s[form/64] |= 1 << (form % 64) }

func (s *formSet) has(form int) bool { return s[form/64]&(1<<(form%64)) != 0 }

// newHints takes the hints of all forms, in lower case.
func newHints(forms []form) *hints {
	h := &hints{classes: 1}
	most := 1 // states
	for i := range forms {
		for _, hint := range forms[i].Hints {
			most += len(hint)
			for _, c := range []byte(hint) {
				if h.class[c] == 0 {
					h.class[c] = uint8(h.classes)
					h.classes++
				}
			}
		}
	}
	for c := byte('A'); c <= 'Z'; c++ {
		h.class[c] = h.class[c+'a'-'A']
	}
	h.next, h.ends = make([]uint16, h.classes, most*h.classes), make([]formSet, 1, most)
	for i := range forms {
		for _, hint := range forms[i].Hints {
			h.ends[h.state(hint)].add(i)
		}
	}
	h.link()
	return h
}

// state is the one behind a hint, made where it is not there.
func (h *hints) state(hint string) int {
	at := 0
	for _, c := range []byte(hint) {
		step := at*h.classes + int(h.class[c])
		if h.next[step] == 0 {
			h.next[step] = uint16(len(h.ends))
			h.next = h.next[:len(h.next)+h.classes]
			h.ends = append(h.ends, formSet{})
		}
		at = int(h.next[step])
	}
	return at
}

// link fills in what follows where no hint goes on: what follows upon the longest end of
// what was read that begins a hint. Shorter ones are filled in first.
func (h *hints) link() {
	back, queue := make([]uint16, len(h.ends)), make([]uint16, 1, len(h.ends))
	for i := 0; i < len(queue); i++ {
		at := int(queue[i])
		shorter := int(back[at])
		for form, set := range h.ends[shorter] {
			h.ends[at][form] |= set
		}
		row, over := h.next[at*h.classes:(at+1)*h.classes], h.next[shorter*h.classes:(shorter+1)*h.classes]
		for class, longer := range row {
			if longer == 0 {
				row[class] = over[class]
				continue
			}
			if at != 0 {
				back[longer] = over[class]
			}
			queue = append(queue, longer)
		}
	}
}

// fewBytes are looked through for each hint: making the automaton takes as long.
const fewBytes = 2 << 10

// hinted are the forms of which a hint is in a text.
func (f *Forms) hinted(text string) formSet {
	if f.looked.Add(int64(len(text))) > fewBytes {
		return f.hints().in(text)
	}
	var found formSet
	lower := strings.ToLower(text)
	for i := range f.tokens {
		if slices.ContainsFunc(f.tokens[i].Hints, func(hint string) bool { return strings.Contains(lower, hint) }) {
			found.add(i)
		}
	}
	return found
}

// in are the forms of which a hint is in a text, whatever the case of its letters.
func (h *hints) in(text string) formSet {
	for i := range len(text) {
		if text[i] >= utf8.RuneSelf {
			text = strings.ToLower(text) // some letters beyond ASCII have one of ASCII for a small one
			break
		}
	}
	found, at := h.ends[0], 0
	for i := range len(text) {
		if at = int(h.next[at*h.classes+int(h.class[text[i]])]); at != 0 {
			found[0] |= h.ends[at][0]
			found[1] |= h.ends[at][1]
		}
	}
	return found
}
