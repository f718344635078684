package flow

import (
	"github.com/skillctl/skillctl/engine/flow/deed"
	"github.com/skillctl/skillctl/engine/flow/way"
)

// deeds tells what programs take away of what they were given, and what they do on some days,
// machines or by chance alone.
func (w *Finder) deeds() {
	texts := make([]way.Text, 0, len(w.texts))
	for i := range w.texts {
		t := w.texts[i].Text
		t.Language = w.texts[i].Family
		texts = append(texts, t)
	}
	w.Deeds = deed.Find(texts, w.Work, func(file, why string) { w.Gap(file, why) })
}
