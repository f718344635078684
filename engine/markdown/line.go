package markdown

import "bytes"

// lineScanner goes along one line and counts columns, as tabs need it.
type lineScanner struct {
	text []byte // up to the end of the line
	off  int
	col  int
}

// peek returns the next byte, 0 at the end.
func (l *lineScanner) peek() byte {
	if l.off < len(l.text) {
		return l.text[l.off]
	}
	return 0
}

// rest returns what is left of the line.
func (l *lineScanner) rest() []byte { return l.text[l.off:] }

// blank reports whether nothing but blanks is left.
func (l *lineScanner) blank() bool {
	for _, c := range l.text[l.off:] {
		if c != ' ' && c != '\t' {
			return false
		}
	}
	return true
}

// indent goes past blanks and returns their width; a tab reaches to the next
// multiple of four columns.
func (l *lineScanner) indent() int {
	from := l.col
	for l.off < len(l.text) {
		switch l.text[l.off] {
		case ' ':
			l.col++
		case '\t':
			l.col += 4 - l.col%4
		default:
			return l.col - from
		}
		l.off++
	}
	return l.col - from
}

// skip goes past blanks of at most n columns. A tab that is wider than what is
// left of n counts as a whole.
func (l *lineScanner) skip(n int) {
	for to := l.col + n; l.col < to && l.off < len(l.text); l.off++ {
		switch l.text[l.off] {
		case ' ':
			l.col++
		case '\t':
			l.col += 4 - l.col%4
		default:
			return
		}
	}
}

// quote goes past ">" and the blank behind it.
func (l *lineScanner) quote() {
	l.off++
	l.col++
	l.skip(1)
}

// gap returns the width of the blanks between a list mark and its text: one
// where there is no text, or where the text is indented code.
func (l *lineScanner) gap() int {
	look := *l
	n := look.indent()
	if n > 4 || look.off == len(look.text) {
		return 1
	}
	return n
}

func isBlank(c byte) bool { return c == ' ' || c == '\t' }

// headingLevel returns the level of a line of the form "## text", else 0.
func headingLevel(rest []byte) int {
	n := 0
	for n < len(rest) && rest[n] == '#' {
		n++
	}
	if n > 6 || n < len(rest) && !isBlank(rest[n]) {
		return 0
	}
	return n
}

// isBreak reports whether a line is a thematic break: three or more of the same
// mark, and blanks.
func isBreak(rest []byte) bool {
	mark := rest[0]
	if mark != '-' && mark != '*' && mark != '_' {
		return false
	}
	n := 0
	for _, c := range rest {
		switch {
		case c == mark:
			n++
		case !isBlank(c):
			return false
		}
	}
	return n >= 3
}

// isUnderline reports whether a line makes the paragraph above it a heading.
func isUnderline(rest []byte) bool {
	mark := rest[0]
	if mark != '=' && mark != '-' {
		return false
	}
	return len(bytes.Trim(bytes.TrimRight(rest, " \t"), string(mark))) == 0
}

// listMark returns the width of a list mark without the blank behind it, 0 when
// there is none, and whether such an item may follow a paragraph directly.
func listMark(rest []byte) (width int, interrupts bool) {
	one := true
	switch c := rest[0]; {
	case c == '-' || c == '+' || c == '*':
		width = 1
	case c >= '0' && c <= '9':
		n := 0
		for n < len(rest) && n < 10 && rest[n] >= '0' && rest[n] <= '9' {
			n++
		}
		if n > 9 || n == len(rest) || rest[n] != '.' && rest[n] != ')' {
			return 0, false
		}
		one = n == 1 && c == '1'
		width = n + 1
	default:
		return 0, false
	}
	if width < len(rest) && !isBlank(rest[width]) {
		return 0, false
	}
	return width, one && len(bytes.TrimLeft(rest[width:], " \t")) > 0
}

// fenceMark returns the character and the length of an opening code fence; the
// length is 0 when there is none.
func fenceMark(rest []byte) (byte, int) {
	c := rest[0]
	if c != '`' && c != '~' {
		return 0, 0
	}
	n := 0
	for n < len(rest) && rest[n] == c {
		n++
	}
	if n < 3 || c == '`' && bytes.IndexByte(rest[n:], '`') >= 0 {
		return 0, 0
	}
	return c, n
}
