package flow

import (
	"bytes"
	"slices"
	"strings"
)

// maxLiteral is the longest string of a program that is looked into, in bytes.
const maxLiteral = 16 << 10

// literals looks through the strings of a program, which may be handed to a shell.
// Strings that stand next to each other, or with a plus between them, are one.
func (w *Finder) literals(p snippet) {
	text, at := p.bytes(), p.cursor()
	for i := 0; i < len(text); {
		c := text[i]
		if c != '"' && c != '\'' && c != '`' {
			i++
			continue
		}
		open, length := i+1, 1
		if c != '`' && bytes.HasPrefix(text[i:], []byte{c, c, c}) {
			open, length = i+3, 3
		}
		end := literalEnd(text, open, c, length)
		if end < 0 {
			i = open
			continue
		}
		if end-open > 3 && end-open <= maxLiteral && p.command(open, end) {
			w.flows(at.piece(open, end, inLiteral))
		}
		i = end + length
	}
}

// literalEnd is where a string ends; -1 when it does not. Only strings of three
// quotes, and those in backticks, go on in the next line.
func literalEnd(text []byte, from int, quote byte, length int) int {
	for i := from; i < len(text) && i-from <= maxLiteral+1; i++ {
		switch c := text[i]; {
		case c == '\\':
			i++
		case c == '\n' && length == 1 && quote != '`':
			return -1
		case c != quote:
		case length == 1 || bytes.HasPrefix(text[i:], []byte{c, c, c}):
			return i
		}
	}
	return -1
}

// command reports whether a string between two offsets can be a command: it has a
// sign of one, and more than one word.
func (p snippet) command(begin, end int) bool {
	return bytes.IndexByte(p.bytes()[begin:end], ' ') > 0 && p.marks.within(p.start.Offset+begin, p.start.Offset+end, signCode)
}

// programText looks into the strings of a program that a command gives to an
// interpreter as an argument, if it starts other programs: awk 'BEGIN{system("…")}'.
func (w *Finder) programText(p snippet, read plainText, t *taint, id int) {
	c := &t.facts.Commands[id]
	switch name := strings.TrimRight(t.programs[id], "0123456789."); name {
	case "awk", "gawk", "mawk", "nawk", "perl", "ruby", "python", "php", "node", "lua", "bun":
	default:
		return
	}
	for _, word := range c.Args[1:min(len(c.Args), maxArgs)] {
		begin, end := word.Span.Start.Offset, word.Span.End.Offset
		if !starts(word.Text) || begin < 0 || end-begin < 2 || end > len(read.text) || p.kind == inLiteral {
			continue
		}
		w.literals(p.part(read.at[begin]+1, read.at[end-1], p.kind))
	}
}

// starts reports whether a program has the name of a call that starts others.
func starts(text string) bool {
	return slices.ContainsFunc([]string{"system", "popen", "exec", "spawn", "getline", "subprocess", "check_output", "check_call", "run("}, func(call string) bool { return strings.Contains(text, call) })
}
