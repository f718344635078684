package flow

import (
	"bytes"
	"encoding/json"
	"path"
	"slices"
	"strings"

	"github.com/skillctl/skillctl/engine/command/deceptive"
	"github.com/skillctl/skillctl/engine/flow/prose"
	"github.com/skillctl/skillctl/engine/markdown"
	"github.com/skillctl/skillctl/engine/work"
	"github.com/skillctl/skillctl/internal/document"
	"github.com/skillctl/skillctl/internal/lazydfa"
)

// Script looks through a file with code; shell says that it is a shell's, else
// language names what it is written in. A text of no language ("") is looked through
// in every way: nobody says what reads it.
func (w *Finder) Script(file string, text []byte, language string, shell bool) {
	if !w.May(work.Texts, file, len(text)/perCode) {
		return
	}
	text = prose.Feeds(text)
	if language == "makefile" {
		text = recipes(text)
	}
	p := snippet{file, text, document.Position{Line: 1, Column: 1}, len(text), inCode, w.marksOf(file, text)}
	w.shell, w.known = shell && w.isScript(file, text), !shell && language != ""
	w.json = language == "json" && json.Valid(text)
	defer func() { w.shell, w.known, w.json = false, false, false }()
	switch {
	case w.inner:
	case language == "":
		w.addPassages(p.as(inSentence), nil)
	default:
		w.addPassages(p, nil)
	}
	switch {
	case shell:
		w.flowsIn(p)
		w.calls(p)
	case language == "" && len(text) <= maxSnippet:
		w.guessed(p)
		fallthrough
	default:
		w.block(p, false)
	}
	if isMarkup(text) {
		w.markup(p)
	}
	w.lists(p)
	w.addressed(p)
	w.uttered(p, language)
	w.endTrail(file)
}

// isScript reports whether a text that is read as a shell would is a script without
// doubt: by its first line, its name, or a command that hands it to a shell. A
// sentence that only begins with the name of a document may have it run or not.
func (w *Finder) isScript(file string, text []byte) bool {
	line, shebang := bytes.CutPrefix(text, []byte("#!"))
	if shebang {
		line, _, _ = bytes.Cut(line, []byte("\n"))
		return slices.ContainsFunc(strings.Fields(string(line)), func(word string) bool { return IsShell(path.Base(word)) })
	}
	switch strings.ToLower(path.Ext(file)) {
	case "", ".sh", ".bash", ".zsh", ".ksh", ".command":
		return true
	case ".md", ".mdx", ".markdown", ".rst", ".py", ".js", ".ts", ".rb", ".json", ".html":
		return false
	}
	return slices.ContainsFunc(w.Uses, func(u Use) bool { return u.File == file && u.Language != "" })
}

// Plain looks through a text that is a document without being written in Markdown.
func (w *Finder) Plain(file string, text []byte) {
	if Tells(text) || structural(text) || w.pack.named(text) {
		w.Markdown(file, text, markdown.Parse(text, document.Position{Line: 1, Column: 1}))
	}
}

// Tells reports whether a text has a word that a Finder looks for, whatever the text
// is written in.
func Tells(text []byte) bool {
	read, changed := deceptive.Read(text)
	if !changed {
		read.Text = text
	}
	return len(read.Spots) > 0 || watched().words.in(read.Text, ^uint32(0))
}

// Runs reports whether a text may have a file of the package run.
func (w *Finder) Runs(text []byte) bool { return w.pack.mentioned(text) }

// runsIn reports whether a string of a program may be a command that has a file of
// the package run.
func (w *Finder) runsIn(text []byte) bool {
	return bytes.IndexByte(text, ' ') > 0 && w.pack.named(text)
}

// recipes are the rules of make as a shell gets its lines: a variable of make as one of the
// shell, without the marks before a command. Each byte stays where it is.
func recipes(text []byte) []byte {
	text = makeVariable.Compiled().ReplaceAll(text, []byte("$${$1}"))
	return makeMark.Compiled().ReplaceAllFunc(text, func(mark []byte) []byte { return bytes.Repeat([]byte(" "), len(mark)) })
}

var (
	makeVariable = lazydfa.New(`\$\(([A-Za-z_]\w*)\)`)
	makeMark     = lazydfa.New(`(?m)^\t[@+-]+`)
)
