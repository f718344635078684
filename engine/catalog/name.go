package catalog

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/skillctl/skillctl/engine/command/deceptive"
)

// plainName is a name without what people do not tell apart.
func plainName(name string) string { return deceptive.Skeleton(name) }

// oddIn lists the kinds of characters in a name that are not seen, or change
// how it is shown ([deceptive.Kind]; "line" for tabs and line ends), sorted.
func oddIn(name string) []string {
	kinds := []string{}
	latin := strings.ContainsFunc(name, func(c rune) bool { return c < utf8.RuneSelf && unicode.IsLetter(c) })
	for _, c := range name {
		kind := ""
		switch {
		case latin && deceptive.Latin(c) != 0 && !unicode.Is(unicode.Latin, c):
			kind = "confusable" // of another script, among Latin letters
		case c == '\n' || c == '\t' || c == '\r':
			kind = "line"
		case c >= utf8.RuneSelf || c < ' ' || c == 0x7f:
			kind = deceptive.Kind(c)
		}
		if kind != "" && !slices.Contains(kinds, kind) {
			kinds = append(kinds, kind)
		}
	}
	slices.Sort(kinds)
	return kinds
}
