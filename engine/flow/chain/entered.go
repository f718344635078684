package chain

import (
	"cmp"
	"strings"

	"github.com/skillctl/skillctl/engine/flow/code"
	"github.com/skillctl/skillctl/engine/flow/way"
	"github.com/skillctl/skillctl/internal/jsontable"
	"github.com/skillctl/skillctl/internal/lazydfa"
)

// entered is the kind of what whoever runs a program types or hands it, and whose name
// says that it is secret: an option called --password, the answer to "Password:".
const entered = "entered"

// askTable says which calls ask for what, as calls.json has it.
type askTable struct {
	// Calls ask for what is not shown while it is typed, Spoken for what their text says,
	// Options are decorators that make an option a parameter.
	Calls   []string `json:"calls"`
	Spoken  []string `json:"spoken"`
	Options []string `json:"options"`
	// Forms ask for several things at once, each of which is described by an object.
	Forms []string `json:"forms"`
	// Names is a pattern of the names of secret options, Words one of texts that ask for
	// a secret.
	Names string `json:"names"`
	Words string `json:"words"`

	calls, spoken, options, forms map[string]bool
	names, words                  *lazydfa.Regexp
}

func (t *askTable) index() {
	t.calls, t.spoken, t.options = jsontable.Set(t.Calls), jsontable.Set(t.Spoken), jsontable.Set(t.Options)
	t.forms = jsontable.Set(t.Forms)
	t.names, t.words = lazydfa.New(t.Names), lazydfa.New(t.Words)
}

// askedFor is what a call comes to that asks somebody for a secret, nil for another one.
func (e *engine) askedFor(name string, a *args, n *code.Node) *value {
	t, said := &tables().Asks, name
	switch {
	case t.forms[name]:
		if said = t.wanted(a); said == "" {
			return nil
		}
	case !t.calls[name]:
		if !t.spoken[name] {
			return nil
		}
		text := a.way("0|text|prompt|message|0.message")
		if text == nil || len(text.first()) > maxName || !t.words.MatchString(text.first()) {
			return nil
		}
		said = strings.TrimRight(text.first(), " :?>")
	}
	v := &value{name: shorter(name + "()"), made: a, taints: e.source(entered, shown(said), n)}
	e.callbacks(a, v)
	return v
}

// wanted is what a form asks for that is secret, "" for nothing: an answer that is not shown
// while it is typed, or one whose question or name says so.
func (t *askTable) wanted(a *args) string {
	if len(a.list) == 0 {
		return ""
	}
	for _, one := range append([]*value{a.list[0]}, a.list[0].items...) {
		kind, name, said := text(one.fields["type"]), text(one.fields["name"]), text(one.fields["message"])
		if kind == "password" || kind == "invisible" || t.words.MatchString(said) || len(name) < maxName && t.names.MatchString(name) {
			return cmp.Or(strings.TrimRight(said, " :?>"), name, kind)
		}
	}
	return ""
}

// text is what a value says, "" where that is not known.
func text(v *value) string {
	if v == nil || len(v.first()) > way.MaxLength {
		return ""
	}
	return v.first()
}

// handedIn is what a call comes to that asks whoever runs the program for something, nil
// for another one.
func (e *engine) handedIn(name string, a *args, n *code.Node) *value {
	if v := e.askedFor(name, a, n); v != nil || !tables().documents.calls[name] {
		return v
	}
	return &value{name: shorter(name + "()"), taints: e.given(name, n), made: a}
}

// option are the sources of an option of the program that is read by its name, nil where
// the name says of no secret.
func (e *engine) option(x *value, name string, n *code.Node) []*taint {
	d := &tables().documents
	if n == nil || x.name == "" || len(name) > maxName || !d.calls[strings.TrimSuffix(x.name, "()")] && !d.names[x.name] || !tables().Asks.names.MatchString(name) {
		return nil
	}
	return e.source(entered, "the option "+shown(name), n)
}

// keptAs is a word that the program was run with, where the variable that keeps it is
// called like a secret; else the value as it is.
func (e *engine) keptAs(target *code.Node, v *value) *value {
	if !tables().documents.names[v.name] {
		return v
	}
	found := e.option(v, target.Name, target)
	if found == nil {
		return v
	}
	out := *v
	out.taints = addTaints(found, v.taints)
	return &out
}

// takesOptions looks into a function whose parameters are options that decorators name.
func (e *engine) takesOptions(n *code.Node, s *scope) {
	fn, with := s.vars[n.Name], &args{}
	if fn == nil || fn.fn == nil || len(n.List) == 0 {
		return
	}
	for _, by := range n.List {
		if by.Kind != code.Call || by.X == nil || !tables().Asks.options[e.value(by.X, s, false).name] {
			continue
		}
		for _, word := range by.List {
			if word.Kind != code.Text || !tables().Asks.names.MatchString(word.Name) {
				continue
			}
			name := strings.ReplaceAll(strings.TrimLeft(word.Name, "-"), "-", "_")
			with.name(name, &value{taints: e.source(entered, "the option "+shown(word.Name), word)})
		}
	}
	e.commandWords(n, s, with)
	if len(with.named) > 0 {
		e.invoke(fn.fn, with, nil)
	}
}
