package flow

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/skillctl/skillctl/engine/markdown"
	"github.com/skillctl/skillctl/internal/document"
)

// Finder looks through the texts of one package and collects what it finds.
type Finder struct {
	Flows    []Flow
	Commands []Command
	Passages []Passage

	// gap is told of a file of which not all code was looked through.
	gap func(file, detail string)
	// trail is what the commands of the document in hand write and run.
	trail trail
	// snippets counts the texts that were looked through, steps those of the flows.
	snippets, steps int
	// traced counts the steps in which code was followed back, examined the bytes of
	// calls and assignments that were looked into.
	traced, examined int
}

// New returns a Finder that has found nothing. gap is told of each file of
// which not all code was looked through; it may be told more than once.
func New(gap func(file, detail string)) *Finder { return &Finder{gap: gap} }

func (w *Finder) beyond(file, format string, args ...any) {
	w.gap(file, fmt.Sprintf(format, args...))
}

// Markdown looks through the code of a Markdown text.
func (w *Finder) Markdown(file string, text []byte, d *markdown.Document) {
	found := w.marksOf(file, text)
	at := document.Position{Line: 1, Column: 1}
	spans := make([]document.Span, len(d.Fences))
	for i, f := range d.Fences {
		spans[i] = f.Span
	}
	w.addPassages(snippet{file, text, at, len(text), inSentence, found}, spans)
	fences := d.Fences
	for at.Offset < len(text) {
		line := text[at.Offset:]
		if i := bytes.IndexByte(line, '\n'); i >= 0 {
			line = line[:i]
		}
		if len(fences) == 0 || at.Offset < fences[0].Span.Start.Offset {
			whole := w.wholeLine(text[at.Offset:], len(line))
			w.sentence(snippet{file, text, at, at.Offset + len(whole), inSentence, found})
		}
		for next := at.Offset + len(line) + 1; len(fences) > 0 && fences[0].Span.End.Offset <= next; fences = fences[1:] {
			f := fences[0]
			w.fence(snippet{file, text, f.Inner.Start, f.Inner.End.Offset, inCode, found}, f.Lang)
		}
		at = document.Position{Line: at.Line + 1, Column: 1, Offset: at.Offset + len(line) + 1}
	}
	w.endTrail(file)
}

// Script looks through a file with code; shell says that it is a shell's, else
// language names what it is written in.
func (w *Finder) Script(file string, text []byte, language string, shell bool) {
	p := snippet{file, text, document.Position{Line: 1, Column: 1}, len(text), inCode, w.marksOf(file, text)}
	switch {
	case shell:
		w.flowsIn(p)
	case isRecipe(language):
		w.recipes(p)
		w.literals(p)
	default:
		w.literals(p)
	}
	w.calls(p)
	w.endTrail(file)
}

// marksOf are the words of a document that rules look at.
func (w *Finder) marksOf(file string, text []byte) marks {
	found := watched().words.marks(text)
	if len(found) == maxMarks {
		w.beyond(file, "the text has more than %d words that rules look at", maxMarks)
	}
	return found
}

// fence looks through a code block, as what its language says that it is.
func (w *Finder) fence(p snippet, lang string) {
	lang, _, _ = strings.Cut(strings.Trim(lang, "{}."), ",")
	switch lang = strings.ToLower(lang); {
	case isShell(lang):
		w.flows(p)
	case !p.marks.within(p.start.Offset, p.end, signCode):
	case isRecipe(lang):
		w.recipes(p)
		w.literals(p)
	default:
		w.literals(p)
	}
	w.calls(p)
}

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

// isShell reports whether a code block may be meant for a shell: by its language,
// or because it names none.
func isShell(lang string) bool {
	switch lang {
	case "", "sh", "bash", "zsh", "ksh", "dash", "ash", "shell", "console", "shell-session", "shellsession", "sh-session", "terminal", "shellscript", "fish", "text", "txt", "plaintext", "command", "cli",
		"powershell", "ps1", "pwsh", "ps", "cmd", "bat", "batch", "dos":
		return true
	}
	return false
}

// isRecipe reports whether lines of a language can be commands behind a word or a mark.
func isRecipe(lang string) bool {
	switch lang {
	case "makefile", "make", "just", "justfile", "dockerfile", "docker", "containerfile", "yaml", "yml", "powershell", "batch", "pwsh", "html", "md", "markdown", "mdx":
		return true
	}
	return false
}

// recipes looks through the lines of a Makefile, a Dockerfile, a workflow: each is
// a command behind what such files begin a line with.
func (w *Finder) recipes(p snippet) {
	text, at := p.bytes(), p.cursor()
	for begin := 0; begin < len(text); {
		length := len(text) - begin
		if i := bytes.IndexByte(text[begin:], '\n'); i >= 0 {
			length = i
		}
		line := w.wholeLine(text[begin:], length)
		if one := at.piece(begin, begin+len(line), inSentence); one.suspicious() {
			w.commands(one)
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
		w.flows(at.piece(inner, inner+end, inSpan))
		from = inner + end + inner - open
	}
	if bytes.IndexByte(line, '`') >= 0 || bytes.HasPrefix(bytes.TrimSpace(line), []byte("|")) {
		return // marked as code, or a row of a table
	}
	if p.suspicious() {
		w.commands(p)
	}
}

// commands tries each word of a line as the first of a command, and what stands in
// quotes as one.
func (w *Finder) commands(p snippet) {
	line := p.bytes()
	whole := structural(line)
	at := p.cursor()
	for i, starts := 0, 0; i < len(line) && starts < maxStarts; i++ {
		if line[i] == ' ' || i > 0 && line[i-1] != ' ' && line[i-1] != '\t' && line[i-1] != '>' && line[i-1] != '@' {
			continue
		}
		if from := p.start.Offset + i; whole || p.marks.within(from, from+wordLength(line[i:]), signCode) {
			starts++
			w.flows(at.piece(i, len(line), inSentence))
		}
	}
	w.literals(p)
}

func wordLength(text []byte) int {
	if i := bytes.IndexByte(text, ' '); i >= 0 {
		return i
	}
	return len(text)
}
