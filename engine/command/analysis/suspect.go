package analysis

import (
	"strings"

	"github.com/skillctl/skillctl/engine/argv"
	"github.com/skillctl/skillctl/engine/command"
	"github.com/skillctl/skillctl/engine/command/script"
	"mvdan.cc/sh/v3/syntax"
)

// continuations finds line continuations, and those inside an operator, which
// shells and the parser do not read alike. What it finds in quotes and comments
// as well does no harm.
func (a *analyser) continuations(t *script.Text, id int) {
	s := t.Src
	for i := 0; i+1 < len(s); i++ {
		if s[i] != '\\' {
			continue
		}
		switch s[i+1] {
		case '\\':
			i++
		case '\n':
			a.construct("line-continuation", t, i, i+2)
			if splitsToken(s, i) {
				a.opaque(command.OpaqueLines, id, "a line continuation inside an operator", t.Span(i, i+2))
			}
		}
	}
}

// suspectCharacters finds places where shells and the parser disagree about
// where a word or a line ends: white space that is none to a shell, carriage
// returns that the parser drops, and comments that it takes to go on behind a
// backslash at their end.
//
// The tree tells which bytes lie within a word, and which in quotes. Up to the
// first such place it is right about them, and one place is enough.
func (a *analyser) suspectCharacters(t *script.Text, file *syntax.File, id int) {
	s := t.Src
	if backslashes(s)%2 == 1 {
		a.opaque(command.OpaqueLines, id, "a backslash at the end, where no line follows", t.Span(len(s)-1, len(s)))
	}
	if !strings.ContainsAny(s, "\v\f\r") && !strings.Contains(s, "\\\n") {
		return
	}
	in := bytesOf(s, file)
	backquotes := strings.IndexByte(s, '`') >= 0 // in them, two backslashes are one
	comment := false
	for i := 0; i < len(s); i++ {
		if in[i] != between {
			comment = false
		}
		switch s[i] {
		case '\v', '\f', '\r':
			if in[i] != quotedText {
				a.opaque(command.OpaqueLines, id, "a control character that shells do not take for white space", t.Span(i, i+1))
			}
		case '#':
			comment = in[i] == between
		case '\n':
			if run := backslashes(s[:i]); comment && (run%2 == 1 || run > 0 && backquotes) {
				a.opaque(command.OpaqueLines, id, "a comment ends in a backslash; the line after it runs", t.Span(i-1, i+1))
			}
			comment = false
		}
	}
}

// backslashes is how many backslashes a text ends in.
func backslashes(s string) int { return len(s) - len(strings.TrimRight(s, "\\")) }

// What a byte of a text belongs to.
const (
	between    byte = iota // white space, operators, comments
	inWord                 // a literal, also the body of a heredoc
	quotedText             // a literal in quotes, as it stands
)

// bytesOf says of each byte which literal it belongs to. Where the only
// difference between a quoted literal and its text is that the parser dropped
// carriage returns, it puts them back.
func bytesOf(src string, file *syntax.File) []byte {
	in := make([]byte, len(src))
	mark := func(from, to int, what byte) {
		for i := min(from, len(src)); i < min(to, len(src)); i++ {
			in[i] = what
		}
	}
	quoted := func(from, to int, value *string) {
		from, to = min(from, len(src)), min(to, len(src))
		raw := src[from:max(from, to)]
		if raw != *value {
			if strings.ReplaceAll(raw, "\r\n", "\n") != *value {
				mark(from, to, inWord)
				return
			}
			*value = raw
		}
		mark(from, to, quotedText)
	}
	syntax.Walk(file, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.Lit:
			if from := int(n.Pos().Offset()); from >= len(src) || in[from] == between {
				mark(from, int(n.End().Offset()), inWord)
			}
		case *syntax.SglQuoted:
			mark(int(n.Pos().Offset()), int(n.End().Offset()), inWord)
			from := int(n.Left.Offset()) + 1
			if n.Dollar {
				from++
			}
			quoted(from, int(n.Right.Offset()), &n.Value)
		case *syntax.DblQuoted:
			for _, part := range n.Parts {
				if l, ok := part.(*syntax.Lit); ok {
					quoted(int(l.Pos().Offset()), int(l.End().Offset()), &l.Value)
				}
			}
		}
		return true
	})
	return in
}

// splitsToken reports whether the line continuation at s[i] stands between two
// characters that would be one operator without it.
func splitsToken(s string, i int) bool {
	before := i - 1
	for before >= 1 && s[before] == '\n' && s[before-1] == '\\' {
		before -= 2
	}
	after := i + 2
	for after+1 < len(s) && s[after] == '\\' && s[after+1] == '\n' {
		after += 2
	}
	if before < 0 || after >= len(s) {
		return false
	}
	switch s[before] {
	case '$':
		return strings.IndexByte("({['\"", s[after]) >= 0 || s[after] == '_' || argv.IsNameByte(s[after])
	case '&', '|', ';', '<', '>', '(':
		return strings.IndexByte("&|;<>(", s[after]) >= 0
	}
	return false
}
