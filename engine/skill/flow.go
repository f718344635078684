package skill

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/skillctl/skillctl/engine/document"
	"github.com/skillctl/skillctl/engine/markdown"
	"github.com/skillctl/skillctl/engine/shell"
)

// Flow is a place in the text where what some programs print becomes code that
// another one runs: `curl … | sh`, `bash <(curl …)`, `eval "$(curl …)"`.
type Flow struct {
	// From are the base names of the programs that print, sorted by their place;
	// To that of the one that runs it.
	From []string
	To   string
	// Text is the command as written.
	Text string
	File string
	Span document.Span
	// Fenced says that it stands in a code block, not in a sentence.
	Fenced bool
}

// The bounds of the search, for one package: the texts that are looked at, the
// size of one in bytes, and what is kept. What is beyond them is a gap in the
// coverage: padding must not hide anything.
const (
	maxSnippets = 20_000
	maxSnippet  = 64 << 10
	maxFlows    = 1000
	// maxStarts is how many words of a sentence are tried as a command's first.
	maxStarts = 60
)

// addFlows looks through the code of a Markdown text.
func (s *Skill) addFlows(file string, text []byte, d *markdown.Document) {
	for _, f := range d.Fences {
		if isShell(f.Lang) {
			s.flows(file, text, f.Inner.Start, f.Inner.End.Offset, true)
		}
	}
	at := document.Position{Line: 1, Column: 1}
	fences := d.Fences
	for at.Offset < len(text) {
		line := text[at.Offset:]
		if i := bytes.IndexByte(line, '\n'); i >= 0 {
			line = line[:i]
		}
		whole := s.wholeLine(text[at.Offset:], len(line))
		for len(fences) > 0 && fences[0].Span.End.Offset <= at.Offset {
			fences = fences[1:]
		}
		if len(fences) == 0 || at.Offset < fences[0].Span.Start.Offset {
			s.sentence(file, text, at, whole)
		}
		at = document.Position{Line: at.Line + 1, Column: 1, Offset: at.Offset + len(line) + 1}
	}
}

// script is a shell script whose text is kept until it is looked through.
type script struct {
	path string
	text []byte
}

// maxScript is the largest shell script that is looked through, maxScripts how
// much of those of one package is, in bytes.
const (
	maxScript  = 256 << 10
	maxScripts = 4 << 20
)

// isShellScript tells by the first line, or else by the name.
func isShellScript(f *File) bool {
	if f.Shebang != nil {
		return slices.Contains([]string{"sh", "bash", "dash", "ash", "zsh", "ksh"}, f.Shebang.Program)
	}
	return slices.Contains([]string{".sh", ".bash", ".zsh"}, strings.ToLower(f.Ext))
}

// parseScripts looks through the shell scripts.
func (s *Skill) parseScripts() {
	slices.SortFunc(s.scripts, func(a, b script) int { return strings.Compare(a.path, b.path) })
	for _, one := range s.scripts {
		s.flowsIn(one.path, one.text, document.Position{Line: 1, Column: 1}, len(one.text), true)
	}
	s.scripts = nil
}

// wholeLine is a line of so many bytes with those that it goes on in.
func (s *Skill) wholeLine(rest []byte, length int) []byte {
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

// isShell reports whether a code block may be meant for a shell: by its language,
// or because it names none.
func isShell(lang string) bool {
	lang, _, _ = strings.Cut(strings.Trim(lang, "{}."), ",")
	switch strings.ToLower(lang) {
	case "", "sh", "bash", "zsh", "ksh", "dash", "ash", "shell", "console", "shell-session", "terminal", "shellscript", "fish", "text", "txt":
		return true
	}
	return false
}

// sentence looks through the code spans of a line, and at commands that stand in
// it without being marked as code.
func (s *Skill) sentence(file string, text []byte, at document.Position, line []byte) {
	if !suspicious(line) {
		return
	}
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
			break
		}
		s.flows(file, text, advance(at, line[:inner]), at.Offset+inner+end, false)
		from = inner + end + inner - open
	}
	if bytes.IndexByte(line, '`') >= 0 || bytes.HasPrefix(bytes.TrimSpace(line), []byte("|")) {
		return // marked as code, or a row of a table
	}
	for i, starts := 0, 0; i < len(line) && starts < maxStarts; i++ {
		if line[i] != ' ' && (i == 0 || line[i-1] == ' ') {
			starts++
			s.flows(file, text, advance(at, line[:i]), at.Offset+len(line), false)
		}
	}
}

// suspicious reports whether a text can have a flow at all.
func suspicious(text []byte) bool {
	return bytes.IndexByte(text, '|') >= 0 || bytes.Contains(text, []byte("$(")) || bytes.Contains(text, []byte("<(")) || bytes.Contains(text, []byte(">(")) || bytes.Contains(text, []byte("eval"))
}

// flows takes one text in a document apart.
func (s *Skill) flows(file string, text []byte, start document.Position, end int, fenced bool) {
	if end-start.Offset > maxSnippet && suspicious(text[start.Offset:end]) {
		s.beyond(file, "a code block or a line is longer than the %d bytes that are taken apart as a shell would", maxSnippet)
		return
	}
	s.flowsIn(file, text, start, end, fenced)
}

