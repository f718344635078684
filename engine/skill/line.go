package skill

import "bytes"

// textLine is one line of a text, without its end.
type textLine struct {
	text  []byte
	start int // offset in the text
	next  int // offset of the next line
}

// cutLine cuts the first line off a text at an offset; a line ends at a line
// feed, a carriage return, or both.
func cutLine(text []byte, off int) textLine {
	rest := text[off:]
	n := bytes.IndexAny(rest, "\r\n")
	if n < 0 {
		return textLine{text: rest, start: off, next: len(text)}
	}
	next := n + 1
	if rest[n] == '\r' && next < len(rest) && rest[next] == '\n' {
		next++
	}
	return textLine{text: rest[:n], start: off, next: off + next}
}
