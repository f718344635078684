package command

import (
	"github.com/skillctl/skillctl/engine/argv"
	"github.com/skillctl/skillctl/internal/document"
	"mvdan.cc/sh/v3/syntax"
)

// word decodes one word of t.
func (a *record) word(t *Text, w *syntax.Word, d Dialect) argv.Word {
	word, odd := readWord(t, w, d)
	a.odd(odd)
	return word
}

// odd notes texts that read as literals and are none.
func (a *record) odd(list []document.Span) {
	for _, at := range list {
		a.opaque(OpaqueConstruct, -1, "the shell would expand a text that reads as literal", at)
	}
}

// fields are the words that brace expansion makes of w.
func (a *record) fields(t *Text, w *syntax.Word, d Dialect) []argv.Word {
	return plainFields(t, w, d, a.word(t, w, d))
}

// assignWord is an assignment seen as a word.
func (a *record) assignWord(as *syntax.Assign, sc scope) argv.Word {
	word, odd := readAssign(sc.t, as, sc.dialect)
	a.odd(odd)
	return word
}
