package javascript

import "github.com/skillctl/skillctl/engine/flow/code"

// Read reads a program.
func Read(src []byte) *code.Program {
	toks, cut := lex(src)
	p := &parser{toks: toks, cut: cut}
	program := &code.Program{}
	for p.at().kind != end {
		before := p.i
		if n := p.statement(); n != nil {
			program.Body = append(program.Body, n)
		}
		if p.i == before {
			p.i++
		}
	}
	program.Cut = p.cut
	return program
}

// block reads what stands between braces, or one statement.
func (p *parser) block() []*code.Node {
	if !p.take("{") {
		if n := p.statement(); n != nil {
			return []*code.Node{n}
		}
		return nil
	}
	var all []*code.Node
	for !p.take("}") && p.at().kind != end {
		before := p.i
		if n := p.statement(); n != nil {
			all = append(all, n)
		}
		if p.i == before {
			p.i++
		}
	}
	return all
}

func (p *parser) maybe(pos int) *code.Node {
	n := p.node(code.Block, pos)
	n.Name, n.List = "maybe", p.block()
	return p.done(n)
}

func (p *parser) statement() *code.Node {
	return p.nested(func() *code.Node {
		t := p.at()
		if t.kind == word {
			if n, ok := p.compound(t); ok {
				p.take(";")
				return n
			}
		}
		if t.is("{") {
			n := p.node(code.Block, t.pos)
			n.List = p.block()
			return p.done(n)
		}
		if t.is("@") { // a decorator
			p.i++
		}
		n := p.list()
		p.take(";")
		return n
	})
}

// compound reads a statement that begins with a word of its own.
func (p *parser) compound(t *token) (*code.Node, bool) {
	next := p.ahead(1)
	if next.is("=") || next.is(".") || next.is(",") || next.is("=>") {
		return nil, false
	}
	if n, known := p.declaration(t, next); known {
		return n, true
	}
	if n, known := p.typed(t, next); known {
		return n, true
	}
	if n, known := p.control(t); known {
		return n, true
	}
	if next.is(":") && next.kind == mark { // a label
		p.i += 2
		return nil, true
	}
	return nil, false
}

// declaration reads what makes names, and reports whether it is one.
func (p *parser) declaration(t, next *token) (*code.Node, bool) {
	switch t.s {
	case "import":
		if next.is("(") {
			return nil, false
		}
		return p.imports(t), true
	case "export", "declare", "abstract", "default", "public", "private", "protected":
		if t.s == "default" && next.is(":") {
			p.i += 2 // of a switch
			return nil, true
		}
		if next.kind != word && !next.is("{") && !next.is("*") && t.s != "default" {
			return nil, false
		}
		p.i++
		switch {
		case t.s == "export" && (next.is("{") || next.is("*")):
			return p.exports(t), true
		case t.s == "default":
			return p.unnamed(t), true
		}
		return p.statement(), true
	case "const", "let", "var":
		if next.kind != word && !next.is("{") && !next.is("[") {
			return nil, false
		}
		p.i++
		return p.declared(t.pos), true
	case "function":
		return p.named(p.function(false)), true
	case "async":
		if !next.is("function") {
			return nil, false
		}
		p.i++
		return p.named(p.function(false)), true
	case "class":
		return p.class(), true
	}
	return nil, false
}

// typed reads what is for the types alone, and reports whether it is that.
func (p *parser) typed(t, next *token) (*code.Node, bool) {
	switch t.s {
	case "interface", "enum", "namespace", "module":
		if next.kind != word {
			return nil, false
		}
		p.i += 2
		p.balanced(func(t *token) bool { return t.is("{") })
		if t.s == "namespace" || t.s == "module" {
			n := p.node(code.Block, t.pos)
			n.List = p.block()
			return p.done(n), true
		}
		p.braces()
		return nil, true
	case "type":
		if next.kind != word {
			return nil, false
		}
		p.i += 2
		p.balanced(func(t *token) bool { return t.is("=") || t.is(";") })
		p.take("=")
		p.types()
		return nil, true
	}
	return nil, false
}

// control reads what says whether and how often something runs, and reports whether it
// is that.
func (p *parser) control(t *token) (*code.Node, bool) {
	switch t.s {
	case "if", "while", "switch", "with":
		n := p.node(code.Block, t.pos)
		p.i++
		if p.take("(") {
			n.List = append(n.List, p.aside(p.list()))
			p.balanced(func(t *token) bool { return t.is(")") })
			p.take(")")
		}
		n.List = append(n.List, p.maybe(p.at().pos))
		return p.done(n), true
	case "else", "do", "try", "finally":
		p.i++
		return p.maybe(t.pos), true
	case "catch":
		p.i++
		if p.take("(") {
			p.balanced(func(t *token) bool { return t.is(")") })
			p.take(")")
		}
		return p.maybe(t.pos), true
	case "case":
		p.i++
		p.expression()
		p.take(":")
		return nil, true
	case "for":
		return p.loop(t), true
	case "return", "throw", "yield":
		n := p.node(code.Return, t.pos)
		p.i++
		if t.s == "yield" {
			n.Name = "yield"
			p.take("*")
		}
		if !p.at().first && !p.is(";") && !p.is("}") {
			n.X = p.list()
		}
		if t.s == "throw" && n.X != nil {
			return p.aside(n.X), true
		}
		return p.done(n), true
	case "break", "continue", "debugger":
		p.i++
		if p.at().kind == word && !p.at().first {
			p.i++
		}
		return nil, true
	}
	return nil, false
}

// unnamed reads what stands behind "export default", as a variable of that name.
func (p *parser) unnamed(t *token) *code.Node {
	a := p.node(code.Assign, t.pos)
	a.Name, a.X = "=", p.expression()
	a.List = []*code.Node{{Kind: code.Name, Name: "default", Pos: t.pos, End: t.end}}
	if a.X.Kind == code.Func && a.X.Func != nil {
		a.X.Name = a.X.Func.Name
	}
	return p.done(a)
}

// named makes a function that stands by itself a declaration.
func (p *parser) named(n *code.Node) *code.Node {
	if n.Func != nil {
		n.Name = n.Func.Name
	}
	return n
}

// declared reads the variables behind const, let and var.
func (p *parser) declared(pos int) *code.Node {
	n := p.node(code.Block, pos)
	for {
		target := p.atom()
		p.take("!")
		if p.take(":") {
			p.types()
		}
		if p.take("=") {
			a := p.node(code.Assign, target.Pos)
			a.Name, a.List, a.X = "=", []*code.Node{target}, p.expression()
			n.List = append(n.List, p.done(a))
		}
		if !p.take(",") {
			return p.done(n)
		}
	}
}

func (p *parser) loop(t *token) *code.Node {
	p.i++
	p.take("await")
	n := p.node(code.Each, t.pos)
	if !p.take("(") {
		return p.maybe(t.pos)
	}
	before := p.i
	for p.is("const") || p.is("let") || p.is("var") {
		p.i++
	}
	target := p.atom()
	if p.take("of") || p.take("in") {
		n.List, n.X = []*code.Node{target}, p.list()
		p.balanced(func(t *token) bool { return t.is(")") })
		p.take(")")
		n.List = append(n.List, p.block()...)
		return p.done(n)
	}
	p.i = before
	n.Kind = code.Block
	for !p.take(")") && p.at().kind != end {
		from := p.i
		if s := p.statement(); s != nil {
			n.List = append(n.List, s)
		}
		if p.take(";"); p.i == from {
			p.i++
		}
	}
	n.List = append(n.List, p.maybe(p.at().pos))
	return p.done(n)
}
