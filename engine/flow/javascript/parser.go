package javascript

import "github.com/skillctl/skillctl/engine/flow/code"

// parser reads tokens.
type parser struct {
	toks  []token
	i     int
	depth int
	cut   string
}

func (p *parser) at() *token { return p.ahead(0) }

func (p *parser) ahead(n int) *token { return &p.toks[min(p.i+n, len(p.toks)-1)] }

func (p *parser) is(s string) bool { return p.at().is(s) }

func (t *token) is(s string) bool { return (t.kind == mark || t.kind == word) && t.s == s }

func (p *parser) take(s string) bool {
	if p.is(s) {
		p.i++
		return true
	}
	return false
}

func (p *parser) node(kind code.Kind, pos int) *code.Node { return &code.Node{Kind: kind, Pos: pos} }

func (p *parser) done(n *code.Node) *code.Node {
	n.End = max(n.Pos, p.toks[max(0, min(p.i, len(p.toks))-1)].end)
	return n
}

func (p *parser) aside(n *code.Node) *code.Node {
	return &code.Node{Kind: code.Other, List: []*code.Node{n}, Pos: n.Pos, End: n.End}
}

// nested reads one level further down, or nothing where that is too deep.
func (p *parser) nested(read func() *code.Node) *code.Node {
	if p.depth >= code.MaxDepth {
		p.cut = code.CutDepth
		n := p.node(code.Other, p.at().pos)
		p.balanced(func(t *token) bool { return t.is(";") })
		return p.done(n)
	}
	p.depth++
	n := read()
	p.depth--
	return n
}

// balanced leaves tokens out up to one that stands in no bracket of its own, or to a
// bracket that closes what is around them.
func (p *parser) balanced(stop func(*token) bool) {
	for open := 0; p.at().kind != end; p.i++ {
		t := p.at()
		if open == 0 && stop(t) {
			return
		}
		if t.kind != mark || len(t.s) > 1 {
			continue
		}
		switch t.s {
		case "(", "[", "{":
			open++
		case ")", "]", "}":
			if open == 0 {
				return
			}
			open--
		}
	}
}

// list reads values between commas, of which the last counts.
func (p *parser) list() *code.Node {
	n := p.expression()
	if !p.is(",") {
		return n
	}
	all := p.node(code.Choice, n.Pos)
	all.List = []*code.Node{n}
	for p.take(",") {
		all.List = append(all.List, p.expression())
	}
	return p.done(all)
}
