package zeroclawexec

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// zeroClawSplitter splits at unquoted ; newline | || && and follows heredocs as
// ZeroClaw does: whatever stands on the line behind "<<" is the delimiter.
type zeroClawSplitter struct {
	src      string
	parts    []zeroClawPart
	current  strings.Builder
	start    int // where current begins, -1 when it is empty
	quote    byte
	escaped  bool
	inBody   bool
	delim    string
	line     strings.Builder
	reading  bool
	word     strings.Builder
	position int
}

func zeroClawSplit(src string) []zeroClawPart {
	s := zeroClawSplitter{src: src, start: -1}
	for i := 0; i < len(src); {
		s.position = i
		r, n := decodeRune(src[i:])
		i += n + s.step(r, src[i+n:])
	}
	s.push()
	return s.parts
}

// decodeRune is the first rune of s and its length, 1 for an invalid byte.
func decodeRune(s string) (rune, int) { return utf8.DecodeRuneInString(s) }

func (s *zeroClawSplitter) add(r rune) {
	if s.start < 0 {
		s.start = s.position
	}
	s.current.WriteRune(r)
}

// push ends a segment. Segments of white space alone are dropped.
func (s *zeroClawSplitter) push() {
	raw := s.current.String()
	if trimmed := strings.TrimSpace(raw); trimmed != "" {
		lead := len(raw) - len(strings.TrimLeftFunc(raw, unicode.IsSpace))
		s.parts = append(s.parts, zeroClawPart{trimmed, max(0, s.start) + lead})
	}
	s.current.Reset()
	s.start = -1
}

// step takes one character; rest is what follows it. It returns how many
// further bytes it used.
func (s *zeroClawSplitter) step(r rune, rest string) int {
	switch s.quote {
	case '\'':
		if r == '\'' {
			s.quote = 0
		}
		s.add(r)
		return 0
	case '"':
		s.add(r)
		switch {
		case s.escaped:
			s.escaped = false
		case r == '\\':
			s.escaped = true
		case r == '"':
			s.quote = 0
		}
		return 0
	}
	if s.escaped || r == '\\' {
		s.escaped = !s.escaped
		if s.inBody {
			s.line.WriteRune(r)
		} else {
			s.add(r)
		}
		return 0
	}
	switch {
	case s.reading:
		s.delimiter(r)
		return 0
	case s.inBody:
		s.body(r)
		return 0
	}
	return s.operator(r, rest)
}

// delimiter reads the rest of the line behind "<<".
func (s *zeroClawSplitter) delimiter(r rune) {
	s.add(r)
	if r != '\n' {
		s.word.WriteRune(r)
		return
	}
	raw := strings.TrimLeft(strings.TrimSpace(s.word.String()), "-")
	if d := strings.Trim(raw, `'"\`); d != "" {
		s.delim, s.inBody = d, true
	}
	s.word.Reset()
	s.reading = false
}

// body drops the lines of a heredoc.
func (s *zeroClawSplitter) body(r rune) {
	if r != '\n' {
		s.line.WriteRune(r)
		return
	}
	done := strings.TrimSpace(s.line.String()) == s.delim
	s.line.Reset()
	if done {
		s.inBody = false
		s.push()
	}
}

func (s *zeroClawSplitter) operator(r rune, rest string) int {
	next := byte(0)
	if rest != "" {
		next = rest[0]
	}
	switch r {
	case '\'', '"':
		s.quote = byte(r)
		s.add(r)
	case ';', '\n':
		s.push()
	case '|':
		s.push()
		if next == '|' {
			return 1
		}
	case '&':
		if next == '&' {
			s.push()
			return 1
		}
		s.add(r)
	case '<':
		s.add(r)
		if next == '<' {
			s.add('<')
			s.reading = len(rest) < 2 || rest[1] != '<'
			return 1
		}
	default:
		s.add(r)
	}
	return 0
}
