package python

import (
	"bytes"
	"strings"

	"github.com/skillctl/skillctl/engine/flow/code"
)

type kind uint8

const (
	end kind = iota
	newline
	word
	number
	text
	mark
)

// token is a word or a mark. Of a newline, indent is the margin of the line that
// follows; of a text, prefix are the letters before its quote, and inner is where it
// stands between its quotes.
type token struct {
	kind       kind
	s          string
	pos, end   int
	indent     int
	prefix     string
	inner, out int
}

// lexer takes a text apart.
type lexer struct {
	marks []string
	src   []byte
	base  int // the offset of src
	toks  []token
	open  int // brackets
	// margin is that of the line that the brackets were opened in.
	margin int
	cut    string
}

// marksOf are the marks of more than one character, the longest first.
func marksOf() []string {
	return []string{"**=", "//=", ">>=", "<<=", "...", "->", ":=", "==", "!=", "<=", ">=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "@=", "**", "//", "<<", ">>"}
}

// lex takes a text apart. Newlines within brackets are left out, but for one before a
// word that begins a statement only: a bracket before it was never closed.
func lex(src []byte, base int) ([]token, string) {
	l := lexer{src: src, marks: marksOf(), base: base}
	i := l.line(0)
	for i < len(src) && l.cut == "" {
		i = l.next(i)
	}
	l.add(token{kind: newline, pos: len(src), end: len(src)})
	l.add(token{kind: end, pos: len(src), end: len(src)})
	return l.toks, l.cut
}

func (l *lexer) add(t token) {
	if len(l.toks) >= code.MaxTokens && t.kind != end {
		l.cut = code.CutTokens
		return
	}
	t.pos, t.end = t.pos+l.base, t.end+l.base
	l.toks = append(l.toks, t)
}

// line notes the begin of the next line that is not blank, and is where its first
// word stands.
func (l *lexer) line(i int) int {
	begin, margin := i, 0
	for i < len(l.src) {
		switch c := l.src[i]; {
		case c == ' ' || c == '\f':
			margin++
		case c == '\t':
			margin += 8 - margin%8
		case c == '\n' || c == '\r':
			margin = 0
		case c == '#':
			for i < len(l.src) && l.src[i] != '\n' {
				i++
			}
			margin = 0
			continue
		case (bytes.HasPrefix(l.src[i:], []byte(">>> ")) || bytes.HasPrefix(l.src[i:], []byte("... "))) && margin == 0:
			i += 4 // of a session that is shown
			continue
		default:
			if l.open > 0 && !l.statement(i, margin) {
				return i
			}
			l.open, l.margin = 0, margin
			l.add(token{kind: newline, pos: begin, end: i, indent: margin})
			return i
		}
		i++
	}
	return i
}

// statement reports whether a line begins with what cannot stand within brackets.
func (l *lexer) statement(i, margin int) bool {
	j := i
	for j < len(l.src) && isWord(l.src[j]) {
		j++
	}
	switch string(l.src[i:j]) {
	case "def", "class", "import", "return", "while", "with", "raise", "try", "from", "elif", "except", "finally":
		return true
	}
	if j == i || margin > l.margin {
		return false
	}
	for j < len(l.src) && (isWord(l.src[j]) || l.src[j] == '.') {
		j++
	}
	return j < len(l.src) && l.src[j] == '(' || bytes.HasPrefix(l.src[j:], []byte(" = "))
}

func isWord(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || c == '_' || c >= 0x80
}

// next takes one word or mark.
func (l *lexer) next(i int) int {
	c := l.src[i]
	switch {
	case c == ' ' || c == '\t' || c == '\r' || c == '\f':
		return i + 1
	case c == '\n':
		return l.line(i)
	case c == '#':
		if n := bytes.IndexByte(l.src[i:], '\n'); n >= 0 {
			return i + n
		}
		return len(l.src)
	case c == '\\':
		if i+1 < len(l.src) && l.src[i+1] == '\r' {
			i++
		}
		return i + 2
	case c == '"' || c == '\'':
		return l.quoted(i, i)
	case '0' <= c && c <= '9':
		j := i
		for j < len(l.src) && (isWord(l.src[j]) || l.src[j] == '.') {
			j++
		}
		l.add(token{kind: number, s: string(l.src[i:j]), pos: i, end: j})
		return j
	case isWord(c):
		j := i
		for j < len(l.src) && isWord(l.src[j]) {
			j++
		}
		if j < len(l.src) && (l.src[j] == '"' || l.src[j] == '\'') && j-i < 3 && strings.Trim(strings.ToLower(string(l.src[i:j])), "rbfut") == "" {
			return l.quoted(i, j)
		}
		l.add(token{kind: word, s: string(l.src[i:j]), pos: i, end: j})
		return j
	}
	length := 1
	for _, m := range l.marks {
		if bytes.HasPrefix(l.src[i:], []byte(m)) {
			length = len(m)
			break
		}
	}
	switch c {
	case '(', '[', '{':
		l.open++
	case ')', ']', '}':
		l.open = max(0, l.open-1)
	}
	l.add(token{kind: mark, s: string(l.src[i : i+length]), pos: i, end: i + length})
	return i + length
}

// quoted takes a text; one that is not closed ends with its line.
func (l *lexer) quoted(begin, i int) int {
	quote := l.src[i : i+1]
	if bytes.HasPrefix(l.src[i:], bytes.Repeat(quote, 3)) {
		quote = l.src[i : i+3]
	}
	prefix := strings.ToLower(string(l.src[begin:i]))
	from := i + len(quote)
	j := from
	for j < len(l.src) && !bytes.HasPrefix(l.src[j:], quote) {
		if l.src[j] == '\\' {
			j++
		} else if l.src[j] == '\n' && len(quote) == 1 {
			break
		}
		j++
	}
	j = min(j, len(l.src))
	out := j
	if bytes.HasPrefix(l.src[j:], quote) {
		out = j + len(quote)
	}
	l.add(token{kind: text, prefix: prefix, pos: begin, end: out, inner: from, out: j})
	return max(out, begin+1)
}
