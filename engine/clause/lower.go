package clause

import "strings"

// lowered is a text in lower case, with the pairs of bytes that stand in it. A word of which the text does not have each
// pair is not in it: most words are told to be missing without looking through the text.
type lowered struct {
	text  string
	pairs [pairWords]uint64
	// hits are the branches of sayings that it may match, found when one is first asked for.
	hits   []hit
	looked bool
}

// pairWords is the size of a set of pairs: so large that a sentence fills a small part of it.
const pairWords = 64

// folded is a text in lower case, or nil where letters beyond ASCII are the same as one of
// ASCII for a pattern that ignores case.
func folded(text string) *lowered {
	if strings.ContainsAny(text, "\u017f\u212a") {
		return nil
	}
	l := &lowered{text: strings.ToLower(text)}
	for i := 1; i < len(l.text); i++ {
		p := pairAt(l.text, i)
		l.pairs[p/64] |= 1 << (p % 64)
	}
	return l
}

// pairAt is the number of the pair of bytes that ends at an offset.
func pairAt(text string, at int) uint16 {
	return (uint16(text[at-1])*67 + uint16(text[at])) % (pairWords * 64)
}

// branches are those of an index that the text may match.
func (l *lowered) branches(of func() *index) []hit {
	if !l.looked {
		l.hits, l.looked = of().hits(l.text), true
	}
	return l.hits
}

// has reports whether a word is in the text.
func (l *lowered) has(word string) bool {
	for i := 1; i < len(word); i++ {
		if p := pairAt(word, i); l.pairs[p/64]&(1<<(p%64)) == 0 {
			return false
		}
	}
	return strings.Contains(l.text, word)
}
