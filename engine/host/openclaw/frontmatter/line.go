package frontmatter

import "bytes"

// Line is one line of a text, without its end.
type Line struct {
	Text  []byte
	Start int // offset in the text
	Next  int // offset of the next line
}

// CutLine cuts the first line off a text at an offset; a line ends at a line
// feed, a carriage return, or both.
func CutLine(text []byte, off int) Line {
	rest := text[off:]
	n := bytes.IndexAny(rest, "\r\n")
	if n < 0 {
		return Line{Text: rest, Start: off, Next: len(text)}
	}
	next := n + 1
	if rest[n] == '\r' && next < len(rest) && rest[next] == '\n' {
		next++
	}
	return Line{Text: rest[:n], Start: off, Next: off + next}
}
