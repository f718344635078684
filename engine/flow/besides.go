package flow

import (
	"github.com/skillctl/skillctl/engine/flow/beside"
	"github.com/skillctl/skillctl/engine/flow/way"
	"github.com/skillctl/skillctl/internal/document"
)

// besideKey is the same for texts that are one.
type besideKey struct {
	file, family string
	start        document.Position
	bytes        int
}

// alongside keeps a program to look at when all are known: does it read a store, and does it
// send something.
func (w *Finder) alongside(t way.Text, language string) {
	family := beside.Family(language)
	if family == "" {
		return
	}
	key := besideKey{t.File, family, t.Start, len(t.Source)}
	if t.Span == nil && w.besidesOf[key] {
		return
	}
	if len(w.texts) >= maxPrograms {
		w.Beyond(t.File, "up to %d programs are looked into to see whether one sends what another one reads", maxPrograms)
		return
	}
	if w.besidesOf == nil {
		w.besidesOf = map[besideKey]bool{}
	}
	w.besidesOf[key] = w.besidesOf[key] || t.Span == nil
	w.texts = append(w.texts, beside.Text{Text: t, Family: family})
}

// besides tells which programs read a store and send something, and where they send to.
func (w *Finder) besides() {
	found := beside.Find(w.texts, w.Accesses, w.settings, w.Work, func(file, why string) { w.Gap(file, why) })
	w.Besides, w.Sends = found.Besides, found.Sends
	w.deeds()
	w.texts = nil
}

// settings is the text of a file of the package by its name, where there is one of it.
func (w *Finder) settings(name string) []byte {
	if paths := w.pack.bases[name]; w.Data != nil && len(paths) == 1 {
		return w.Data(paths[0])
	}
	return nil
}
