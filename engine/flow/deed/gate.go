package deed

import (
	"slices"
	"strings"

	"github.com/skillctl/skillctl/engine/flow/code"
)

// gates are branches on what has nothing to do with what the program is given.
func (p *program) gates() []Deed {
	var found []Deed
	for _, f := range p.all {
		body := p.body
		if f.def != nil {
			body = f.def.Body
		}
		p.gated(body, f, &found)
	}
	return found
}

func (p *program) gated(list []*code.Node, f *function, found *[]Deed) {
	for i, n := range list {
		if n == nil || n.Kind == code.Func {
			continue
		}
		if test := branch(n); test != nil && !p.loops(n) {
			if kind := p.ambient(test, f); kind != "" {
				body := n.List[1].List
				if leaves(body) && i+1 < len(list) {
					body = list[i+1:] // "if it is not yet so far: return"
				}
				p.tell(kind, test, body, f, found)
				continue
			}
		}
		p.gated(n.List, f, found)
	}
}

// loops reports whether a block is one that is done again and again: it waits.
func (p *program) loops(n *code.Node) bool {
	return n.Pos < len(p.text.Source) && strings.HasPrefix(string(p.text.Source[n.Pos:min(n.Pos+5, len(p.text.Source))]), "while")
}

// leaves reports whether a body only ends what it stands in.
func leaves(body []*code.Node) bool {
	switch {
	case len(body) == 0:
		return true
	case len(body) > 1:
		return false
	}
	return body[0].Kind == code.Return && (body[0].X == nil || len(body[0].X.List) == 0 && body[0].X.X == nil && body[0].X.Kind != code.Text)
}

// tell tells the strongest effect of a branch.
func (p *program) tell(kind string, test *code.Node, body []*code.Node, f *function, found *[]Deed) {
	act, at := p.effect(body, f, 0)
	call := ""
	if at != nil {
		call = p.name(at.X)
	}
	if act == "" {
		if at = p.result(body, f, kind); at == nil {
			return
		}
		act, call = Result, p.source(at)
	}
	*found = append(*found, Deed{Kind: "gate", Act: act, Call: call, On: kind, What: p.source(test), File: p.text.File, Span: p.span(test.Pos, test.End)})
}

// rank says which effect is told where there are several.
func rank(act string) int {
	return slices.Index([]string{"", Run, Send, "rename", Overwrite, Rows, Delete}, act)
}

// effect is the strongest effect of statements, and of the functions that they call.
func (p *program) effect(list []*code.Node, f *function, depth int) (act string, at *code.Node) {
	for _, n := range list {
		if n == nil || n.Kind == code.Func && n.Name != "" {
			continue
		}
		one, where := "", n
		if n.Kind == code.Call {
			one = p.does(n)
			if to := p.functions[last(p.name(n.X))]; one == "" && to != nil && to.def != nil && depth < 3 {
				one, where = p.effect(to.def.Body, to, depth+1)
			}
		}
		if rank(one) > rank(act) {
			act, at = one, where
		}
		parts := n.List
		if n.X != nil {
			parts = append(parts[:len(parts):len(parts)], n.X)
		}
		if n.Func != nil {
			parts = append(parts[:len(parts):len(parts)], n.Func.Body...)
		}
		if one, where = p.effect(parts, f, depth); rank(one) > rank(act) {
			act, at = one, where
		}
	}
	return act, at
}

// does is what a call does by itself.
func (p *program) does(n *code.Node) string {
	t, name := tables(), p.name(n.X)
	if act := t.effects[name]; act != "" {
		return act
	}
	if n.X != nil && n.X.Kind == code.Attr {
		if act := t.on[n.X.Name]; act != "" && (act != "rename" || len(n.Names) == 0 || n.Names[0] == "") {
			return act
		}
	}
	if p.statement(n) != "" {
		return Rows
	}
	return ""
}

// result is a statement that changes a value which other statements use, or gives back one that is
// written out.
func (p *program) result(list []*code.Node, f *function, kind string) *code.Node {
	if f.def == nil || len(f.def.Params) == 0 {
		return nil
	}
	for _, n := range list {
		switch {
		case n == nil:
		case n.Kind == code.Assign && n.Name != "=" && len(n.List) == 1 && n.X != nil:
			if !p.around(n.List[0], f) {
				return n
			}
		case n.Kind == code.Assign && len(n.List) == 1 && n.List[0].Kind == code.Name && len(f.values[n.List[0].Name]) > 1 && kind != "chance":
			if !p.around(n.X, f) && p.scaled(n.X, n.List[0].Name) {
				return n
			}
		case n.Kind == code.Return && n.X != nil && kind != "clock" && n.X.Kind != code.Text && len(n.X.List) == 0 && n.X.X == nil:
			return n
		case n.Kind == code.Block:
			if at := p.result(n.List, f, kind); at != nil {
				return at
			}
		}
	}
	return nil
}

// scaled reports whether a value is made of what the variable was.
func (p *program) scaled(n *code.Node, name string) bool {
	if n == nil {
		return false
	}
	if n.Kind == code.Name && n.Name == name || p.scaled(n.X, name) {
		return true
	}
	for _, one := range n.List {
		if p.scaled(one, name) {
			return true
		}
	}
	return false
}
