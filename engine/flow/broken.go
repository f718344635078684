package flow

import (
	"bytes"
	"slices"
	"strings"

	"github.com/skillctl/skillctl/engine/argv"
	"github.com/skillctl/skillctl/engine/command"
	"github.com/skillctl/skillctl/engine/command/analysis"
	"github.com/skillctl/skillctl/engine/command/script"
	"github.com/skillctl/skillctl/engine/flow/prose"
	"github.com/skillctl/skillctl/engine/work"
	"github.com/skillctl/skillctl/internal/lazydfa"
)

// maxRecovered is how many bytes are read of the texts of a package with mistakes in
// them, counted each time that they are read.
const maxRecovered = 8 << 20

// recoveredUnits are what reading so many bytes again takes of [Finder.Work].
func recoveredUnits(bytes int) int { return bytes / 8 }

// broken takes a text with mistakes in its syntax apart: all statements of it that
// can be read together, as a shell runs them up to the mistake, and each line by
// itself, as somebody does who copies it.
func (w *Finder) broken(p snippet, read plainText) {
	if !w.shell && bytes.IndexByte(p.bytes(), '\n') >= 0 && !p.suspicious() && !w.trail.names(p.bytes()) {
		w.lines(p, true) // it names files of the package, as the picture of a folder does
		return
	}
	if w.recovered > maxRecovered {
		w.Beyond(p.file, "code with mistakes in its syntax is read to %d bytes in all", maxRecovered)
		w.lines(p, true)
		return
	}
	if !w.apart(p.file, 2*len(read.text)) {
		return
	}
	if facts := analysis.Text(string(read.text), analysis.WithDialect("zsh")); facts.Parse.OK {
		w.taken(p, read, facts)
	}
	m := script.Recover(string(read.text))
	w.recovered += m.Read + len(read.text)
	if !w.May(work.Commands, p.file, recoveredUnits(m.Read)) {
		return
	}
	if p.kind == inCode && returns(p.bytes()) >= 0 {
		w.pages(p)
	}
	text := plainText{text: []byte(m.Text), at: read.at}
	facts := analysis.Text(m.Text, analysis.WithDialect(command.Bash))
	if facts.Parse.Limit != "" {
		w.divided(p, text, facts)
		return
	}
	w.taken(p, text, facts)
	if m.Closed != "" {
		w.taken(p, read.longer(m.Closed), analysis.Text(m.Closed, analysis.WithDialect(command.Bash)))
	}
	if unread := m.Unread; unread >= 0 && w.shell && p.part(read.at[unread], len(p.bytes()), p.kind).suspicious() {
		w.Beyond(p.file, "the code has so many mistakes in its syntax that what is behind line %d could not be read as a shell reads it", p.start.Past(p.bytes()[:read.at[unread]]).Line)
	}
	w.lines(p, true)
}

// longer is the same text with more behind it, which stands at its end.
func (p plainText) longer(text string) plainText {
	at := slices.Clone(p.at)
	for len(at) <= len(text) {
		at = append(at, p.at[len(p.text)])
	}
	return plainText{[]byte(text), at}
}

// divided takes a text apart in halves that has more in it than is read at once.
func (w *Finder) divided(p snippet, read plainText, facts *command.Facts) {
	half := middle(p.bytes())
	if half == 0 {
		w.Beyond(p.file, "a line of code has more in it than is taken apart (%s)", facts.Parse.Limit)
		w.taken(p, read, facts)
		return
	}
	if w.shell {
		w.Beyond(p.file, "the script has more in it than is followed from its beginning to its end (%s)", facts.Parse.Limit)
	}
	w.flowsIn(p.part(0, half, p.kind))
	w.flowsIn(p.part(half, p.end-p.start.Offset, p.kind))
}

// middle is where a line of a text begins that goes on nothing before it, as near
// to the middle as can be; 0 for a text that is one line.
func middle(text []byte) int {
	best := 0
	for begin := 0; begin < len(text); {
		_, end := prose.LineAt(text, begin)
		if end+1 >= len(text) {
			break
		}
		_, after := prose.LineAt(text, end+1)
		if !continues(text[begin:end], text[end+1:after], true) && (best == 0 || end+1 <= len(text)/2) {
			best = end + 1
		}
		begin = end + 1
	}
	return best
}

