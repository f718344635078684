package format

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"github.com/skillctl/skillctl/engine/report/table"
	"github.com/skillctl/skillctl/engine/secret"
)

// tabCells is how wide a tab is drawn, wherever it stands in the line.
const tabCells = 4

// ellipsis marks a line that was cut.
const ellipsis = "…"

// cell is one code point of a source line as it is drawn.
type cell struct {
	text  string
	width int
	// secret is the number of the secret that it is part of, from 1 on. What stands
	// for the secret is drawn in its first cell, and the others take no room.
	secret int
}

// cells draws a source line, without its line ending; secrets are those in it.
func cells(line []byte, secrets []secret.Found) []cell {
	out := make([]cell, 0, len(line))
	e := escaper{}
	for i, next := 0, 0; i < len(line); {
		r, n := utf8.DecodeRune(line[i:])
		after, _ := utf8.DecodeRune(line[i+n:])
		text := e.next(r, n, line[i], after)
		for next < len(secrets) && secrets[next].To <= i {
			next++
		}
		if next < len(secrets) && secrets[next].From <= i {
			c := cell{secret: next + 1}
			if len(out) == 0 || out[len(out)-1].secret != c.secret {
				c.text = secrets[next].Shown()
				c.width = utf8.RuneCountInString(c.text)
			}
			out = append(out, c)
			i += n
			continue
		}
		c := cell{text: text, width: len(text)}
		switch {
		case r == '\t':
			c = cell{text: strings.Repeat(" ", tabCells), width: tabCells}
		case text == string(r):
			c.width = table.RuneCells(r)
		}
		out = append(out, c)
		i += n
	}
	return out
}

// marked is a source line with the place of its carets.
type marked struct {
	text string
	// pad and carets count terminal cells.
	pad, carets int
	// from and to are the bytes of the text that the carets are below.
	from, to int
}

// mark draws the code points of a line with carets from column from up to, and
// without, column to (1-based). At least one caret is drawn, after the end of
// the line if need be. A line wider than limit is cut around the carets. What
// secrets finds between two bytes of the line is not shown; carets that are about a
// part of it are about all of what stands for it.
func mark(line []byte, from, to, limit int, secrets func(from, to int) []secret.Found) marked {
	n := utf8.RuneCount(line)
	from = min(max(from, 1), n+1)
	to = min(max(to, from), n+1)
	// Of a long line only what may be shown is drawn, and marks of no width are
	// not followed for ever.
	first, last := max(from-1-reach*limit, 0), min(from-1+reach*limit, n)
	start := skip(line, first)
	end := start + skip(line[start:], last-first)
	var found []secret.Found
	if secrets != nil {
		found = secrets(start, end)
	}
	for i := range found {
		found[i].From, found[i].To = found[i].From-start, found[i].To-start
	}
	all := cells(line[start:end], found)
	from, to = first+whole(all, from-1-first, -1)+1, first+whole(all, to-1-first, +1)+1
	lo, hi := window(all, from-1-first, limit)
	m := marked{}
	var b strings.Builder
	if first+lo > 0 {
		b.WriteString(ellipsis)
		m.pad++
		m.from, m.to = b.Len(), b.Len()
	}
	for i := lo; i < hi; i++ {
		b.WriteString(all[i].text)
		switch {
		case first+i < from-1:
			m.pad += all[i].width
			m.from, m.to = b.Len(), b.Len()
		case first+i < to-1:
			m.carets += all[i].width
			m.to = b.Len()
		}
	}
	if first+hi < n {
		b.WriteString(ellipsis)
	}
	m.text = strings.TrimRight(b.String(), " ")
	m.from, m.to = min(m.from, len(m.text)), min(m.to, len(m.text))
	m.carets = max(m.carets, 1)
	return m
}

// whole moves the border at of carets out of a secret: to its beginning or its end.
func whole(all []cell, at, step int) int {
	for at > 0 && at < len(all) && all[at].secret > 0 && all[at].secret == all[at-1].secret {
		at += step
	}
	return at
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
