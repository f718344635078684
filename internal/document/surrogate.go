package document

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf16"
)

// joinSurrogates writes pairs of escaped surrogates in texts between double quotes
// ("\ud83e\udd16") as one escape, as YAML wants it, and halves without the other as
// U+FFFD. OpenClaw's library (yaml 2.x) takes them as JavaScript does. Whatever
// stands behind such a text on its line stays where it is.
func joinSurrogates(text string) string {
	var b strings.Builder
	for rest := text; ; {
		open := strings.IndexByte(rest, '"')
		if open < 0 {
			b.WriteString(rest)
			return b.String()
		}
		b.WriteString(rest[:open])
		quoted := rest[open : open+quotedEnd(rest[open:])]
		rest = rest[open+len(quoted):]
		joined := joinQuoted(quoted)
		b.WriteString(joined)
		b.WriteString(strings.Repeat(" ", len(quoted)-len(joined)))
	}
}

// quotedEnd is the length of a text between double quotes, both included; of one
// that is not closed, all of it.
func quotedEnd(text string) int {
	for i := 1; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case '"':
			return i + 1
		}
	}
	return len(text)
}

// joinQuoted joins the pairs of one text.
func joinQuoted(text string) string {
	var b strings.Builder
	for i := 0; i < len(text); {
		if text[i] != '\\' || i+1 == len(text) {
			b.WriteByte(text[i])
			i++
			continue
		}
		first, ok := escapedUnit(text[i:])
		if !ok || !utf16.IsSurrogate(first) {
			b.WriteString(text[i : i+2])
			i += 2
			continue
		}
		second, _ := escapedUnit(text[i+unitLength:])
		if whole := utf16.DecodeRune(first, second); whole != '\ufffd' {
			fmt.Fprintf(&b, `\U%08x`, whole)
			i += 2 * unitLength
			continue
		}
		b.WriteString(`\ufffd`)
		i += unitLength
	}
	return b.String()
}

// unitLength is how long an escaped unit of UTF-16 is: \u0000.
const unitLength = 6

// escapedUnit reads such a unit at the beginning of a text.
func escapedUnit(text string) (unit rune, ok bool) {
	if len(text) < unitLength || !strings.HasPrefix(text, `\u`) {
		return 0, false
	}
	n, err := strconv.ParseUint(text[2:unitLength], 16, 16)
	return rune(n), err == nil
}
