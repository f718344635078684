package deed

import (
	"slices"
	"strings"

	"github.com/skillctl/skillctl/engine/flow/code"
	"github.com/skillctl/skillctl/internal/lazydfa"
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
			kind := p.ambient(test, f)
			if kind != "" && (kind != "account" || !tables().superuser.MatchString(p.source(test))) {
				for _, way := range p.ways(list, i) {
					if d, ok := p.tell(kind, test, way, f); ok {
						*found = append(*found, d)
						break
					}
				}
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

// ways are the statements that depend on the branch list[at]: its own, those of "else", and, where
// its own end what they stand in, what follows: "if it is not yet so far: return".
func (p *program) ways(list []*code.Node, at int) [][]*code.Node {
	block := list[at].List[1]
	var ways [][]*code.Node
	if !onlyLeaves(block.List) && !p.exits(block.List) {
		ways = append(ways, block.List)
	}
	behind := at + 1
	for ; behind < len(list) && list[behind] != nil && otherwise.MatchString(p.from(list[behind], len("else "))); behind++ {
		ways = append(ways, list[behind:behind+1])
	}
	if p.ends(block) && behind < len(list) {
		ways = append(ways, list[behind:])
	}
	return ways
}

var otherwise = lazydfa.New(`^(else|elif)\b`)

// from is what the program has where a part of it begins, n bytes of it.
func (p *program) from(at *code.Node, n int) string {
	begin := min(at.Pos, len(p.text.Source))
	return string(p.text.Source[begin:min(begin+n, len(p.text.Source))])
}

// ends reports whether a block ends what it stands in: a function, a round of a loop or the program.
func (p *program) ends(block *code.Node) bool {
	if n := len(block.List); n > 0 {
		last := block.List[n-1]
		if last != nil && last.Kind == code.Return && last.Name != "yield" || p.exits(block.List[n-1:]) {
			return true
		}
	}
	end := min(max(block.Pos, block.End), len(p.text.Source))
	return leaving.Match(p.text.Source[max(min(block.Pos, end), end-maxShown):end])
}

// leaving is the end of a block whose last statement makes no node, or only that of what is thrown.
var leaving = lazydfa.New(`(^|[\s;:{])(continue|break|(raise|throw)([ \t][^\n;]*)?)\s*;?\s*\}?\s*$`)

// exits reports whether statements are nothing but a call that ends the program.
func (p *program) exits(body []*code.Node) bool {
	return len(body) == 1 && body[0] != nil && body[0].Kind == code.Call && tables().exits[p.name(body[0].X)]
}

// onlyLeaves reports whether a body only ends what it stands in.
func onlyLeaves(body []*code.Node) bool {
	switch {
	case len(body) == 0:
		return true
	case len(body) > 1:
		return false
	}
	return body[0] != nil && body[0].Kind == code.Return && (body[0].X == nil || len(body[0].X.List) == 0 && body[0].X.X == nil && body[0].X.Kind != code.Text)
}

// tell tells the strongest effect of one way of a branch, if it has any.
func (p *program) tell(kind string, test *code.Node, body []*code.Node, f *function) (Deed, bool) {
	act, at := p.effect(body, f, 0)
	call := ""
	if at != nil {
		call = p.name(at.X)
	}
	if act == "" {
		if at = p.result(body, f, kind); at == nil {
			return Deed{}, false
		}
		act, call = Result, p.source(at)
	}
	return Deed{Kind: "gate", Act: act, Call: call, On: kind, What: p.source(test), File: p.text.File, Span: p.span(test.Pos, test.End)}, true
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
		if p.tired() {
			return act, at
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
		case p.tired():
			return nil
		case n.Kind == code.Assign && n.Name != "=" && len(n.List) == 1 && n.X != nil:
			if !p.around(n.List[0], f) {
				return n
			}
		case n.Kind == code.Assign && len(n.List) == 1 && n.List[0] != nil && n.List[0].Kind == code.Name && len(f.values[n.List[0].Name]) > 1 && kind != "chance":
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