// lines takes each line apart by itself, with those that it goes on in: of a text
// with a mistake in it the rest is copied line by line. Unless all are wanted it is
// only what was typed, in a record of a terminal.
func (w *Finder) lines(p snippet, all bool) {
	text, at := p.bytes(), p.cursor()
	for begin := 0; begin < len(text); {
		_, end := prose.LineAt(text, begin)
		typed := prompts.Match(text[begin:end])
		for first := begin; end < len(text) && end-begin < maxSnippet; {
			_, next := prose.LineAt(text, end+1)
			if !continues(text[first:end], text[end+1:next], typed) {
				break
			}
			first, end = end+1, next
		}
		if part := at.piece(begin, end, p.kind); (all || typed) && end-begin < len(text) {
			w.flowsIn(part)
		}
		begin = end + 1
	}
}

// continues reports whether a command in a line of code goes on in the next: behind
// a backslash or an operator, before one, or where a terminal asks for more.
func continues(line, next []byte, typed bool) bool {
	line, next = bytes.TrimSpace(line), bytes.TrimSpace(next)
	switch {
	case len(next) == 0:
		return false
	case typed && asks.Match(next):
		return true
	case len(line) == 0:
		return false
	}
	for _, sign := range []string{`\`, "|", "&&", "|&"} {
		if bytes.HasSuffix(line, []byte(sign)) {
			return true
		}
	}
	return next[0] == '|' || bytes.HasPrefix(next, []byte("&&"))
}

// asks are what terminals write before a line that goes on: "> ", "dquote> ".
var asks = lazydfa.New(`^[ \t]*(?:(?:if|then|else|for|while|until|case|function|pipe|cursh|cmdsubst|cmdand|cmdor|quote|dquote|bquote|heredoc|subsh)(?: [a-z]+)*>|>>?)(?:[ \t]|\r?$)`)

// swallowed takes those lines of a text without a mistake apart that are a part of
// quotes which may be none: what was typed, in a record of a terminal, and all where
// the apostrophe of a word is met by that of another one.
func (w *Finder) swallowed(p snippet, read plainText, facts *command.Facts) {
	text := p.bytes()
	if p.kind != inCode || bytes.IndexByte(text, '\n') < 0 && returns(text) < 0 {
		return
	}
	apostrophe := func(word argv.Word) bool {
		before, _, quoted := strings.Cut(word.Text, "'")
		return quoted && strings.Contains(word.Text, "\n") && before != "" && prose.IsLetter(before[len(before)-1]) && !strings.ContainsAny(before, "=$\"`")
	}
	switch {
	case returns(text) >= 0:
		w.pages(p)
	case slices.ContainsFunc(facts.Commands, func(c command.Command) bool { return slices.ContainsFunc(c.Args, apostrophe) }):
		w.broken(p, plainText{apostrophes.Compiled().ReplaceAll(read.text, []byte("$1 $2")), read.at})
	case bytes.ContainsAny(text, "'\"`(<") && typedLine.Match(text):
		w.lines(p, false)
	}
}

// pages takes the lines apart that a text has for those who end a line with a
// carriage return alone.
func (w *Finder) pages(p snippet) {
	text, at := p.bytes(), p.cursor()
	for begin := 0; begin < len(text); {
		end := len(text)
		if i := returns(text[begin:]); i >= 0 {
			end = begin + i
		}
		w.flowsIn(at.piece(begin, end, p.kind))
		begin = end + 1
	}
}

// returns is where a carriage return stands that no line feed follows, -1 for nowhere.
func returns(text []byte) int {
	for i, c := range text {
		if c == '\r' && i+1 < len(text) && text[i+1] != '\n' {
			return i
		}
	}
	return -1
}

// apostrophes are those within words.
var apostrophes = lazydfa.New(`([A-Za-z])'([A-Za-z])`)

// typedLine is a line that begins as terminals begin one.
var typedLine = lazydfa.New(`(?m)` + prompts.String())
