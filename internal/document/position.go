package document

import (
	"bytes"
	"unicode/utf8"
)

// Past is the position after a text that begins at another one.
func (p Position) Past(text []byte) Position {
	p.Offset += len(text)
	if n := bytes.Count(text, []byte("\n")); n > 0 {
		p.Line += n
		p.Column = 1
		text = text[bytes.LastIndexByte(text, '\n')+1:]
	}
	p.Column += utf8.RuneCount(text)
	return p
}
