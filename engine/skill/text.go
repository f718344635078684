package skill

import (
	"bytes"
	"unicode/utf8"

	"github.com/skillctl/skillctl/engine/host/openclaw/frontmatter"
	"github.com/skillctl/skillctl/internal/document"
)

// Newline styles of a text.
const (
	NewlineLF    = "lf"
	NewlineCRLF  = "crlf"
	NewlineCR    = "cr"
	NewlineMixed = "mixed"
	NewlineNone  = "none"
)

// readText says how a text is written down.
func readText(text []byte) Text {
	t := Text{
		UTF8: utf8.Valid(text), BOM: bytes.HasPrefix(text, []byte(byteOrderMark)),
		NUL: bytes.IndexByte(text, 0) >= 0, Newline: NewlineNone,
	}
	feeds, returns := bytes.Count(text, []byte{'\n'}), bytes.Count(text, []byte{'\r'})
	pairs := 0
	if returns > 0 {
		pairs = bytes.Count(text, []byte("\r\n"))
	}
	kinds := 0
	for _, k := range []struct {
		style string
		n     int
	}{{NewlineLF, feeds - pairs}, {NewlineCRLF, pairs}, {NewlineCR, returns - pairs}} {
		if k.n > 0 {
			t.Newline = k.style
			kinds++
		}
	}
	if kinds > 1 {
		t.Newline = NewlineMixed
	}
	if !t.UTF8 || t.NUL || returns > pairs {
		if off := firstBad(text); off >= 0 {
			at := positionAt(text, off)
			end := at
			end.Column++
			end.Offset++
			t.Bad = &document.Span{Start: at, End: end}
		}
	}
	return t
}

// firstBad returns the offset of the first byte that is not UTF-8, NUL, or a
// carriage return without a line feed; -1 when there is none.
func firstBad(text []byte) int {
	for i := 0; i < len(text); {
		c, n := utf8.DecodeRune(text[i:])
		switch {
		case c == 0, c == utf8.RuneError && n == 1:
			return i
		case c == '\r' && (i+1 == len(text) || text[i+1] != '\n'):
			return i
		}
		i += n
	}
	return -1
}

// positionAt counts lines and code points up to an offset.
func positionAt(text []byte, off int) document.Position {
	line, start := 1, 0
	for i := 0; i < off; {
		l := frontmatter.CutLine(text, i)
		if l.Next > off || l.Next == len(text) && l.Next == l.Start+len(l.Text) {
			break
		}
		line, start, i = line+1, l.Next, l.Next
	}
	return document.Position{Line: line, Column: utf8.RuneCount(text[start:off]) + 1, Offset: off}
}
