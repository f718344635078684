package flow

import "github.com/skillctl/skillctl/engine/flow/prose"

// lead, note and after are what a document says around a command: before it, in the comment of a
// block of code that it stands in (which inside says) or that stands right before it, and behind
// it in its sentence.
func (p snippet) lead(off int) string { return prose.Lead(p.text, off, p.fenced()) }

func (p snippet) note(off int) (said string, inside bool) {
	if !p.fenced() {
		return "", false
	}
	return prose.Note(p.text, off)
}

func (p snippet) after(off int) string {
	if p.fenced() {
		return "" // code that stands by itself
	}
	return prose.After(p.text, off)
}

// shownAs reports whether what is no block of code is cited, and in a quotation.
func (p snippet) shownAs(off int) (between, quoted bool) {
	return !p.fenced() && prose.Cited(p.text, off), !p.fenced() && prose.InQuotation(p.text, off)
}
