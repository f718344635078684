package sql

import (
	"strings"

	"github.com/skillctl/skillctl/engine/argv/text/reading"
)

// Dialect is the SQL that a program reads.
type Dialect int

// The dialects.
const (
	SQLite Dialect = iota
	Postgres
	MySQL
)

// tokenKind says what a token is.
type tokenKind int

const (
	word   tokenKind = iota // a name or keyword, in quotes or not
	text                    // a string
	number                  // digits
	sign                    // any other letter
)

// token is one token; value is in lower case for a word.
type token struct {
	kind  tokenKind
	value string
	// quoted: a name in quotes is no keyword.
	quoted bool
	at     int
}

// lexer splits a text into tokens.
type lexer struct {
	dialect Dialect
	src     string
	i       int
	out     []token
	reading *reading.Reading
}

func (l *lexer) refuse(why string) {
	l.reading.Refuse(min(l.i, len(l.src)), why)
	l.i = len(l.src) + 1
}

func (l *lexer) has(prefix string) bool {
	return strings.HasPrefix(l.src[min(l.i, len(l.src)):], prefix)
}

func (l *lexer) run() {
	for l.i < len(l.src) {
		l.next()
	}
}

// next reads one token or comment.
func (l *lexer) next() {
	switch c := l.src[l.i]; {
	case c == ' ' || c == '\t' || c == '\n':
		l.i++
	case l.has("--"):
		l.lineComment()
	case l.has("/*"):
		l.comment()
	case c == '\'':
		l.quoted('\'', text)
	case c == '"' && l.dialect == MySQL:
		l.quoted('"', text)
	case c == '"', c == '`' && l.dialect != Postgres:
		l.quoted(c, word)
	case c == '[' && l.dialect == SQLite:
		l.bracketed()
	case l.dialect == MySQL && (l.has(`\G`) || l.has(`\g`)):
		// The end of a statement, as a semicolon.
		l.out = append(l.out, token{kind: sign, value: ";", at: l.i})
		l.i += 2
	case letter(c):
		l.word()
	case c >= '0' && c <= '9':
		l.span(number, func(c byte) bool { return letter(c) || c >= '0' && c <= '9' || c == '.' })
	case c == '$' && l.dialect == Postgres, c == ':' && l.dialect == Postgres, c == '#' && l.dialect != Postgres:
		l.dollar()
	case strings.IndexByte("()[],;.+-*/%<>=!|&~^?:$@#", c) >= 0:
		l.out = append(l.out, token{kind: sign, value: string(c), at: l.i})
		l.i++
	default:
		// A backslash is a command of the program; others are none of SQL.
		l.refuse("the letter " + string(rune(c)))
	}
}

// dollar reads $1, :: and :=; other uses are texts in dollars and variables.
func (l *lexer) dollar() {
	switch rest := l.src[l.i:]; {
	case strings.HasPrefix(rest, "::"), strings.HasPrefix(rest, ":="):
		l.i += 2
	case len(rest) > 1 && rest[0] != '#' && rest[1] >= '0' && rest[1] <= '9':
		l.i++
	default:
		l.refuse("the letter " + rest[:1])
	}
}

func letter(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_' || c >= 0x80
}

func (l *lexer) span(kind tokenKind, in func(byte) bool) {
	from := l.i
	for l.i < len(l.src) && in(l.src[l.i]) {
		l.i++
	}
	l.out = append(l.out, token{kind: kind, value: strings.ToLower(l.src[from:l.i]), at: from})
}

// word reads a name or keyword. A name in front of a quote changes how the text
// is read: E'\”, U&"…".
func (l *lexer) word() {
	l.span(word, func(c byte) bool { return letter(c) || c >= '0' && c <= '9' || c == '$' })
	if l.i < len(l.src) && (l.src[l.i] == '\'' || l.src[l.i] == '"') {
		switch name := l.out[len(l.out)-1].value; name {
		case "e", "n", "u", "_utf8", "_utf8mb4", "_latin1", "_binary":
			l.refuse("a text with the prefix " + name)
		}
	}
	if l.has("&'") || l.has(`&"`) {
		l.refuse("a text with the prefix u&")
	}
}

// quoted reads a text or name; its quote is doubled in it.
func (l *lexer) quoted(quote byte, kind tokenKind) {
	from := l.i
	for l.i++; l.i < len(l.src); l.i++ {
		switch c := l.src[l.i]; {
		case c == '\\' && l.dialect == MySQL:
			if rest := l.src[l.i+1:]; rest == "" || strings.IndexByte(`\'"`+"`", rest[0]) >= 0 {
				l.refuse("a backslash before a quote")
				return
			}
		case c != quote:
		case l.i+1 < len(l.src) && l.src[l.i+1] == quote:
			l.i++
		default:
			value := strings.ReplaceAll(l.src[from+1:l.i], string([]byte{quote, quote}), string(quote))
			if kind == word {
				value = strings.ToLower(value)
			}
			l.out = append(l.out, token{kind: kind, value: value, quoted: true, at: from})
			l.i++
			return
		}
	}
	l.refuse("a text without its end")
}

func (l *lexer) bracketed() {
	end := strings.IndexByte(l.src[l.i:], ']')
	if end < 0 {
		l.refuse("a name without its end")
		return
	}
	l.out = append(l.out, token{kind: word, value: strings.ToLower(l.src[l.i+1 : l.i+end]), quoted: true, at: l.i})
	l.i += end + 1
}

func (l *lexer) lineComment() {
	// MySQL wants a blank behind the dashes.
	if rest := l.src[l.i+2:]; l.dialect == MySQL && rest != "" && strings.IndexByte(" \t\n", rest[0]) < 0 {
		l.refuse("-- without a blank")
		return
	}
	for l.i < len(l.src) && l.src[l.i] != '\n' {
		l.i++
	}
}

func (l *lexer) comment() {
	end := strings.Index(l.src[l.i+2:], "*/")
	switch {
	case end < 0:
		l.refuse("a comment without its end")
		return
	case strings.Contains(l.src[l.i+2:l.i+2+end], "/*"):
		l.refuse("a comment within a comment")
		return
	case l.dialect == MySQL && (l.has("/*!") || l.has("/*M!") || l.has("/*+")):
		l.refuse("a comment that is executed")
		return
	}
	l.i += end + 4
}
