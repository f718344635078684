package catalog

import (
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
