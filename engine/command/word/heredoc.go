package word

import (
	"strings"

	"github.com/skillctl/skillctl/engine/command"
	"github.com/skillctl/skillctl/engine/command/script"
	"mvdan.cc/sh/v3/syntax"
)

// Heredoc is the text of a here-document, nil where something is expanded in it.
func Heredoc(t *script.Text, r *syntax.Redirect, d command.Dialect) *string {
	dec := decoder{t: t, dialect: d, quotes: map[string]bool{}}
	quoted := false
	for _, p := range r.Word.Parts {
		l, ok := p.(*syntax.Lit)
		quoted = quoted || !ok || strings.Contains(l.Value, `\`)
	}
	for _, p := range r.Hdoc.Parts {
		if l, ok := p.(*syntax.Lit); ok && quoted {
			dec.out = append(dec.out, l.Value...)
			continue
		}
		dec.part(p, true)
	}
	if dec.dynamic {
		return nil
	}
	body := string(dec.out)
	return &body
}
