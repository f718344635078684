package flow

import (
	"slices"
	"strings"

	"github.com/skillctl/skillctl/engine/flow/way"
	"github.com/skillctl/skillctl/internal/document"
)

// handed looks through the texts that commands print or write for another one to run:
// cat <<E > run.sh; sh run.sh, and echo "…" | sh.
func (w *Finder) handed(p snippet, read plainText, t *taint, id int, o origin) {
	for _, other := range o.ids {
		if text := printed(t.step(other)); text != "" {
			_, span := p.spanOf(read, t.facts, []int{other, id})
			w.saidText(p.file, text, span)
		}
	}
}

// maxAssembled is how much of commands that are put together of variables is read in a
// package, in bytes.
const maxAssembled = 1 << 20

// assembled looks through the code that a command takes from variables which hold texts of
// the script: a='curl … | b'; b='ash'; eval "$a$b".
func (w *Finder) assembled(p snippet, read plainText, t *taint, id int) {
	c := &t.facts.Commands[id]
	if w.inner || !takesCode(c) || c.Interpreter != nil && c.Interpreter.Mode == "file" {
		return
	}
	var words []string
	filled := false
	for _, one := range c.Args[1:min(len(c.Args), maxArgs)] {
		text := t.word(one)
		if filled = filled || one.Value == nil && text != strings.Trim(one.Text, `"`); one.Value == nil || c.Carries == "eval" || len(words) > 0 {
			words = append(words, text)
		}
	}
	if filled {
		text := strings.Join(words, " ")
		if w.assembledBytes += len(text); w.assembledBytes > maxAssembled {
			w.Beyond(p.file, "of the package more than %d bytes of commands are put together of variables", maxAssembled)
			return
		}
		_, span := p.spanOf(read, t.facts, []int{id})
		w.saidText(p.file, text, span)
	}
}

// fedProgram looks through the text that a command itself feeds to an interpreter of
// another language than the shell's: python3 <<E.
func (w *Finder) fedProgram(p snippet, read plainText, t *taint, id int) {
	c := &t.facts.Commands[id]
	if c.Interpreter == nil || c.Interpreter.Mode != "stdin" || c.Stdin.Text == nil || IsShell(t.programs[id]) {
		return
	}
	_, span := p.spanOf(read, t.facts, []int{id})
	w.saidText(p.file, *c.Stdin.Text, span)
}

// laidScript looks through a script that a command writes to a file: cat > x <<E, with a
// first line that says what runs it.
func (w *Finder) laidScript(p snippet, read plainText, t *taint, id int) {
	c := &t.facts.Commands[id]
	if w.inner || c.Interpreter != nil || c.Stdin.Text == nil || len(*c.Stdin.Text) > maxSnippet {
		return
	}
	text := strings.TrimLeft(*c.Stdin.Text, " \t\n")
	first, _, _ := strings.Cut(text, "\n")
	if !strings.HasPrefix(first, "#!") {
		return
	}
	_, span := p.spanOf(read, t.facts, []int{id})
	words := strings.FieldsFunc(first[2:], func(c rune) bool { return c == ' ' || c == '\t' || c == '/' })
	for _, word := range words {
		if language := programLanguage(word); language != "" {
			w.program(way.Text{File: p.file, Source: []byte(text), Language: language, Start: span.Start, Span: &span, Fenced: p.fenced()})
			return
		}
	}
	if !slices.ContainsFunc(words, IsShell) || !Worth([]byte(text), true) {
		return
	}
	inner := w.another()
	inner.Script(p.file, []byte(text), "shell", true)
	w.take(inner, span)
}

// saidText looks through a text that stands in the document in hand, and is run. A text
// within such a text is not looked into once more.
func (w *Finder) saidText(file, text string, span document.Span) {
	if w.inner || len(text) > maxSnippet || !Worth([]byte(text), true) {
		return
	}
	w.Value(file, text, span)
}

// printed is the text that a command prints or writes by itself, "" for none.
func printed(s Step) string {
	switch {
	case s.Stdin != nil && slices.Contains(watched().Repeats, s.Program):
		return *s.Stdin
	case slices.Contains(watched().Prints, s.Program):
		return strings.Join(s.Args, " ")
	}
	return ""
}
