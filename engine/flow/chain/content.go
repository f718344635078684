package chain

import (
	"slices"
	"strings"

	"github.com/skillctl/skillctl/engine/flow/code"
	"github.com/skillctl/skillctl/engine/flow/way"
	"github.com/skillctl/skillctl/internal/jsontable"
	"github.com/skillctl/skillctl/internal/lazydfa"
)

// content is the kind of what the user works on where no file of it is opened: what a function
// that others call is handed, what comes in through standard input, and what a model answers.
const content = "content"

// contentTable says where such contents come from, as documents.json has it.
type contentTable struct {
	// Parameters is a pattern of names of parameters that are for what is worked on, Records one
	// of those that are for several things by their names, Fields the names of these.
	Parameters string   `json:"parameters"`
	Records    string   `json:"records"`
	Fields     []string `json:"fields"`
	// Fed are values that stand for standard input.
	Fed []string `json:"fed"`
	// Answers are ends of the names of calls that a model answers.
	Answers []string `json:"answers"`
	// Commands are decorators that make a function a command, whose parameters are words that the
	// program is run with; Opened are types of such parameters that are opened before.
	Commands []string `json:"commands"`
	Opened   []string `json:"opened"`

	parameters, records   *lazydfa.Regexp
	fed, commands, opened map[string]bool
	answers               map[string]bool
}

func (t *contentTable) index() {
	t.parameters, t.records = lazydfa.New(t.Parameters), lazydfa.New(t.Records)
	t.fed, t.commands, t.opened, t.answers = jsontable.Set(t.Fed), jsontable.Set(t.Commands), jsontable.Set(t.Opened), jsontable.Set(t.Answers)
}

// uncalled is what a function that nothing in the package calls is called with by others, as far
// as the names of its parameters say so.
func (e *engine) uncalled(f *closure) *args {
	t, a := &tables().documents.Content, &args{}
	own := e.unitOf(f)
	if own == nil {
		return a
	}
	here := e.here
	e.here = own
	defer func() { e.here = here }()
	for _, p := range f.def.Params {
		if p.Target == nil || p.Target.Kind != code.Name || p.Rest || len(p.Target.Name) > maxName {
			continue
		}
		switch name := p.Target.Name; {
		case t.parameters.MatchString(name):
			a.name(name, &value{taints: e.source(content, "the parameter "+name, p.Target)})
		case t.records.MatchString(name):
			v := &value{fields: map[string]*value{}}
			for _, field := range t.Fields {
				v.fields[field] = &value{taints: e.source(content, "the parameter "+name+"."+field, p.Target)}
			}
			a.name(name, v)
		case name != "self" && name != "cls" && name != "this":
			list := e.named(way.Argument, "the parameter "+name, p.Target)
			list[0].open = true
			a.name(name, &value{taints: list})
		}
	}
	return a
}

// fedBy are the sources of a value that stands for standard input.
func (e *engine) fedBy(name string, n *code.Node) []*taint {
	if n == nil || !tables().documents.Content.fed[name] {
		return nil
	}
	return e.source(content, "what "+name+" reads", n)
}

// says are the sources of what a call comes to that a model answers.
func (e *engine) says(v *value, name string, n *code.Node) *value {
	if v == nil || n == nil || !tables().documents.Content.answers[code.LastTwo(name)] {
		return v
	}
	out := *v
	said := e.source(content, "the answer of "+code.LastTwo(name), n)
	for _, t := range said {
		t.said = true
	}
	out.taints = addTaints(said, slices.DeleteFunc(slices.Clone(v.taints), (*taint).foreign))
	return &out
}

// commandWords are the parameters of a function that decorators make a command.
func (e *engine) commandWords(n *code.Node, s *scope, with *args) {
	t := &tables().documents.Content
	fn := s.vars[n.Name].fn
	for _, by := range n.List {
		called := by
		if by.Kind == code.Call && by.X != nil {
			called = by.X
		}
		name := e.value(called, s, false).name
		switch {
		case tables().Asks.options[name] && by.Kind == code.Call:
			e.commandWord(by, fn, s, with)
		case t.commands[name]:
			for _, p := range fn.def.Params {
				if p.Target != nil && p.Target.Kind == code.Name && with.named[p.Target.Name] == nil {
					with.name(p.Target.Name, &value{taints: e.given(p.Target.Name, p.Target)})
				}
			}
		}
	}
}

// commandWord is the parameter that one decorator names: the last of its names, else the longest.
func (e *engine) commandWord(by *code.Node, fn *closure, s *scope, with *args) {
	for _, word := range by.List {
		if word.Kind != code.Text {
			continue
		}
		name := strings.ReplaceAll(strings.TrimLeft(word.Name, "-"), "-", "_")
		if with.named[name] != nil || !slices.ContainsFunc(fn.def.Params, func(p code.Param) bool { return p.Target != nil && p.Target.Name == name }) {
			continue
		}
		v := &value{taints: e.given(word.Name, word)}
		for i, arg := range by.List {
			if i < len(by.Names) && by.Names[i] == "type" && arg.Kind == code.Call && tables().documents.Content.opened[e.value(arg.X, s, false).name] {
				v.taints = e.opened(v.taints, "is opened", false, word)
			}
		}
		with.name(name, v)
	}
}
