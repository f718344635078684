package clause

import (
	"cmp"
	"math"
	"math/bits"
	"slices"
	"sync"
)

// index finds the branches of all sayings that a text may match in one pass over it: most
// sentences match none of a thousand, and to ask each branch for the words that it needs takes
// longer than all else that is done with a sentence.
type index struct {
	words []string
	// starts are the words by their first bytes: four of them, or as many as a word has.
	starts [longestStart + 1]starts
	// lengths are those of the starts of words, a bit each, by the first two bytes of a word: for
	// most places in a text there is none.
	lengths [pairWords * 64]uint8
	// triggers are the branches to look at where a word is found, by the number of the word; free
	// are those that need none.
	triggers [][]trigger
	free     []hit
	// spots are lists of the places of all words to use again.
	spots sync.Pool
}

// longestStart is how many bytes of a word it is found by.
const longestStart = 4

// starts are the numbers of words by a hash of their first bytes.
type starts [][]uint32

// trigger is a branch, and what it needs: of each set one word, in this order.
type trigger struct {
	hit
	sets [][]uint32
}

// spot is where a word begins in a text the first and the last time, each plus one; zero: nowhere.
type spot struct{ first, last uint32 }

// hit is a branch of a saying, both by their numbers.
type hit struct{ saying, branch int }

// newIndex makes one of the sayings whose numbers are their places in the list.
func newIndex(all []*saying) *index {
	x := &index{}
	numbers := map[string]uint32{}
	number := func(word string) uint32 {
		n, known := numbers[word]
		if !known {
			n = uint32(len(x.words))
			numbers[word], x.words, x.triggers = n, append(x.words, word), append(x.triggers, nil)
		}
		return n
	}
	for s, one := range all {
		branches := one.branches()
		for b := range branches {
			var sets [][]uint32
			for words := range branches[b].needs.sets() {
				set := make([]uint32, len(words))
				for i, word := range words {
					set[i] = number(word)
				}
				sets = append(sets, set)
			}
			if len(sets) == 0 {
				x.free = append(x.free, hit{s, b})
				continue
			}
			for _, word := range sets[x.rarest(sets)] {
				x.triggers[word] = append(x.triggers[word], trigger{hit{s, b}, sets})
			}
		}
	}
	x.begin()
	x.spots.New = func() any {
		spots := make([]spot, len(x.words))
		return &spots
	}
	return x
}

// rarest is which of some sets of words a text has one of least often, by how long they are.
func (x *index) rarest(sets [][]uint32) int {
	often := [longestStart]int{100, 100, 20, 5}
	best, least := 0, 0
	for i, set := range sets {
		sum := 0
		for _, word := range set {
			if n := len(x.words[word]); n < longestStart {
				sum += often[n]
			} else {
				sum++
			}
		}
		if i == 0 || sum < least {
			best, least = i, sum
		}
	}
	return best
}

// begin notes where words are found.
func (x *index) begin() {
	var count [longestStart + 1]int
	for _, word := range x.words {
		count[min(len(word), longestStart)]++
	}
	for n := range x.starts {
		x.starts[n] = make(starts, 1<<bits.Len(uint(2*count[n])))
	}
	for i, word := range x.words {
		n := min(len(word), longestStart)
		at := x.starts[n].at(startOf(word, n))
		*at = append(*at, uint32(i))
		if n > 1 {
			x.lengths[pairAt(word, 1)] |= 1 << n
			continue
		}
		for next := range 256 { // whatever follows
			x.lengths[pairAt(word+string([]byte{byte(next)}), 1)] |= 1 << n
		}
	}
}

// startOf are the first bytes of a text as a number.
func startOf(text string, n int) uint32 {
	start := uint32(0)
	for i := range n {
		start = start<<8 | uint32(text[i])
	}
	return start
}

// at are the words that may begin so.
func (s starts) at(start uint32) *[]uint32 {
	return &s[(start*0x9e3779b1)>>(32-bits.Len(uint(len(s)-1)))]
}

// hits are the branches that a text in lower case may match, sorted.
func (x *index) hits(text string) []hit {
	spots := x.spots.Get().(*[]spot)
	found := x.wordsIn(text, *spots)
	hits := slices.Clone(x.free)
	for _, word := range found {
		for i := range x.triggers[word] {
			if t := &x.triggers[word][i]; t.holds(*spots) {
				hits = append(hits, t.hit)
			}
		}
	}
	for _, word := range found {
		(*spots)[word] = spot{}
	}
	x.spots.Put(spots)
	slices.SortFunc(hits, func(a, b hit) int { return cmp.Or(a.saying-b.saying, a.branch-b.branch) })
	return slices.Compact(hits)
}

// wordsIn notes where a text has words, and gives those that it has.
func (x *index) wordsIn(text string, spots []spot) []uint32 {
	var found []uint32
	for at := range len(text) {
		rest := text[at:]
		lengths := uint8(1 << 1)
		if len(rest) > 1 {
			lengths = x.lengths[pairAt(rest, 1)]
		}
		for ; lengths != 0; lengths &= lengths - 1 {
			n := bits.TrailingZeros8(lengths)
			if n > len(rest) {
				break
			}
			for _, word := range *x.starts[n].at(startOf(rest, n)) {
				one := x.words[word]
				if len(one) > len(rest) || rest[:len(one)] != one {
					continue
				}
				if spots[word].first == 0 {
					spots[word].first = uint32(at + 1)
					found = append(found, word)
				}
				spots[word].last = uint32(at + 1)
			}
		}
	}
	return found
}

// holds reports whether a text may have one word of each set, each behind that of the set before:
// so stand the parts of a branch in what it matches. A word that begins more than twice may be
// anywhere between the first time and the last.
func (t *trigger) holds(spots []spot) bool {
	at := uint32(0)
	for _, set := range t.sets {
		next := uint32(math.MaxUint32)
		for _, word := range set {
			if one := spots[word]; one.last > at {
				next = min(next, max(one.first, at+1))
			}
		}
		if next == math.MaxUint32 {
			return false
		}
		at = next
	}
	return true
}
