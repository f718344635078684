package deceptive

import (
	"cmp"
	"strings"
	"unicode"
	"unicode/utf8"

	"go.mau.fi/util/confusable"
	"golang.org/x/text/unicode/norm"
)

// Skeleton is a name without what people do not tell apart: two names with the same
// one are taken for each other. It goes beyond that of UTS 39 and leaves out case,
// blanks, hyphens, dots and underscores, and what is not seen. A name of nothing else
// is its own.
func Skeleton(name string) string {
	var b strings.Builder
	before := rune(0)
	plain := strings.Map(func(c rune) rune { return cmp.Or(Latin(c), c) }, name)
	for _, c := range norm.NFKC.String(plain) {
		if strings.ContainsRune("-._", c) || unicode.IsSpace(c) || isTag(c) || isSelector(c) || isInvisible(c) || Blank(c) || Kind(c) != "" && Kind(c) != "confusable" {
			continue
		}
		b.WriteString(drawn(c, before))
		before = c
	}
	if b.Len() == 0 {
		return name
	}
	return norm.NFC.String(strings.ReplaceAll(strings.ReplaceAll(b.String(), "vv", "w"), "m", "rn"))
}

// drawn is how a character is drawn, in small letters of ASCII where it looks like
// such; before is the one before it.
func drawn(c, before rune) string {
	switch {
	case c == 'I' && before >= 'a' && before <= 'z':
		return "l" // within a word of small letters: cIaude
	case c == '0':
		return "o"
	case c == '1' || c == '|':
		return "l"
	case c < utf8.RuneSelf:
		return strings.ToLower(string(c))
	}
	if like := confusable.GetReplacement(c); like != "" {
		return strings.ToLower(like)
	}
	small := unicode.ToLower(c)
	if like := confusable.GetReplacement(small); like != "" {
		return strings.ToLower(like)
	}
	return string(small)
}
