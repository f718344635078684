package skill

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
)

// Overlap says how much two texts of a list say the same.
type Overlap struct {
	// A and B are places in the list, A before B.
	A int `json:"a"`
	B int `json:"b"`
	// Share is the number of words that both have, divided by the number of
	// words that either has: 1 for texts of the same words.
	Share float64 `json:"share"`
}

// Bounds on the work of [Overlaps].
const (
	// minWords is how many different words a text needs to be compared: of
	// fewer, two are alike by chance.
	minWords = 5
	// maxRare is how many texts may have a word for it to lead from one to the
	// other: a word of thousands of texts tells nothing.
	maxRare = 64
	// maxOverlaps is how many pairs are returned.
	maxOverlaps = 1000
)

// Overlaps finds the pairs of texts that share at least the given part of their
// words, from 0 to 1, sorted. It looks only at pairs that share a rare word, so
// that ten thousand texts are compared in well under a second; of texts with
// the very same words, each is paired with the first.
func Overlaps(texts []string, least float64) []Overlap {
	sets := make([][]string, len(texts))
	count := map[string]int{}
	first := map[string]int{}
	found := []Overlap{}
	for i, text := range texts {
		words := wordSet(text)
		if len(words) < minWords {
			continue
		}
		key := strings.Join(words, " ")
		if j, same := first[key]; same {
			if len(found) < maxOverlaps {
				found = append(found, Overlap{A: j, B: i, Share: 1})
			}
			continue
		}
		first[key] = i
		sets[i] = words
		for _, word := range words {
			count[word]++
		}
	}
	found = compareRare(sets, count, least, found)
	slices.SortFunc(found, func(x, y Overlap) int { return cmp.Or(cmp.Compare(x.A, y.A), cmp.Compare(x.B, y.B)) })
	return found
}

// compareRare compares each text with those before it that share one of its
// rarest words. Two texts that share the part `least` of their words share one
// of the rarest len-least*len+1 words of either.
func compareRare(sets [][]string, count map[string]int, least float64, found []Overlap) []Overlap {
	holders := map[string][]int{}
	for i, words := range sets {
		rare := slices.Clone(words)
		slices.SortFunc(rare, func(x, y string) int { return cmp.Or(cmp.Compare(count[x], count[y]), cmp.Compare(x, y)) })
		rare = rare[:min(len(rare), len(rare)-int(least*float64(len(rare)))+1)]
		seen := map[int]bool{}
		for _, word := range rare {
			if count[word] < 2 || count[word] > maxRare {
				continue
			}
			for _, j := range holders[word] {
				if seen[j] {
					continue
				}
				seen[j] = true
				if share := shareOf(sets[j], words); share >= least && len(found) < maxOverlaps {
					found = append(found, Overlap{A: j, B: i, Share: share})
				}
			}
			holders[word] = append(holders[word], i)
		}
	}
	return found
}

// shareOf is the Jaccard index of two sorted sets.
func shareOf(a, b []string) float64 {
	shared := 0
	for i, j := 0, 0; i < len(a) && j < len(b); {
		switch c := strings.Compare(a[i], b[j]); {
		case c == 0:
			shared++
			i++
			j++
		case c < 0:
			i++
		default:
			j++
		}
	}
	return float64(shared) / float64(len(a)+len(b)-shared)
}

// wordSet is the sorted set of the words of a text, in lower case. Words of one
// or two letters are left out, and so are numbers.
func wordSet(text string) []string {
	words := strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsMark(r) })
	words = slices.DeleteFunc(words, func(word string) bool { return len(word) < 3 })
	slices.Sort(words)
	return slices.Compact(words)
}
