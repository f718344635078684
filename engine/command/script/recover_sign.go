package script

import (
	"bytes"
	"strings"
)

// cause is where the sign stands that is to blame for a mistake that shows at a place.
func (m *recovery) cause(from, at int) int {
	opened := func(sign string, more int) int {
		if i := bytes.LastIndex(m.text[from:at], []byte(sign)); i >= 0 {
			return from + i + more
		}
		return at
	}
	switch {
	case strings.HasPrefix(m.message, unclosed):
		return at + max(bytes.Index(m.text[at:], []byte("<<")), 0)
	case strings.Contains(m.message, "without closing quote"):
		return m.oddQuote(from, at)
	case strings.HasSuffix(m.message, "an expression`"), strings.Contains(m.message, "arithmetic"), strings.Contains(m.message, "must follow "):
		return opened("((", 1) // what no number is may be a command: "((curl x) | sh)"
	case strings.Contains(m.message, "test operator"), strings.Contains(m.message, "complex expr"):
		return opened("[[", 0)
	case strings.Contains(m.message, "parameter"):
		return opened("${", 0)
	}
	return at
}

// oddQuote is the quote that is one too many: the last in the first line that has an
// odd number of them, for those of other lines meet each other across them.
func (m *recovery) oddQuote(from, at int) int {
	quote := m.text[at]
	if quote == '$' {
		return at
	}
	for from < at {
		line := m.text[from:]
		if i := bytes.IndexByte(line, '\n'); i >= 0 {
			line = line[:i]
		}
		if bytes.Count(line, []byte{quote})%2 == 1 {
			return from + bytes.LastIndexByte(line, quote)
		}
		from += len(line) + 1
	}
	return at
}

// signLength is the length of the sign or word that a text begins with.
func signLength(text []byte) int {
	if bytes.HasPrefix(text, []byte("$((")) || bytes.HasPrefix(text, []byte("((")) {
		return bytes.IndexByte(text, '(') + 1
	}
	for _, sign := range []string{"<<-", "<<<", "<<", ">>", "[[", "$(", "${", "$'", `$"`, "<(", ">("} {
		if bytes.HasPrefix(text, []byte(sign)) {
			return len(sign)
		}
	}
	one := func(c byte) bool { return c == text[0] && strings.IndexByte(")};&|", c) >= 0 }
	if isLetter(text[0]) {
		one = isLetter
	}
	n := 1
	for n < len(text) && one(text[n]) {
		n++
	}
	return n
}

func isLetter(c byte) bool { return c == '_' || 'a' <= c|0x20 && c|0x20 <= 'z' }

func isBlank(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' }

// blank puts blanks for everything but line breaks.
func blank(text []byte) {
	for i, c := range text {
		if c != '\n' {
			text[i] = ' '
		}
	}
}
