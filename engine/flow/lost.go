package flow

import (
	"slices"
	"strings"

	"github.com/skillctl/skillctl/engine/flow/prose"
)

// maxLost is how many commands behind one that encrypts are looked at.
const maxLost = 12

// lost is the command behind one that encrypts by which what it encrypts is taken away: it
// names one of the same files, or removes what a find finds in one of the same folders. It is ""
// for none.
func (t *taint) lost(id int, s Step) string {
	if !documents().locks(s) || t.facts.Commands[id].Context.Elsewhere {
		return ""
	}
	own := t.encrypted(id, s)
	for other := id + 1; other < min(len(t.facts.Commands), id+1+maxLost); other++ {
		program := t.programs[other]
		if !slices.Contains(documents().Remove, program) && !(finds(program) && slices.Contains(t.step(other).Args, "-delete")) {
			continue
		}
		if slices.ContainsFunc(t.operands(other), func(name string) bool { return slices.Contains(own, name) }) {
			return prose.Bounded(t.facts.Commands[other].Text)
		}
	}
	return ""
}

// encrypted are the files that a command which encrypts names, without the one that it makes: that
// is the first for an archive, and behind an option for others.
func (t *taint) encrypted(id int, s Step) []string {
	names := t.operands(id)
	made := ""
	for i, arg := range s.Args[:max(0, len(s.Args)-1)] {
		if slices.Contains([]string{"-o", "--output", "-out"}, arg) {
			made = s.Args[i+1]
		}
	}
	if i := slices.IndexFunc(names, func(name string) bool { return strings.HasSuffix(name, "."+s.Program) }); i >= 0 {
		made = names[i]
	}
	return slices.DeleteFunc(names, func(name string) bool { return name == made })
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
