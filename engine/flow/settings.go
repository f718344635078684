package flow

import (
	"github.com/skillctl/skillctl/engine/flow/prose"
	"github.com/skillctl/skillctl/engine/work"
)

// maxSettings is how large a file of settings is whose addresses are read, in bytes.
const maxSettings = 64 << 10

// Settings notes the addresses that a file of settings or data has.
func (w *Finder) Settings(file string, text []byte) {
	if len(text) > maxSettings {
		return // a table of data: what is read of it by a program is followed there
	}
	if w.May(work.Texts, file, len(text)/perDocument) {
		w.Lines(file, prose.Feeds(text))
	}
}
