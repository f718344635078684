package javascript

import "github.com/skillctl/skillctl/engine/flow/code"

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
