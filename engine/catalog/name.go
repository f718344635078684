package catalog

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/skillctl/skillctl/engine/command/deceptive"
)

// plainName is a name without what people do not tell apart: case, blanks,
// hyphens, dots and underscores, characters that are not seen, other ways to
// write a letter, and letters of other scripts that look like Latin ones. A name
// of nothing else is its own.
func plainName(name string) string {
	var b strings.Builder
	for _, c := range norm.NFKC.String(name) {
		if latin := deceptive.Latin(c); latin != 0 {
			c = latin
		}
		c = unicode.ToLower(c)
		switch {
		case strings.ContainsRune("-._", c), unicode.IsSpace(c), deceptive.Kind(c) != "":
			continue
		case c == '0':
			c = 'o'
		case c == '1':
			c = 'l'
		}
		b.WriteRune(c)
	}
	if b.Len() == 0 {
		return name
	}
	return b.String()
}

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
