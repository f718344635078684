package flow

import (
	"slices"

	"github.com/skillctl/skillctl/engine/flow/beside"
	"github.com/skillctl/skillctl/engine/flow/chain"
)

// alongside keeps a program to look at when all are known: does it read a store, and does it
// send something.
func (w *Finder) alongside(t chain.Text, language string) {
	family := beside.Family(language)
	if family == "" {
		return
	}
	if t.Span == nil && slices.ContainsFunc(w.texts, func(other beside.Text) bool {
		return other.File == t.File && other.Family == family && other.Start == t.Start && other.Span == nil && len(other.Source) == len(t.Source)
	}) {
		return
	}
	if len(w.texts) >= maxPrograms {
		w.beyond(t.File, "up to %d programs are looked into to see whether one sends what another one reads", maxPrograms)
		return
	}
	w.texts = append(w.texts, beside.Text{Text: t, Family: family})
}

// besides tells which programs read a store and send something.
func (w *Finder) besides() {
	w.Besides, w.texts = beside.Find(w.texts, w.Accesses, w.Work, func(file, why string) { w.gap(file, why) }), nil
}
