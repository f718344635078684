package flow

import (
	"bytes"

	"github.com/skillctl/skillctl/engine/markdown"
	"github.com/skillctl/skillctl/engine/work"
	"github.com/skillctl/skillctl/internal/document"
)

// The bounds of the addresses of a file of settings: its bytes, and how many lines with one are kept.
const (
	maxSettings = 64 << 10
	maxSetLines = 40
)

// Settings notes the addresses that a file of settings or data has, line by line: what a document
// has somebody read from it is done as if the document said it.
func (w *Finder) Settings(file string, text []byte) {
	if len(text) > maxSettings {
		return // a table of data: what is read of it by a program is followed there
	}
	if !w.may(work.Texts, file, len(text)/perDocument) {
		return
	}
	text = feeds(text)
	at := document.Position{Line: 1, Column: 1}
	o := orders{Finder: w, all: snippet{file, text, at, len(text), inCode, nil}, doc: &markdown.Document{}, at: at}
	kept := 0
	for _, line := range o.lines(0, len(text)) {
		if !bytes.Contains(text[line[0]:line[1]], []byte("://")) {
			continue
		}
		if kept++; kept > maxSetLines {
			w.beyond(file, "more than %d lines of a file of settings have an address; those behind are not judged as such", maxSetLines)
			return
		}
		o.contact(line[0], line[1], string(text[line[0]:line[1]]), true, false)
	}
}
