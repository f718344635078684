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
	case "return", "throw":
		n := p.node(code.Return, t.pos)
		p.i++
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

// braces leaves out what stands between braces.
func (p *parser) braces() {
	if p.take("{") {
		p.balanced(func(t *token) bool { return t.is("}") })
		p.take("}")
	}
}

// types leaves out a type: up to what ends the value or the parameter that it is of.
func (p *parser) types() {
	braced := false
	for p.at().kind != end {
		t := p.at()
		switch {
		case t.kind == mark:
			switch t.s {
			case "{", "(", "[":
				if t.s == "{" && braced {
					return
				}
				stop := map[string]string{"{": "}", "(": ")", "[": "]"}[t.s]
				p.i++
				p.balanced(func(t *token) bool { return t.is(stop) })
				p.take(stop)
				braced = true
				continue
			case "|", "&", "=>", ".", "<", ">", "?", ":":
				if t.s == ":" && braced {
					return
				}
				braced = false
				if t.s == "<" {
					p.angles()
					braced = true
					continue
				}
			default:
				return
			}
		case braced && t.kind == word && !(t.s == "extends" || t.s == "is" || t.s == "in"):
			return // the type has ended, with or without a line
		case t.kind == word && t.first && p.toks[max(0, p.i-1)].kind == word:
			return
		default:
			switch t.s {
			case "keyof", "typeof", "readonly", "infer", "is", "asserts", "unique", "extends":
				braced = false
			default:
				braced = true
			}
		}
		p.i++
	}
}

// angles leaves out what stands between "<" and ">".
func (p *parser) angles() {
	for open, from := 0, p.i; p.at().kind != end && p.i < from+maxHead; p.i++ {
		switch t := p.at(); {
		case t.is("<"):
			open++
		case t.is(">"):
			if open--; open == 0 {
				p.i++
				return
			}
		case t.is(";"), t.is("="):
			return
		}
	}
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
			for t := p.at(); t.kind == word && (t.s == "public" || t.s == "private" || t.s == "protected" || t.s == "readonly") && p.ahead(1).kind == word; t = p.at() {
				p.i++
			}
			param := code.Param{Rest: p.take("...")}
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
	for t := p.at(); t.kind == word; t = p.at() {
		switch t.s {
		case "static", "public", "private", "protected", "readonly", "async", "get", "set", "abstract", "override", "declare":
			if next := p.ahead(1); next.kind == word || next.kind == text || next.is("[") || next.is("*") || next.is("{") {
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
		f.Name = name
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

// imports reads import a, {b as c}, * as d from "e".
func (p *parser) imports(t *token) *code.Node {
	n := p.node(code.Import, t.pos)
	n.Import = &code.Imported{}
	p.i++
	if p.is("type") && p.ahead(1).kind != text && !p.ahead(1).is("from") {
		p.i++
	}
	for p.at().kind != end && !p.is(";") {
		t := p.at()
		switch {
		case t.kind == text:
			n.Import.Module = t.s
			p.i++
			return p.done(n)
		case t.is("{"):
			p.i++
			n.Import.Names = append(n.Import.Names, p.specifiers()...)
			continue
		case t.is("*") && p.ahead(1).is("as"):
			p.i += 2
			n.Import.As = p.at().s
		case t.kind == word && t.s != "from":
			if p.ahead(1).is("=") { // import a = require("b")
				p.i += 2
				a := p.node(code.Assign, t.pos)
				a.Name, a.X = "=", p.expression()
				a.List = []*code.Node{{Kind: code.Name, Name: t.s, Pos: t.pos, End: t.end}}
				return p.done(a)
			}
			n.Import.As = t.s
		}
		p.i++
	}
	return p.done(n)
}

// specifiers reads {a, b as c}, whose first brace was read.
func (p *parser) specifiers() [][2]string {
	var names [][2]string
	for !p.take("}") && p.at().kind != end {
		if p.is("type") && p.ahead(1).kind == word && !p.ahead(1).is("as") {
			p.i++
		}
		t := p.at()
		p.i++
		if t.kind != word && t.kind != text {
			continue
		}
		as := t.s
		if p.take("as") {
			as = p.at().s
			p.i++
		}
		names = append(names, [2]string{t.s, as})
	}
	return names
}

// exports reads export {a as b} from "c", as an import of what it names.
func (p *parser) exports(t *token) *code.Node {
	n := p.node(code.Import, t.pos)
	n.Import = &code.Imported{}
	if p.take("{") {
		names := p.specifiers()
		if !p.is("from") {
			// Another name for what the file has.
			b := p.node(code.Block, t.pos)
			for _, name := range names {
				if name[0] != name[1] {
					b.List = append(b.List, &code.Node{Kind: code.Assign, Name: "=", Pos: t.pos, List: []*code.Node{{Kind: code.Name, Name: name[1], Pos: t.pos}}, X: &code.Node{Kind: code.Name, Name: name[0], Pos: t.pos}})
				}
			}
			return p.done(b)
		}
		n.Import.Names = names
	} else {
		p.take("*")
		n.Import.As = "*"
		if p.take("as") {
			n.Import.As = p.at().s
			p.i++
		}
	}
	if p.take("from") && p.at().kind == text {
		n.Import.Module = p.at().s
		p.i++
	}
	return p.done(n)
}
