package catalog

import (
	"bytes"
	"slices"
	"sort"
	"unicode/utf16"

	"golang.org/x/text/collate"
	"golang.org/x/text/language"
)

// InWords sorts texts as String.prototype.localeCompare of the locale "en" does;
// equal ones stay in their order. The result are indexes.
func InWords(texts []string) []int {
	order := make([]int, len(texts))
	keys := make([][]byte, len(texts))
	words := collate.New(language.English)
	var buffer collate.Buffer
	for i, text := range texts {
		order[i] = i
		keys[i] = words.KeyFromString(&buffer, text)
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
	words := collate.New(language.English)
	var buffer collate.Buffer
	for i := range candidates {
		if view := candidates[i].Skill; view != nil && view.sorted == nil {
			view.sorted = append([]byte{}, words.KeyFromString(&buffer, view.Name)...)
			buffer.Reset()
		}
	}
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
