package flow

import (
	"bytes"
	"strings"

	"github.com/skillctl/skillctl/engine/command"
	"github.com/skillctl/skillctl/engine/command/analysis"
)

// tell tells of the words of a command, as they are when the shell has taken quotes away
// and put variables in.
func (w *Finder) tell(p snippet, read plainText, t *taint, id int) {
	if w.Told == nil {
		return
	}
	step := t.step(id)
	_, span := p.spanOf(read, t.facts, []int{id})
	w.Told(p.file, span, strings.Join(append([]string{step.Program}, step.Args...), " "))
}

// tellAll tells of the commands of a text in which nothing else is looked for. One that
// puts nothing together says what it says.
func (w *Finder) tellAll(p snippet) {
	if w.Told == nil || p.end-p.start.Offset > maxSnippet || p.kind == inSentence || p.kind == inLiteral || !bytes.ContainsAny(p.bytes(), "'\"\\$") || w.again(p) {
		return
	}
	if w.snippets >= maxSnippets {
		return
	}
	if !w.apart(p.file, len(p.bytes())) {
		return
	}
	w.snippets++
	read := plain(p.bytes(), p.kind)
	facts := analysis.Text(string(read.text), analysis.WithDialect(command.Bash))
	if !facts.Parse.OK {
		return
	}
	t := newTaint(facts, &w.traced)
	for id := range facts.Commands {
		w.tell(p, read, t, id)
	}
}
