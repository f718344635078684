package javascript

import "github.com/skillctl/skillctl/engine/flow/code"

// function reads one that begins with its name, with "function", or with its
// parameters.
func (p *parser) function(arrow bool) *code.Node {
	pos, name := p.at().pos, ""
	if arrow && p.at().kind == word {
		t := p.at()
		p.i += 2
		f := &code.Function{Pos: pos, Params: []code.Param{{Target: &code.Node{Kind: code.Name, Name: t.s, Pos: t.pos, End: t.end}}}}
		return p.rest(f, pos)
	}
	if p.take("function") {
		p.take("*")
		if p.at().kind == word {
			name = p.at().s
			p.i++
		}
	}
	return p.body(pos, name, arrow)
}

// body reads the parameters of a function and what it does.
func (p *parser) body(pos int, name string, arrow bool) *code.Node {
	f := &code.Function{Name: name, Pos: pos}
	if p.is("<") {
		p.angles()
	}
	if p.take("(") {
		for !p.take(")") {
			t := p.at()
			if t.kind == end || t.is("}") || t.is(";") {
				break
			}
			before := p.i
			field := false
			for t := p.at(); t.kind == word && (t.s == "public" || t.s == "private" || t.s == "protected" || t.s == "readonly") && p.ahead(1).kind == word; t = p.at() {
				p.i++
				field = true
			}
			param := code.Param{Rest: p.take("..."), Field: field}
			param.Target = p.atom()
			p.take("?")
			if p.take(":") {
				p.types()
			}
			if p.take("=") {
				param.Default = p.expression()
			}
			f.Params = append(f.Params, param)
			if !p.take(",") && p.i == before {
				p.i++
			}
		}
	}
	if p.take(":") {
		p.types()
	}
	if arrow {
		p.take("=>")
		return p.rest(f, pos)
	}
	n := p.node(code.Func, pos)
	n.Func = f
	if p.is("{") {
		f.Body = p.block()
	} else {
		p.take(";") // of an overload, or an interface
	}
	return p.done(n)
}

// rest reads what a function with an arrow does.
func (p *parser) rest(f *code.Function, pos int) *code.Node {
	n := p.node(code.Func, pos)
	n.Func = f
	if p.is("{") {
		f.Body = p.block()
		return p.done(n)
	}
	f.Arrow = true
	f.Body = []*code.Node{p.expression()}
	return p.done(n)
}

func (p *parser) class() *code.Node {
	n := p.node(code.Class, p.at().pos)
	p.i++
	if p.at().kind == word && !p.is("extends") && !p.is("implements") {
		n.Name = p.at().s
		p.i++
	}
	p.balanced(func(t *token) bool { return t.is("{") || t.is("extends") })
	if p.take("extends") {
		n.X = p.postfix(p.atom())
		p.balanced(func(t *token) bool { return t.is("{") })
	}
	if !p.take("{") {
		return p.done(n)
	}
	for !p.take("}") && p.at().kind != end {
		before := p.i
		p.member(n)
		if p.i == before {
			p.i++
		}
	}
	return p.done(n)
}

// member reads one of a class: a function, or a field with its value.
func (p *parser) member(n *code.Node) {
	gets := false
	for t := p.at(); t.kind == word; t = p.at() {
		switch t.s {
		case "static", "public", "private", "protected", "readonly", "async", "get", "set", "abstract", "override", "declare":
			if next := p.ahead(1); next.kind == word || next.kind == text || next.is("[") || next.is("*") || next.is("{") {
				gets = t.s == "get"
				p.i++
				continue
			}
		}
		break
	}
	if p.is("{") { // a static block
		n.List = append(n.List, p.block()...)
		return
	}
	p.take("*")
	p.take("@")
	t := p.at()
	name := t.s
	if p.take("[") {
		p.list()
		p.take("]")
		name = ""
	} else if t.kind == word || t.kind == text || t.kind == number {
		p.i++
	} else {
		return
	}
	for p.take("?") || p.take("!") {
	}
	switch {
	case p.is("(") || p.is("<"):
		f := p.body(t.pos, name, false)
		f.Name, f.Func.Getter = name, gets
		n.List = append(n.List, f)
	default:
		if p.take(":") {
			p.types()
		}
		if p.take("=") {
			a := p.node(code.Assign, t.pos)
			a.Name, a.X = "=", p.expression()
			a.List = []*code.Node{{Kind: code.Name, Name: name, Pos: t.pos, End: t.end}}
			n.List = append(n.List, p.done(a))
		}
		p.take(";")
	}
}
