package analysis

import (
	"unicode/utf8"

	"github.com/skillctl/skillctl/engine/argv/text/reading"
	"github.com/skillctl/skillctl/engine/system"
)

// inputText is the text that a command reads from its standard input, nil when it is
// not known: what stands in the command, or in a file of the working directory.
func (a *analyser) inputText(id int) *string {
	in := a.facts.Commands[id].Stdin
	if in.Kind != "file" {
		return a.fedText(in)
	}
	t, dir := in.Target, a.facts.Commands[id].Dir
	if a.opt.names == nil || t == nil || !t.Static() || len(dir.Or) > 0 {
		return nil
	}
	scope := *a.opt.names
	scope.Roots = []string{scope.Dir}
	at := scope.Resolve(*t.Value, t.Tilde, dir)
	if at.Error != "" || at.Root == "" || !at.Exists {
		return nil
	}
	text, ok := shortFile(system.Or(scope.System), at.Real)
	if !ok {
		return nil
	}
	a.facts.Commands[id].Stdin.Read = true
	return &text
}

// shortFile is the text of a file that is no longer than what readers of small
// languages take.
func shortFile(asked system.System, name string) (string, bool) {
	text, err := asked.ReadFile(name, reading.MaxText)
	if err != nil || !utf8.ValidString(text) {
		return "", false
	}
	return text, true
}
