package flow

import (
	"slices"
	"strings"
)

// maxLost is how many commands behind one that encrypts are looked at.
const maxLost = 12

// lost is the command behind one that encrypts by which what it encrypts is taken away: it
// names one of the same files, or removes all that a find finds. It is "" for none.
func (t *taint) lost(id int, s Step) string {
	if !documents().locks(s) || t.facts.Commands[id].Context.Elsewhere {
		return ""
	}
	own := t.operands(id)
	for other := id + 1; other < min(len(t.facts.Commands), id+1+maxLost); other++ {
		program := t.programs[other]
		if finds(program) && slices.Contains(t.step(other).Args, "-delete") {
			return bounded(t.facts.Commands[other].Text)
		}
		if !slices.Contains(documents().Remove, program) {
			continue
		}
		if slices.ContainsFunc(t.operands(other), func(name string) bool { return slices.Contains(own, name) }) {
			return bounded(t.facts.Commands[other].Text)
		}
	}
	return ""
}

// operands are the files that a command names, as they are written.
func (t *taint) operands(id int) []string {
	var names []string
	for _, w := range t.facts.Commands[id].Args[min(1, len(t.facts.Commands[id].Args)):] {
		if text := strings.TrimSuffix(strings.TrimPrefix(strings.Trim(t.word(w), `"'`), "./"), "/"); text != "" && text[0] != '-' {
			names = append(names, text)
		}
	}
	return names
}
