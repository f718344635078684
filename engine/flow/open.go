package flow

import (
	"slices"
	"strings"

	"github.com/skillctl/skillctl/engine/argv"
	"github.com/skillctl/skillctl/engine/command"
	"github.com/skillctl/skillctl/internal/lazydfa"
)

// The bounds of open variables: how many of one command are told, and how many assignments are
// followed, one through the other.
const (
	maxOpen      = 16
	maxOpenDepth = 4
)

// Open is a variable in the words of a command to which the text of that command gives no value of
// its own: whoever runs it does, by the environment, by an argument, or when it is asked.
type Open struct {
	Name string `json:"name"`
	// Given are the values that other texts of the package show for it; of an argument those that
	// they run the file with.
	Given []string `json:"given"`
}

// handedOn is a value that consists of other variables, for example "$USER@${1:?usage}".
var handedOn = lazydfa.New(`^(?:[\w.-]*@)?(?:\$\w+|\$[@*]|\$\{\w+(?::?[?][^{}]*|:?-)?\}|@)+$`)

// open are the open variables in the words of a command.
func (t *taint) open(id int) []Open {
	var list []Open
	for _, w := range t.facts.Commands[id].Args {
		for _, name := range w.Params {
			if len(list) < maxOpen && !slices.ContainsFunc(list, func(o Open) bool { return o.Name == name }) && t.isOpen(name, 0) {
				list = append(list, Open{Name: name, Given: []string{}})
			}
		}
	}
	return list
}

// isOpen reports whether all values of a variable come from whoever runs the text.
func (t *taint) isOpen(name string, depth int) bool {
	if depth > maxOpenDepth || strings.HasPrefix(name, "!") {
		return false
	}
	for _, a := range t.assigned(name) {
		switch {
		case a.How == "read":
			if a.Command < 0 || t.readsText(a.Command) {
				return false
			}
		case a.How == "for" && len(a.Each) > 0:
			if !t.handsOn(a.Each, depth) {
				return false
			}
		case a.Value == nil || a.Op == "+=" || !t.handsOn([]argv.Word{*a.Value}, depth):
			return false
		}
	}
	return true
}

// handsOn reports whether words consist of open variables alone.
func (t *taint) handsOn(words []argv.Word, depth int) bool {
	return !slices.ContainsFunc(words, func(w argv.Word) bool {
		return w.Substitutes || !handedOn.MatchString(strings.Trim(w.Text, `"`)) ||
			slices.ContainsFunc(w.Params, func(name string) bool { return !t.isOpen(name, depth+1) })
	})
}

// readsText reports whether a command reads something else than what is typed.
func (t *taint) readsText(id int) bool {
	c := &t.facts.Commands[id]
	if c.Stdin.Text != nil || len(c.Stdin.From) > 0 {
		return true
	}
	*t.work += len(t.facts.Redirects)
	return slices.ContainsFunc(t.facts.Redirects, func(r command.Redirect) bool {
		return r.Read && r.Class != "dev-std" && (r.Command == id || r.Scope == "compound" && c.Context.Loop && r.Span.Start.Offset > c.Span.End.Offset)
	})
}
