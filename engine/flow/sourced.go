package flow

import (
	"slices"

	"github.com/skillctl/skillctl/internal/document"
)

// Sourced looks through a script of a shell together with those that it takes in: a
// function of one may be given what a function of another one prints. Kept is what none
// of them has by itself; all of it stands where the first of them is taken in.
func (w *Finder) Sourced(file string, text []byte, at document.Span) {
	if len(text) > maxSnippet {
		return // each was looked through
	}
	inner := w.another()
	inner.Script(file, text, "shell", true)
	w.spent(inner)
	flows, commands := len(w.Flows), len(w.Commands)
	for _, one := range inner.Flows {
		if !slices.ContainsFunc(w.Flows[:flows], func(o Flow) bool { return o.To == one.To && slices.Equal(o.From, one.From) }) {
			one.Span = at
			w.keep(one)
		}
	}
	for _, one := range inner.Commands {
		if !slices.ContainsFunc(w.Commands[:commands], func(o Command) bool { return o.Program == one.Program && len(o.Input) >= len(one.Input) }) {
			one.Span = at
			w.keepCommand(one)
		}
	}
}
