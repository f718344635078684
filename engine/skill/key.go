package skill

import (
	"bytes"
	"unicode/utf8"

	"github.com/skillctl/skillctl/engine/secret"
	"github.com/skillctl/skillctl/internal/document"
)

// Key is a text that has the form of a key.
type Key struct {
	Kind string `json:"kind"`
	secret.Key
	File string        `json:"file"`
	Span document.Span `json:"span"`
}

// Bounds of the keys of a file and of a package: one is enough for a finding.
const (
	maxKeysOfFile = 50
	maxKeys       = 500
)

// keys notes what has the form of a key in a text, whatever the file is called.
func (r *reader) keys(file string, text []byte) {
	if len(r.skill.Keys) >= maxKeys || bytes.IndexByte(text, 0) >= 0 {
		return
	}
	known, whole := secret.Known(), string(text)
	at := document.Position{Line: 1, Column: 1}
	found := known.FindKeys(whole)
	for _, one := range found[:min(len(found), maxKeysOfFile)] {
		begin := behind(at, text[at.Offset:one.From])
		at = behind(begin, text[one.From:one.To])
		r.skill.Keys = append(r.skill.Keys, Key{Kind: one.Name, Key: known.Key(one, whole), File: file, Span: document.Span{Start: begin, End: at}})
	}
}

// behind is the position after a text.
func behind(from document.Position, text []byte) document.Position {
	to := document.Position{Line: from.Line, Column: from.Column, Offset: from.Offset + len(text)}
	if n := bytes.Count(text, []byte("\n")); n > 0 {
		to.Line, to.Column = to.Line+n, 1+utf8.RuneCount(text[bytes.LastIndexByte(text, '\n')+1:])
		return to
	}
	to.Column += utf8.RuneCount(text)
	return to
}
