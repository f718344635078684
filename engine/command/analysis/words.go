package analysis

import (
	"github.com/skillctl/skillctl/engine/argv"
	"github.com/skillctl/skillctl/engine/command"
	"github.com/skillctl/skillctl/engine/command/script"
	"github.com/skillctl/skillctl/engine/command/word"
	"github.com/skillctl/skillctl/internal/document"
	"mvdan.cc/sh/v3/syntax"
)

// word decodes one word of t.
func (a *record) word(t *script.Text, w *syntax.Word, d command.Dialect) argv.Word {
	word, odd := word.Read(t, w, d)
	a.odd(odd)
	return word
}

// odd notes texts that read as literals and are none.
func (a *record) odd(list []document.Span) {
	for _, at := range list {
		a.opaque(command.OpaqueConstruct, -1, "the shell would expand a text that reads as literal", at)
	}
}

// fields are the words that brace expansion makes of w.
func (a *record) fields(t *script.Text, w *syntax.Word, d command.Dialect) []argv.Word {
	return word.Fields(t, w, d, a.word(t, w, d))
}

// each are the words that a loop goes over or an array has. Too many of them are told.
func (a *record) each(t *script.Text, w *syntax.Word, d command.Dialect, plain argv.Word, id int) []argv.Word {
	list, all := word.Each(t, w, d, plain)
	if !all {
		a.opaque(command.OpaqueLimit, id, "braces give more words than are looked at", plain.Span)
	}
	return list
}

// assignWord is an assignment seen as a word.
func (a *record) assignWord(as *syntax.Assign, sc scope) argv.Word {
	word, odd := word.ReadAssign(sc.t, as, sc.dialect)
	a.odd(odd)
	return word
}