// beyond says, once for a file, that not all of its code was looked through.
func (s *Skill) beyond(file, format string, args ...any) {
	if slices.ContainsFunc(s.Coverage.Gaps, func(g Gap) bool { return g.File == file && g.Reason == GapCode }) {
		return
	}
	s.Coverage.Complete = false
	s.Coverage.Gaps = append(s.Coverage.Gaps, Gap{File: file, Reason: GapCode, Detail: fmt.Sprintf(format, args...)})
}

// flowsIn takes a text apart as a shell would.
func (s *Skill) flowsIn(file string, text []byte, start document.Position, end int, fenced bool) {
	snippet := text[start.Offset:end]
	if !suspicious(snippet) {
		return
	}
	if s.snippets >= maxSnippets || len(s.Body.Flows) >= maxFlows {
		s.beyond(file, "the package has more than %d pieces of code, or more than %d that run what others print", maxSnippets, maxFlows)
		return
	}
	s.snippets++
	read := plain(snippet, fenced)
	facts := shell.Analyze(string(read.text), shell.WithDialect(shell.Bash))
	if !facts.Parse.OK && bytes.IndexByte(snippet, '\n') >= 0 {
		s.lines(file, text, start, end, fenced)
	}
	for i := range facts.Commands {
		c := &facts.Commands[i]
		begin, stop, writers := c.Span.Start.Offset, c.Span.End.Offset, sources(facts, c)
		if len(writers) == 0 {
			continue
		}
		var from []string
		for _, w := range writers {
			begin, stop = min(begin, w.Span.Start.Offset), max(stop, w.Span.End.Offset)
			from = append(from, w.Base)
		}
		// A redirection into `>(…)` belongs to no command.
		for shown := read.text[begin:stop]; stop < len(read.text) && read.text[stop] == ')' && bytes.Count(shown, []byte("(")) > bytes.Count(shown, []byte(")")); {
			stop++
			shown = read.text[begin:stop]
		}
		begin, stop = read.at[begin], read.at[stop]
		flow := Flow{
			From: from, To: c.Base, Text: string(snippet[begin:stop]), File: file, Fenced: fenced,
			Span: document.Span{Start: advance(start, snippet[:begin]), End: advance(start, snippet[:stop])},
		}
		if !s.hasFlow(flow) {
			s.Body.Flows = append(s.Body.Flows, flow)
		}
	}
}

// lines takes each line apart by itself: of a text with a mistake in it the rest
// is run all the same, or copied line by line.
func (s *Skill) lines(file string, text []byte, start document.Position, end int, fenced bool) {
	for start.Offset < end {
		line := text[start.Offset:end]
		if i := bytes.IndexByte(line, '\n'); i >= 0 {
			line = line[:i]
		}
		s.flowsIn(file, text, start, start.Offset+len(line), fenced)
		start = document.Position{Line: start.Line + 1, Column: 1, Offset: start.Offset + len(line) + 1}
	}
}

func (s *Skill) hasFlow(f Flow) bool {
	for _, known := range s.Body.Flows {
		if known.File == f.File && known.Span == f.Span && strings.Join(known.From, " ") == strings.Join(f.From, " ") {
			return true
		}
	}
	return false
}

// sources are the commands whose output another one runs as code; none for one
// that runs no code.
func sources(facts *shell.Facts, c *shell.Command) []*shell.Command {
	var from []*shell.Command
	reads := c.Interpreter != nil && c.Interpreter.Mode == "stdin"
	if reads {
		for seen, next := map[int]bool{}, c.Stdin.From; len(next) > 0; {
			id := next[0]
			next = next[1:]
			if id < 0 || id >= len(facts.Commands) || seen[id] {
				continue
			}
			seen[id] = true
			from = append(from, &facts.Commands[id])
			next = append(next, facts.Commands[id].Stdin.From...)
		}
	}
	if !reads && !takesCode(c) {
		return from
	}
	for i := range facts.Commands {
		inner := &facts.Commands[i]
		if (inner.Edge == shell.EdgeSubstitution || inner.Edge == shell.EdgeProcess) && inner.Parent == c.ID {
			from = append(from, inner)
		}
	}
	return from
}

// takesCode reports whether a command runs code that its arguments give or name.
func takesCode(c *shell.Command) bool {
	if i := c.Interpreter; i != nil && (i.Mode == "inline" || i.Mode == "file") {
		return true
	}
	return c.Carries == "eval" || c.Carries == "shell" || c.Base == "source" || c.Base == "."
}

// advance is the position after a text that starts at another one.
func advance(from document.Position, text []byte) document.Position {
	to := document.Position{Line: from.Line, Column: from.Column, Offset: from.Offset + len(text)}
	if n := bytes.Count(text, []byte("\n")); n > 0 {
		to.Line += n
		to.Column = 1 + utf8.RuneCount(text[bytes.LastIndexByte(text, '\n')+1:])
		return to
	}
	to.Column += utf8.RuneCount(text)
	return to
}
