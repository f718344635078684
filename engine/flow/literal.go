package flow

import (
	"bytes"
)

// maxLiteral is the longest string of a program that is looked into, in bytes;
// maxSearched is in how much of a program the ends of strings are searched.
const (
	maxLiteral  = 16 << 10
	maxSearched = 64 << 20
)

// literals looks through the strings of a program, which may be handed to a shell.
// Which quote begins a string and which ends one only a parser of the language knows:
// an apostrophe in a comment or a pattern changes that for all behind it. So each
// quote is taken for a beginning, save in strings that are understood already.
func (w *Finder) literals(p snippet) {
	text, at, vain := p.bytes(), p.cursor(), 0
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
		if w.json {
			i = w.jsonString(p, &at, open) + 1
			continue
		}
		end, ended := literalEnd(text, open, c, length)
		if vain += end - open; vain > maxSearched && vain > 8*len(text) {
			w.Beyond(p.file, "strings in strings: their ends were searched in more than %d bytes", maxSearched)
			return
		}
		i = open
		// In a command of a sentence the quotes are a shell's: what is in them is one word.
		if ended && (w.literal(p, &at, open, end) || p.kind == inSpan) {
			i = end + length
		}
	}
}

// jsonString looks through a string of JSON, of which there is no doubt where it ends,
// and says where that is. A long one is looked through line by line.
func (w *Finder) jsonString(p snippet, at *cursor, open int) int {
	text, end := p.bytes(), open
	for end < len(text) && text[end] != '"' {
		if text[end] == '\\' {
			end++
		}
		end++
	}
	if end = min(end, len(text)); end-open <= maxLiteral {
		w.literal(p, at, open, end)
		return end
	}
	for begin := open; begin < end; {
		length := end - begin
		if i := bytes.Index(text[begin:end], []byte(`\n`)); i >= 0 {
			length = i
		}
		w.literal(p, at, begin, begin+length)
		begin += length + len(`\n`)
	}
	return end
}

// literal looks through a string, and reports whether it found something.
func (w *Finder) literal(p snippet, at *cursor, open, end int) bool {
	text, before := p.bytes(), len(w.Flows)+len(w.Commands)+len(w.Uses)
	if end-open > 3 && end-open <= maxLiteral && (p.command(open, end) || w.runsIn(text[open:end])) {
		w.flows(at.piece(open, end, inLiteral))
	}
	return len(w.Flows)+len(w.Commands)+len(w.Uses) > before
}

// literalEnd is where a string ends, and false with how far was looked when it does
// not. Only strings of three quotes, and those in backticks, go on in the next line.
func literalEnd(text []byte, from int, quote byte, length int) (int, bool) {
	i := from
	for ; i < len(text) && i-from <= maxLiteral+1; i++ {
		switch c := text[i]; {
		case c == '\\':
			i++
		case c == '\n' && length == 1 && quote != '`':
			return i, false
		case c != quote:
		case length == 1 || bytes.HasPrefix(text[i:], []byte{c, c, c}):
			return i, true
		}
	}
	return min(i, len(text)), false
}

// command reports whether a string between two offsets can be a command: it has a
// sign of one, and more than one word.
func (p snippet) command(begin, end int) bool {
	text := p.bytes()[begin:end]
	return (bytes.IndexByte(text, ' ') > 0 || bytes.IndexByte(text, '\\') >= 0) && (p.marks.within(p.start.Offset+begin, p.start.Offset+end, signCode) || spelt(text, signCode))
}

// programText looks into the strings of a program that a command gives to an
// interpreter as an argument, if it starts other programs: awk 'BEGIN{system("…")}'.
func (w *Finder) programText(p snippet, read plainText, t *taint, id int) {
	c := &t.facts.Commands[id]
	if c.Interpreter == nil || c.Interpreter.Family == "shell" {
		return
	}
	for _, word := range c.Args[1:min(len(c.Args), maxArgs)] {
		begin, end := word.Span.Start.Offset, word.Span.End.Offset
		if !watched().starts(word.Text) || begin < 0 || end-begin < 2 || end > len(read.text) || p.kind == inLiteral {
			continue
		}
		w.literals(p.part(read.at[begin]+1, read.at[end-1], p.kind))
	}
}
