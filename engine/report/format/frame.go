package format

import (
	"bytes"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/width"
)

// tabCells is how wide a tab is drawn, wherever it stands in the line.
const tabCells = 4

// ellipsis marks a line that was cut.
const ellipsis = "…"

// cell is one code point of a source line as it is drawn.
type cell struct {
	text  string
	width int
}

// cells draws a source line, without its line ending.
func cells(line []byte) []cell {
	out := make([]cell, 0, len(line))
	e := escaper{}
	for i := 0; i < len(line); {
		r, n := utf8.DecodeRune(line[i:])
		text := e.next(r, n, line[i])
		c := cell{text: text, width: len(text)}
		switch {
		case r == '\t':
			c = cell{text: strings.Repeat(" ", tabCells), width: tabCells}
		case text == string(r):
			c.width = runeWidth(r)
		}
		out = append(out, c)
		i += n
	}
	return out
}

// runeWidth is how many terminal cells a printable rune takes.
func runeWidth(r rune) int {
	if r < utf8.RuneSelf {
		return 1
	}
	if unicode.In(r, unicode.Mn, unicode.Me) {
		return 0
	}
	switch width.LookupRune(r).Kind() {
	case width.EastAsianWide, width.EastAsianFullwidth:
		return 2
	}
	return 1
}

// marked is a source line with the place of its carets.
type marked struct {
	text string
	// pad and carets count terminal cells.
	pad, carets int
}

// mark draws the code points of a line with carets from column from up to, and
// without, column to (1-based). At least one caret is drawn, after the end of
// the line if need be. A line wider than limit is cut around the carets.
func mark(line []byte, from, to, limit int) marked {
	n := utf8.RuneCount(line)
	from = min(max(from, 1), n+1)
	to = min(max(to, from), n+1)
	// Of a long line only what may be shown is drawn, and marks of no width are
	// not followed for ever.
	first, last := max(from-1-reach*limit, 0), min(from-1+reach*limit, n)
	start := skip(line, first)
	all := cells(line[start : start+skip(line[start:], last-first)])
	lo, hi := window(all, from-1-first, limit)
	m := marked{}
	var b strings.Builder
	if first+lo > 0 {
		b.WriteString(ellipsis)
		m.pad++
	}
	for i := lo; i < hi; i++ {
		b.WriteString(all[i].text)
		switch {
		case first+i < from-1:
			m.pad += all[i].width
		case first+i < to-1:
			m.carets += all[i].width
		}
	}
	if first+hi < n {
		b.WriteString(ellipsis)
	}
	m.text = strings.TrimRight(b.String(), " ")
	m.carets = max(m.carets, 1)
	return m
}

// reach is how many code points are drawn on either side of the first caret, as
// a multiple of the width that is wanted.
const reach = 4

// skip is where a line goes on after so many code points.
func skip(line []byte, runes int) int {
	at := 0
	for ; runes > 0; runes-- {
		_, n := utf8.DecodeRune(line[at:])
		at += n
	}
	return at
}

// window picks the stretch of cells, at most limit wide, that holds the cell
// at and some of what stands before it.
func window(all []cell, at, limit int) (lo, hi int) {
	lo = at
	for before := 0; lo > 0 && before+all[lo-1].width <= limit/3; lo-- {
		before += all[lo-1].width
	}
	used := 0
	for hi = lo; hi < len(all) && used+all[hi].width <= limit; hi++ {
		used += all[hi].width
	}
	// Room that is left at the end goes to the beginning.
	for hi == len(all) && lo > 0 && used+all[lo-1].width <= limit {
		lo--
		used += all[lo].width
	}
	return lo, hi
}

// splitLines cuts a text into lines without their endings: CR LF, LF or a lone
// CR. A text that ends with a line ending has no empty line after it.
func splitLines(text []byte) [][]byte {
	var out [][]byte
	for len(text) > 0 {
		end := bytes.IndexAny(text, "\r\n")
		if end < 0 {
			return append(out, text)
		}
		out = append(out, text[:end])
		if text[end] == '\r' && end+1 < len(text) && text[end+1] == '\n' {
			end++
		}
		text = text[end+1:]
	}
	return out
}
