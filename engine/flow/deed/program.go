package deed

import (
	"bytes"
	"strings"

	"github.com/skillctl/skillctl/engine/flow/code"
	"github.com/skillctl/skillctl/engine/flow/way"
	"github.com/skillctl/skillctl/internal/document"
)

// program is one text, with what its names stand for.
type program struct {
	text   *way.Text
	places way.Places
	body   []*code.Node
	// names are modules and their parts, by what the program calls them.
	names map[string]string
	// root is the program outside of functions; functions are those by their names.
	root      *function
	functions map[string]*function
	all       []*function
	parts     int
	// steps is how many parts of values and of functions were followed, see [maxSteps].
	steps int
	// made are the tables, views and databases that the program makes, in lower case.
	made map[string]bool
}

// function is a function of the program, or all that stands outside of them.
type function struct {
	def *code.Function
	// values are what its variables are given, walks the variables of loops.
	values map[string][]*code.Node
	walks  map[string]*code.Node
	calls  []*code.Node // that are made in it
	tests  []*code.Node // on which it branches
	// given are the calls of it, each with the function that it is made in.
	given []given
	gives []*code.Node // what it gives back
}

// given is a call of a function.
type given struct {
	call *code.Node
	in   *function
}

func newProgram(t *way.Text, body []*code.Node) *program {
	p := &program{text: t, body: body, names: map[string]string{}, functions: map[string]*function{}, made: map[string]bool{}}
	p.root = p.function(nil)
	p.collect(undocumented(body), p.root)
	for _, f := range p.all {
		for _, call := range f.calls {
			if to := p.functions[last(p.name(call.X))]; to != nil && to != f {
				to.given = append(to.given, given{call, f})
			}
		}
	}
	return p
}

// tired counts one more step, and reports whether there were too many.
func (p *program) tired() bool {
	p.steps++
	return p.steps > maxSteps
}

// undocumented are statements without the text that says what they are for.
func undocumented(body []*code.Node) []*code.Node {
	if len(body) > 0 && body[0] != nil && body[0].Kind == code.Text {
		return body[1:]
	}
	return body
}

func (p *program) function(def *code.Function) *function {
	f := &function{def: def, values: map[string][]*code.Node{}, walks: map[string]*code.Node{}}
	p.all = append(p.all, f)
	return f
}

// collect notes what names are given, what is called and on what there are branches.
func (p *program) collect(list []*code.Node, f *function) {
	for _, n := range list {
		p.note(n, f)
	}
}

func (p *program) note(n *code.Node, f *function) {
	if n == nil || p.parts > maxParts {
		return
	}
	p.parts++
	switch n.Kind {
	case code.Import:
		p.imported(n.Import)
	case code.Func:
		p.defined(n, f)
		return
	case code.Assign:
		for _, target := range n.List {
			p.assigned(target, n, f)
		}
	case code.Each:
		p.walked(n.List[0], n.X, f)
	case code.Call:
		f.calls = append(f.calls, n)
	case code.Return:
		if n.X != nil {
			f.gives = append(f.gives, n.X)
		}
	case code.Block:
		if test := branch(n); test != nil {
			f.tests = append(f.tests, test)
		}
	case code.Text, code.Join:
		p.makes(p.texts(n, 0))
	}
	p.collect(n.List, f)
	p.collect(n.Keys, f)
	if n.X != nil {
		p.note(n.X, f)
	}
}

// defined notes a function. What is made where it is used has the variables around it.
func (p *program) defined(n *code.Node, f *function) {
	def := n.Func
	if def == nil {
		return
	}
	if def.Name == "" {
		for _, param := range def.Params {
			if param.Target != nil && param.Target.Kind == code.Name && len(n.List) == 0 {
				f.walks[param.Target.Name] = nil
			}
		}
		p.collect(def.Body, f)
		return
	}
	inner := p.function(def)
	p.functions[def.Name] = inner
	p.collect(undocumented(def.Body), inner)
	p.collect(n.List, f)
}

// branch is the test of a block that has one.
func branch(n *code.Node) *code.Node {
	if n.Kind == code.Block && len(n.List) == 2 && n.List[0] != nil && n.List[1] != nil && n.List[0].Kind == code.Other && n.List[1].Kind == code.Block && n.List[1].Name == "maybe" {
		return n.List[0]
	}
	return nil
}

func (p *program) imported(in *code.Imported) {
	module := strings.TrimPrefix(in.Module, "node:")
	module = strings.Replace(module, "fs/promises", "fs.promises", 1)
	if in.As != "" && in.As != "*" {
		p.names[in.As] = module
	}
	for _, pair := range in.Names {
		p.names[pair[1]] = module + "." + pair[0]
	}
}

func (p *program) assigned(target, n *code.Node, f *function) {
	switch {
	case target == nil:
	case target.Kind == code.Name:
		if n.X != nil && n.X.Kind == code.Func && n.X.Func != nil && n.X.Func.Name == "" {
			n.X.Func.Name = target.Name // const tidy = (dir) => …
		}
		if module := required(n.X); module != "" {
			p.names[target.Name] = module
			return
		}
		f.values[target.Name] = append(f.values[target.Name], n.X)
	case target.Kind == code.Record || target.Kind == code.Sequence:
		module := required(n.X)
		for i, one := range target.List {
			switch {
			case one == nil || one.Kind != code.Name:
			case module != "" && i < len(target.Names):
				p.names[one.Name] = module + "." + target.Names[i]
			default:
				f.values[one.Name] = append(f.values[one.Name], n.X)
			}
		}
	}
}

// required is the module that a value of JavaScript takes in.
func required(n *code.Node) string {
	if n == nil || n.Kind != code.Call || n.X == nil || n.X.Name != "require" && n.X.Name != "import" || len(n.List) == 0 || n.List[0] == nil || n.List[0].Kind != code.Text {
		return ""
	}
	return strings.Replace(strings.TrimPrefix(n.List[0].Name, "node:"), "fs/promises", "fs.promises", 1)
}

// walked notes the variables of a loop.
func (p *program) walked(target, of *code.Node, f *function) {
	if target == nil || of == nil {
		return
	}
	if target.Kind == code.Name {
		f.walks[target.Name] = of
	}
	for _, one := range target.List {
		p.walked(one, of, f)
	}
}

// name is what a part of a program is called in the modules that it is from.
func (p *program) name(n *code.Node) string {
	switch {
	case n == nil:
	case n.Kind == code.Name:
		if known := p.names[n.Name]; known != "" {
			return known
		}
		return n.Name
	case n.Kind == code.Attr:
		return p.name(n.X) + "." + n.Name
	case n.Kind == code.Call:
		return p.name(n.X) + "()"
	}
	return ""
}

func last(name string) string { return name[strings.LastIndexByte(name, '.')+1:] }

// source is a part of the program as it is written, in one line.
func (p *program) source(n *code.Node) string {
	text := p.text.Source[min(n.Pos, len(p.text.Source)):min(max(n.Pos, n.End), len(p.text.Source))]
	if len(text) > maxShown {
		text = text[:maxShown]
	}
	return strings.Join(strings.Fields(strings.ToValidUTF8(string(text), "")), " ")
}

// maxShown is how much of a statement is told, in bytes.
const maxShown = 200

// span is where a part of the program stands, up to the end of its line.
func (p *program) span(begin, end int) document.Span {
	begin = min(begin, len(p.text.Source))
	end = min(max(begin, end), len(p.text.Source))
	if i := bytes.IndexByte(p.text.Source[begin:end], '\n'); i >= 0 {
		end = begin + i
	}
	return p.places.Span(p.text, begin, end)
}
