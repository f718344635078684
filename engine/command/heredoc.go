package command

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// heredoc is the text of a here-document, nil where something is expanded in it.
func heredoc(t *Text, r *syntax.Redirect, d Dialect) *string {
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
