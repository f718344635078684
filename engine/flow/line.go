package flow

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"github.com/skillctl/skillctl/engine/flow/prose"
	"github.com/skillctl/skillctl/internal/lazydfa"
)

// wholeLine is a line of so many bytes with those that it goes on in.
func (w *Finder) wholeLine(rest []byte, length int) []byte {
	for begin := 0; length < len(rest) && length < maxSnippet; {
		next := rest[length+1:]
		if i := bytes.IndexByte(next, '\n'); i >= 0 {
			next = next[:i]
		}
		if !goesOn(rest[begin:length], next) {
			break
		}
		begin, length = length+1, length+1+len(next)
	}
	return rest[:length]
}

// recipes looks through the lines of a text: each is a command behind what such
// files begin a line with, as a Makefile, a Dockerfile, a workflow, a comment do.
func (w *Finder) recipes(p snippet) {
	text, at := p.bytes(), p.cursor()
	for begin := 0; begin < len(text); {
		length := len(text) - begin
		if i := bytes.IndexByte(text[begin:], '\n'); i >= 0 {
			length = i
		}
		line := bytes.TrimSuffix(w.wholeLine(text[begin:], length), []byte("*/"))
		if one := at.piece(begin, begin+len(line), inSentence); w.worth(one) && (p.kind != inCode || prefixed(line)) && (p.kind != inOther || w.known || p.marks.within(one.start.Offset, one.end, signRun) || w.pack.named(line) || w.trail.names(line)) {
			w.statement, w.other = p.kind == inCode, p.kind == inOther && !w.known
			w.line(one)
			w.statement, w.other = false, false
		}
		begin += length + 1
	}
}

// sentence looks through the code spans of a line, and at commands that stand in
// it without being marked as code.
func (w *Finder) sentence(p snippet) {
	line := p.bytes()
	w.calls(p)
	if !w.worth(p) && !structural(line) {
		return
	}
	at := p.cursor()
	for _, span := range codeSpans(line) {
		for _, part := range shownLines(line, span) {
			code := at.piece(part[0], part[1], inSpan)
			w.flows(code)
			if code.suspicious() {
				w.literals(code)
			}
		}
	}
	if p.suspicious() || w.pack.named(line) || w.trail.names(line) {
		w.line(p)
	}
}

// codeSpans are where the code of a line is that stands between backticks.
func codeSpans(line []byte) [][2]int {
	var spans [][2]int
	for from := 0; from < len(line); {
		open := bytes.IndexByte(line[from:], '`')
		if open < 0 {
			break
		}
		open += from
		inner := open
		for inner < len(line) && line[inner] == '`' {
			inner++
		}
		end := bytes.Index(line[inner:], line[open:inner])
		if end < 0 {
			from = inner
			continue
		}
		spans = append(spans, [2]int{inner, inner + end})
		from = inner + end + inner - open
	}
	return spans
}

// shownLines are the lines of a code span as who reads it sees them: some characters end a
// line that end none for Markdown, and three backticks on one line are a block to a reader,
// with the name of a shell before it.
func shownLines(line []byte, span [2]int) [][2]int {
	begin, end := span[0], span[1]
	if bytes.HasSuffix(line[:begin], []byte("```")) {
		if word := begin + wordLength(line[begin:end]); word < end && IsShell(strings.ToLower(string(line[begin:word]))) {
			begin = word
		}
	}
	var lines [][2]int
	for begin < end {
		at := bytes.IndexFunc(line[begin:end], endsLine)
		if at < 0 {
			break
		}
		_, size := utf8.DecodeRune(line[begin+at : end])
		lines = append(lines, [2]int{begin, begin + at})
		begin += at + size
	}
	return append(lines, [2]int{begin, end})
}

// endsLine reports whether a character ends a line where it is shown.
func endsLine(r rune) bool { return strings.ContainsRune("\f\v\x1c\x1d\x1e\u0085\u2028\u2029", r) }

// joins reports whether a line of a text may go on with what another one has made, as a
// shell says it: a variable, a function, a file, a text that is given along.
func joins(text []byte) bool {
	if bytes.IndexByte(bytes.TrimSpace(text), '\n') < 0 {
		return false
	}
	return bytes.IndexByte(text, '$') >= 0 && makes.Match(text) || bytes.Contains(text, []byte("<<")) && hereText.Match(text)
}

// makes is an assignment, or a function, of a shell; hereText a text that a command is
// given along.
var (
	makes    = lazydfa.New(`(?m)^[^\w\n"'(]*(?:(?:export|local|declare|readonly) +)?[A-Za-z_]\w*(?:\+?=[^ =\n]|[ \t]*\(\)[ \t]*\{)|[|&;][ \t]*(?:while +)?(?:read|mapfile|readarray)[ \t]`)
	hereText = lazydfa.New(`<<-?[ \t]*[\w'"\\]`)
)

// prefixed reports whether a line among statements of a shell is none itself: a comment,
// or a command behind a mark or a word of another kind of file.
func prefixed(line []byte) bool {
	line = bytes.TrimLeft(line, " \t")
	word := line[:wordLength(line)]
	switch {
	case len(word) == 0:
		return false
	case bytes.IndexByte([]byte("#>+-*%:!@;|<"), word[0]) >= 0, bytes.Contains(line, []byte(" #")), bytes.HasPrefix(line, []byte("//")), word[len(word)-1] == ':':
		return true
	}
	return prose.IsLetter(word[0]) && bytes.IndexByte(word, '=') < 0 && bytes.Equal(word, bytes.ToUpper(word)) || bytes.EqualFold(word, []byte("rem"))
}
