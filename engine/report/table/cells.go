package table

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/width"
)

// Cells is how many columns of a terminal a text takes up.
func Cells(text string) int {
	n := 0
	for _, c := range text {
		n += RuneCells(c)
	}
	return n
}

// RuneCells is how many columns of a terminal a printable character takes up: two for
// the wide scripts of Asia and for emoji, none for marks.
func RuneCells(c rune) int {
	const joiner = 0x200d // between emoji that are drawn as one
	switch {
	case c < utf8.RuneSelf:
		return 1
	case c == joiner, unicode.In(c, unicode.Mn, unicode.Me):
		return 0
	}
	switch width.LookupRune(c).Kind() {
	case width.EastAsianWide, width.EastAsianFullwidth:
		return 2
	}
	return 1
}

// Wrap breaks a text at blanks into lines of at most first cells, then rest cells; a word
// that is wider stays whole.
func Wrap(text string, first, rest int) []string {
	var lines []string
	line, room := "", first
	for word := range strings.FieldsSeq(text) {
		switch {
		case line == "":
			line = word
		case Cells(line)+1+Cells(word) <= room:
			line += " " + word
		default:
			lines = append(lines, line)
			line, room = word, rest
		}
	}
	return append(lines, line)
}
