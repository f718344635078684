package javascript

import (
	"bytes"
	"strings"

	"github.com/skillctl/skillctl/engine/flow/code"
)

type kind uint8

const (
	end kind = iota
	word
	number
	text     // s is what it says
	template // parts are what it is made of
	regex    // s is it, without the slash that it begins with
	mark
)

// token is a word or a mark. first says that it is the first of its line.
type token struct {
	kind     kind
	s        string
	pos, end int
	first    bool
	parts    []part
}

// part of a template: a text, or the tokens of a value.
type part struct {
	s    string
	toks []token
}

// lexer takes a text apart.
type lexer struct {
	marks []string
	src   []byte
	toks  []token
	count *int
	depth int
	cut   *string
}

func marksOf() []string {
	return []string{">>>=", "...", "===", "!==", "**=", "<<=", ">>=", "&&=", "||=", "??=", "=>", "==", "!=", "<=", ">=", "&&", "||", "??", "?.", "++", "--", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "**"}
}

func lex(src []byte) ([]token, string) {
	count, cut := 0, ""
	l := lexer{src: src, marks: marksOf(), count: &count, cut: &cut}
	l.run(0, false)
	return l.toks, cut
}

// run takes tokens from an offset on, up to the end or, within a template, up to the
// bracket that closes the value; it is where that stands.
func (l *lexer) run(i int, inner bool) int {
	open, first := 0, true
	for i < len(l.src) && *l.cut == "" {
		before := len(l.toks)
		c := l.src[i]
		switch {
		case c == '\n':
			first = true
			i++
			continue
		case c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v':
			i++
			continue
		case bytes.HasPrefix(l.src[i:], []byte("//")) || i == 0 && bytes.HasPrefix(l.src, []byte("#!")):
			i = l.until(i, "\n")
			continue
		case bytes.HasPrefix(l.src[i:], []byte("/*")):
			i = min(len(l.src), l.until(i+2, "*/")+2)
			continue
		case inner && c == '}' && open == 0:
			return l.finish(i)
		case c == '{':
			open++
			i = l.mark(i, 1)
		case c == '}':
			open--
			i = l.mark(i, 1)
		default:
			i = l.next(i)
		}
		if len(l.toks) > before {
			l.toks[before].first = first
			first = false
		}
	}
	return l.finish(i)
}

// finish ends the tokens: whatever reads them stops there.
func (l *lexer) finish(i int) int {
	at := min(i, len(l.src))
	l.toks = append(l.toks, token{kind: end, pos: at, end: at, first: true})
	return i
}

func (l *lexer) until(i int, stop string) int {
	if n := bytes.Index(l.src[min(i, len(l.src)):], []byte(stop)); n >= 0 {
		return i + n
	}
	return len(l.src)
}

func (l *lexer) add(t token) int {
	if *l.count++; *l.count > code.MaxTokens {
		*l.cut = code.CutTokens
		return len(l.src)
	}
	l.toks = append(l.toks, t)
	return t.end
}

func (l *lexer) mark(i, length int) int {
	return l.add(token{kind: mark, s: string(l.src[i : i+length]), pos: i, end: i + length})
}

func isWord(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || c == '_' || c == '$' || c == '#' || c >= 0x80
}

func (l *lexer) next(i int) int {
	switch c := l.src[i]; {
	case c == '"' || c == '\'':
		return l.quoted(i)
	case c == '`':
		return l.template(i)
	case '0' <= c && c <= '9':
		j := i
		for j < len(l.src) && (isWord(l.src[j]) || l.src[j] == '.') {
			j++
		}
		return l.add(token{kind: number, s: string(l.src[i:j]), pos: i, end: j})
	case isWord(c):
		j := i + 1
		for j < len(l.src) && isWord(l.src[j]) {
			j++
		}
		return l.add(token{kind: word, s: string(l.src[i:j]), pos: i, end: j})
	case c == '/' && l.operand():
		if stop := l.pattern(i); stop > 0 {
			return l.add(token{kind: regex, s: string(l.src[i+1 : stop]), pos: i, end: stop})
		}
	}
	for _, m := range l.marks {
		if bytes.HasPrefix(l.src[i:], []byte(m)) && !(m == "?." && i+2 < len(l.src) && '0' <= l.src[i+2] && l.src[i+2] <= '9') {
			return l.mark(i, len(m))
		}
	}
	return l.mark(i, 1)
}

// operand reports whether a value may begin here, so that a slash begins a pattern.
func (l *lexer) operand() bool {
	if len(l.toks) == 0 {
		return true
	}
	switch t := &l.toks[len(l.toks)-1]; t.kind {
	case mark:
		return !strings.Contains(")]}", t.s)
	case word:
		switch t.s {
		case "return", "typeof", "case", "in", "of", "await", "yield", "else", "do", "void", "delete", "new":
			return true
		}
	}
	return false
}

// pattern is where a regular expression ends that begins at an offset, 0 for none.
func (l *lexer) pattern(i int) int {
	class := false
	for j := i + 1; j < len(l.src); j++ {
		switch c := l.src[j]; {
		case c == '\n':
			return 0
		case c == '\\':
			j++
		case c == '[':
			class = true
		case c == ']':
			class = false
		case c == '/' && !class:
			for j++; j < len(l.src) && isWord(l.src[j]); j++ {
			}
			return j
		}
	}
	return 0
}

// quoted takes a text; one that is not closed ends with its line.
func (l *lexer) quoted(i int) int {
	j := i + 1
	for j < len(l.src) && l.src[j] != l.src[i] && l.src[j] != '\n' {
		if l.src[j] == '\\' {
			j++
		}
		j++
	}
	j = min(j, len(l.src))
	stop := j
	if j < len(l.src) && l.src[j] == l.src[i] {
		stop++
	}
	return l.add(token{kind: text, s: unescaped(string(l.src[i+1 : max(j, i+1)])), pos: i, end: max(stop, i+1)})
}

// template takes a text with values in it.
func (l *lexer) template(i int) int {
	t := token{kind: template, pos: i}
	from := i + 1
	j := from
	for j < len(l.src) && l.src[j] != '`' {
		switch {
		case l.src[j] == '\\':
			j++
		case bytes.HasPrefix(l.src[j:], []byte("${")):
			t.parts = append(t.parts, part{s: unescaped(string(l.src[from:j]))})
			if l.depth >= code.MaxDepth/4 {
				*l.cut = code.CutDepth
				return len(l.src)
			}
			inner := lexer{src: l.src, marks: l.marks, count: l.count, cut: l.cut, depth: l.depth + 1}
			j = inner.run(j+2, true)
			t.parts = append(t.parts, part{toks: inner.toks})
			from = min(j+1, len(l.src))
		}
		j++
	}
	j = min(j, len(l.src))
	t.parts = append(t.parts, part{s: unescaped(string(l.src[min(from, j):j]))})
	t.end = min(j+1, len(l.src))
	return l.add(t)
}
