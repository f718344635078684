package sentence

import (
	"bytes"

	"github.com/skillctl/skillctl/engine/markdown"
	"github.com/skillctl/skillctl/internal/document"
)

// maxSetLines is how many lines with an address of a file of settings are kept.
const maxSetLines = 40

// Lines notes the addresses that a text names, line by line: what a document has somebody read
// from a file of settings is done as if the document said it.
func (k *Kept) Lines(file string, text []byte) {
	o := reader{Kept: k, all: Text{File: file, Source: text, Page: &markdown.Document{}}, at: document.Position{Line: 1, Column: 1}}
	kept := 0
	for _, line := range o.lines(0, len(text)) {
		if !bytes.Contains(text[line[0]:line[1]], []byte("://")) {
			continue
		}
		if kept++; kept > maxSetLines {
			k.Beyond(file, "more than %d lines of a file of settings have an address; those behind are not judged as such", maxSetLines)
			return
		}
		o.contact(line[0], line[1], string(text[line[0]:line[1]]), true, false)
	}
}
