package document

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

// source is a text that may be parsed: not too large, UTF-8, without NUL bytes
// and without its byte order mark.
type source struct {
	file  string
	text  string
	lines *lines
}

const byteOrderMark = "\xef\xbb\xbf"

// start is the position of the first character of a file.
func start() Position { return Position{Line: 1, Column: 1} }

func newSource(file string, text []byte, base Position, o *options) (*source, error) {
	if len(text) > o.maxSize {
		return nil, &Error{
			Kind: Limit, File: file,
			Message: fmt.Sprintf("the text has %s bytes, more than the limit of %s", grouped(len(text)), grouped(o.maxSize)),
		}
	}
	if rest, ok := bytes.CutPrefix(text, []byte(byteOrderMark)); ok {
		text = rest
		base.Offset += len(byteOrderMark)
	}
	bad, message := badByte(text)
	if bad >= 0 {
		// Only what stands before the place is known to be text.
		at := newLines(string(text[:bad]), base).at(bad)
		end := at
		end.Column++
		end.Offset++
		return nil, &Error{Kind: Encoding, File: file, Span: Span{at, end}, Message: message, Hint: "save the file as UTF-8 text"}
	}
	s := string(text)
	return &source{file: file, text: s, lines: newLines(s, base)}, nil
}

// badByte returns the offset of the first byte that no text may hold, or -1.
func badByte(text []byte) (int, string) {
	nul := bytes.IndexByte(text, 0)
	if utf8.Valid(text) {
		return nul, "a NUL byte stands here: this is not a text file"
	}
	for i := 0; i < len(text); {
		if i == nul {
			return i, "a NUL byte stands here: this is not a text file"
		}
		r, size := utf8.DecodeRune(text[i:])
		if r == utf8.RuneError && size == 1 {
			return i, fmt.Sprintf("byte 0x%02X is not UTF-8", text[i])
		}
		i += size
	}
	return -1, ""
}

// fail returns an error about the bytes from start to end.
func (s *source) fail(kind ErrorKind, start, end int, format string, args ...any) *Error {
	return &Error{Kind: kind, File: s.file, Span: s.lines.span(start, end), Message: fmt.Sprintf(format, args...)}
}

// failAt returns a syntax error about the one character at offset.
func (s *source) failAt(offset int, format string, args ...any) *Error {
	return &Error{Kind: Syntax, File: s.file, Span: s.lines.runeSpan(offset), Message: fmt.Sprintf(format, args...)}
}

// tooDeep and tooMany are the errors of the bounds.
func (s *source) tooDeep(offset, limit int) *Error {
	err := s.failAt(offset, "values are nested more than %s deep", grouped(limit))
	err.Kind = Limit
	return err
}

func (s *source) tooMany(offset, limit int) *Error {
	err := s.failAt(offset, "the text holds more than %s values", grouped(limit))
	err.Kind = Limit
	return err
}

// grouped writes a number with commas: 10485760 is hard to read.
func grouped(n int) string {
	s := strconv.Itoa(n)
	var b strings.Builder
	for i, c := range s {
		if i > 0 && c != '-' && s[i-1] != '-' && (len(s)-i)%3 == 0 {
			b.WriteByte(',')
		}
		b.WriteRune(c)
	}
	return b.String()
}
