package analysis

import (
	"github.com/skillctl/skillctl/engine/command"
	"github.com/skillctl/skillctl/engine/command/value"
)

// spell adds the readings of a command behind it.
func (a *analyser) spell(id int, sc scope, shell bool) {
	s := a.spelling
	if s == nil || a.anew >= 0 || !value.ReadAnew(&a.facts.Commands[id]) {
		return
	}
	lines, all, own := s.Lines(a.facts.Commands[id].Args, a.facts.Commands, id)
	a.anew = id
	defer func() { a.anew = -1 }()
	for _, words := range lines {
		if !s.Another() || len(a.facts.Commands) >= command.MaxCommands/2 {
			all = false
			break
		}
		own := a.facts.Commands[id]
		reading := a.add(sc, words, 0, 0)
		c := &a.facts.Commands[reading]
		c.Span, c.Inner, c.Stdin = own.Span, own.Inner, own.Stdin
		a.classified(reading, sc, shell)
	}
	a.facts.Commands[id].Unspelled, a.facts.Commands[id].Replaced = !all, all && !own && len(lines) > 0
}

// spellRedirect adds the readings of a redirect behind it.
func (a *analyser) spellRedirect(at int, classify func(*command.Redirect)) {
	s, r := a.spelling, a.facts.Redirects[at]
	if s == nil || a.anew >= 0 || r.Class != "dynamic" {
		return
	}
	words, all, own := s.Targets(r, a.facts.Commands) // of too many values none is known: it stays dynamic
	for _, w := range words {
		if !s.Another() {
			return
		}
		a.facts.Redirects[at].Replaced = all && !own
		one := r
		one.Target = w
		classify(&one)
		a.facts.Redirects = append(a.facts.Redirects, one)
	}
}
