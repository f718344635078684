package catalog

import (
	"bytes"
	"slices"
	"sort"
	"strings"
	"unicode"
	"unicode/utf16"

	"golang.org/x/text/collate"
	"golang.org/x/text/language"
)

// InWords sorts texts as String.prototype.localeCompare of the locale "en" does;
// equal ones stay in their order. The result are indexes.
func InWords(texts []string) []int {
	order := make([]int, len(texts))
	keys := make([][]byte, len(texts))
	words := newSorter()
	for i, text := range texts {
		order[i], keys[i] = i, words.key(text)
	}
	sort.SliceStable(order, func(i, j int) bool { return slices.Compare(keys[order[i]], keys[order[j]]) < 0 })
	return order
}

// Compare sorts skills by their names, as [InWords] does; none come first.
func (v *SkillView) Compare(other *SkillView) int {
	var a, b []byte
	if v != nil {
		a = v.sorted
	}
	if other != nil {
		b = other.sorted
	}
	return bytes.Compare(a, b)
}

// sortable prepares the skills that are new for [SkillView.Compare]. To sort names
// anew each time takes longer than to look at what changed.
func sortable(candidates []Candidate) {
	words := newSorter()
	for i := range candidates {
		if view := candidates[i].Skill; view != nil && view.sorted == nil {
			view.sorted = words.key(view.Name)
		}
	}
}

// sorter makes keys by which texts sort as localeCompare has it.
type sorter struct {
	words  *collate.Collator
	buffer collate.Buffer
	last   []byte // of a letter that is among the last
	taken  map[rune]string
}

func newSorter() *sorter {
	s := &sorter{words: collate.New(language.English), taken: map[rune]string{}}
	s.last = s.plain("z")
	return s
}

func (s *sorter) plain(text string) []byte {
	defer s.buffer.Reset()
	return append([]byte{}, s.words.KeyFromString(&s.buffer, text)...)
}

// key is what a text is sorted by. Symbols that came after the tables of the library
// (Unicode 6.2) stand behind all letters there. Each is taken for the last symbol
// before it that the library knows, with its distance to that in letters: symbols
// stand in the order of their numbers, nearly.
func (s *sorter) key(text string) []byte {
	if strings.IndexFunc(text, func(c rune) bool { return c > unicode.MaxLatin1 && unicode.IsSymbol(c) }) < 0 {
		return s.plain(text)
	}
	var known strings.Builder
	for _, c := range text {
		known.WriteString(s.known(c))
	}
	return s.plain(known.String())
}

// known is what a character is taken for.
func (s *sorter) known(c rune) string {
	if c <= unicode.MaxLatin1 || !unicode.IsSymbol(c) {
		return string(c)
	}
	if as, ok := s.taken[c]; ok {
		return as
	}
	before := c
	for ; before > unicode.MaxLatin1; before-- {
		if unicode.IsSymbol(before) && bytes.Compare(s.plain(string(before)), s.last) < 0 {
			break
		}
	}
	as := string(before)
	if distance := c - before; distance > 0 {
		for _, place := range []rune{26 * 26 * 26, 26 * 26, 26, 1} {
			as += string('a' + distance/place%26)
		}
	}
	s.taken[c] = as
	return as
}

// byUnits compares texts by their UTF-16 units, as Array.prototype.sort does.
func byUnits(a, b string) int {
	for i := 0; i < len(a) && i < len(b); i++ {
		if a[i] != b[i] {
			if a[i] < 0xe0 || b[i] < 0xe0 {
				return int(a[i]) - int(b[i])
			}
			return slices.Compare(utf16.Encode([]rune(a)), utf16.Encode([]rune(b)))
		}
	}
	return len(a) - len(b)
}
