package python

import (
	"slices"
	"strings"

	"github.com/skillctl/skillctl/engine/flow/code"
)

// Read reads a program.
func Read(src []byte) *code.Program {
	toks, cut := lex(src, 0)
	p := &parser{src: src, toks: toks, cut: cut}
	program := &code.Program{}
	for p.at().kind != end {
		before := p.i
		if p.at().kind == newline {
			p.i++
			continue
		}
		program.Body = append(program.Body, p.statements(p.indent())...)
		if p.i == before {
			p.i++
		}
	}
	program.Cut = p.cut
	return program
}

// indent is the margin of the line that is being read.
func (p *parser) indent() int {
	for i := min(p.i, len(p.toks)-1); i >= 0; i-- {
		if p.toks[i].kind == newline {
			if i < p.i {
				return p.toks[i].indent
			}
		}
	}
	return 0
}

// statements reads the statements of one line and the blocks that belong to it; margin
// is that of the line.
func (p *parser) statements(margin int) []*code.Node {
	var all []*code.Node
	for {
		t := p.at()
		if t.kind == newline || t.kind == end {
			return all
		}
		before := p.i
		if n := p.statement(margin); n != nil {
			all = append(all, n)
		}
		for p.take(";") {
		}
		if p.i == before {
			p.i++
		}
	}
}

// block reads what is done under a line: behind its colon, or the lines with a wider
// margin.
func (p *parser) block(margin int) []*code.Node {
	if !p.take(":") {
		// No block after all, or one of a broken line.
		for t := p.at(); t.kind != newline && t.kind != end; t = p.at() {
			p.i++
			if p.toks[p.i-1].s == ":" && p.toks[p.i-1].kind == mark {
				break
			}
		}
	}
	if p.at().kind != newline {
		return p.statements(margin)
	}
	if p.depth >= code.MaxDepth/4 {
		p.cut = code.CutDepth
		return nil
	}
	p.depth += 4
	defer func() { p.depth -= 4 }()
	var all []*code.Node
	for p.at().kind == newline && p.at().indent > margin {
		inner := p.at().indent
		p.i++
		all = append(all, p.statements(inner)...)
	}
	return all
}

func (p *parser) statement(margin int) *code.Node {
	t := *p.at()
	if t.kind == word {
		if n, ok := p.compound(t, margin); ok {
			return n
		}
	}
	if p.take("@") {
		p.handed = append(p.handed, p.list())
		return nil
	}
	p.handed = nil
	return p.simple(margin)
}

// compound reads a statement that begins with a word of its own.
func (p *parser) compound(t token, margin int) (*code.Node, bool) {
	next := &p.toks[min(p.i+1, len(p.toks)-1)]
	if n, known := p.definition(t, margin); known {
		return n, true
	}
	if n, known := p.control(t, next, margin); known {
		return n, true
	}
	return p.short(t, next)
}

// definition reads what makes names, and reports whether it is one.
func (p *parser) definition(t token, margin int) (*code.Node, bool) {
	switch t.s {
	case "async":
		p.i++
		return nil, true
	case "def":
		return p.def(margin), true
	case "class":
		n := p.node(code.Class, t.pos)
		p.handed = nil
		p.i++
		n.Name = p.at().s
		p.i++
		if p.take("(") {
			base := p.node(code.Call, p.at().pos)
			p.arguments(base)
			if len(base.List) > 0 {
				n.X = base.List[0]
			}
		}
		n.List = p.block(margin)
		return p.done(n), true
	case "import":
		return p.imports(t), true
	case "from":
		return p.from(t), true
	case "with":
		return p.with(t, margin), true
	}
	return nil, false
}

// control reads what says whether and how often something runs, and reports whether it
// is that.
func (p *parser) control(t token, next *token, margin int) (*code.Node, bool) {
	switch t.s {
	case "if", "elif", "while":
		n := p.node(code.Block, t.pos)
		p.i++
		test := p.aside(p.expression())
		maybe := &code.Node{Kind: code.Block, Name: "maybe", Pos: t.pos}
		maybe.List = p.block(margin)
		n.List = []*code.Node{test, p.done(maybe)}
		return p.done(n), true
	case "else", "try", "finally":
		if next.s != ":" {
			return nil, false
		}
		p.i++
		return p.maybe(t.pos, margin), true
	case "except":
		p.i++
		p.take("*")
		if !p.is(":") {
			p.list()
			if p.take("as") {
				p.i++
			}
		}
		return p.maybe(t.pos, margin), true
	case "for":
		n := p.node(code.Each, t.pos)
		p.i++
		n.List = []*code.Node{p.targets()}
		p.take("in")
		n.X = p.list()
		n.List = append(n.List, p.block(margin)...)
		return p.done(n), true
	}
	return nil, false
}

// short reads a statement of one line, and reports whether it is one.
func (p *parser) short(t token, next *token) (*code.Node, bool) {
	switch t.s {
	case "return", "yield":
		n := p.node(code.Return, t.pos)
		p.i++
		if t.s == "yield" {
			n.Name = "yield"
			p.take("from")
		}
		if k := p.at().kind; k != newline && k != end {
			n.X = p.list()
		}
		return p.done(n), true
	case "global", "nonlocal":
		n := p.node(code.Other, t.pos)
		n.Name = "global"
		for k := p.at().kind; k != newline && k != end; k = p.at().kind {
			n.Names = append(n.Names, p.at().s)
			p.i++
		}
		return p.done(n), true
	case "pass", "break", "continue":
		p.i++
		return nil, true
	case "del", "assert", "raise":
		p.i++
		if k := p.at().kind; k == newline || k == end {
			return nil, true
		}
		return p.aside(p.list()), true
	case "print", "exec": // of Python 2
		if next.kind == text || next.kind == word && rank(next) == 0 && next.s != "if" {
			p.i++
			call := p.node(code.Call, t.pos)
			call.X = &code.Node{Kind: code.Name, Name: t.s, Pos: t.pos, End: t.end}
			call.List, call.Names = []*code.Node{p.list()}, []string{""}
			return p.done(call), true
		}
	}
	return nil, false
}

func (p *parser) maybe(pos, margin int) *code.Node {
	n := p.node(code.Block, pos)
	n.Name, n.List = "maybe", p.block(margin)
	return p.done(n)
}

func (p *parser) def(margin int) *code.Node {
	n := p.node(code.Func, p.at().pos)
	n.List, p.handed = p.handed, nil
	p.i++
	f := &code.Function{Name: p.at().s, Pos: n.Pos, Getter: slices.ContainsFunc(n.List, getter)}
	p.i++
	if p.take("(") {
		for !p.take(")") && p.at().kind != newline && p.at().kind != end {
			before := p.i
			if param, ok := p.param(); ok {
				f.Params = append(f.Params, param)
			}
			p.take(",")
			if p.i == before {
				p.i++
			}
		}
	}
	if p.take("->") {
		p.expression()
	}
	f.Body = p.block(margin)
	n.Func, n.Name = f, f.Name
	return p.done(n)
}

// getter reports whether a function is one that is called where its name is read.
func getter(decorator *code.Node) bool {
	return decorator.Name == "property" || decorator.Name == "cached_property"
}

// param reads one parameter; false for a mark among them.
func (p *parser) param() (code.Param, bool) {
	var param code.Param
	if p.take("/") {
		return param, false
	}
	param.Rest = p.take("*") || p.take("**")
	if p.at().kind != word {
		return param, false
	}
	t := p.at()
	param.Target = &code.Node{Kind: code.Name, Name: t.s, Pos: t.pos, End: t.end}
	p.i++
	if p.is(":") && p.depth >= 0 && p.annotated() {
		p.i++
		p.expression()
	}
	if p.take("=") {
		param.Default = p.expression()
	}
	return param, true
}

// annotated reports whether the colon behind a parameter begins its type: within the
// brackets of a def, and not where a lambda ends.
func (p *parser) annotated() bool {
	for i := p.i - 1; i >= 0; i-- {
		t := &p.toks[i]
		switch {
		case t.kind == newline:
			return true
		case t.kind == word && t.s == "lambda":
			return false
		case t.kind == word && t.s == "def":
			return true
		}
	}
	return false
}

func (p *parser) with(t token, margin int) *code.Node {
	n := p.node(code.Block, t.pos)
	p.i++
	open := p.is("(") && p.manager()
	if open {
		p.i++
	}
	for {
		before := p.i
		value := p.expression()
		if p.take("as") {
			a := p.node(code.Assign, value.Pos)
			a.Name, a.List, a.X = "=", []*code.Node{p.postfix(p.atom())}, value
			value = p.done(a)
		}
		n.List = append(n.List, value)
		if !p.take(",") || p.i == before {
			break
		}
	}
	if open {
		p.take(",")
		p.take(")")
	}
	n.List = append(n.List, p.block(margin)...)
	return p.done(n)
}

// manager reports whether a bracket behind "with" holds more than one value with "as".
func (p *parser) manager() bool {
	open := 0
	for i := p.i; i < len(p.toks); i++ {
		t := &p.toks[i]
		switch {
		case t.kind == newline || t.kind == end:
			return false
		case t.kind == word && t.s == "as" && open == 1:
			return true
		case t.kind == mark && strings.Contains("([{", t.s):
			open++
		case t.kind == mark && strings.Contains(")]}", t.s):
			if open--; open == 0 {
				return false
			}
		}
	}
	return false
}

// dotted reads the name of a module.
func (p *parser) dotted() string {
	var b strings.Builder
	for {
		t := p.at()
		if t.kind == mark && (t.s == "." || t.s == "...") || t.kind == word && t.s != "import" && t.s != "as" {
			b.WriteString(t.s)
			p.i++
			continue
		}
		return b.String()
	}
}

func (p *parser) imports(t token) *code.Node {
	n := p.node(code.Block, t.pos)
	p.i++
	for {
		one := p.node(code.Import, p.at().pos)
		in := &code.Imported{Module: p.dotted()}
		if in.As = in.Module; p.take("as") {
			in.As = p.at().s
			p.i++
		}
		one.Import = in
		n.List = append(n.List, p.done(one))
		if !p.take(",") {
			return p.done(n)
		}
	}
}

func (p *parser) from(t token) *code.Node {
	n := p.node(code.Import, t.pos)
	p.i++
	n.Import = &code.Imported{Module: p.dotted()}
	if !p.take("import") {
		return p.done(n)
	}
	if p.take("*") {
		n.Import.As = "*"
		return p.done(n)
	}
	open := p.take("(")
	for p.at().kind == word {
		name := p.at().s
		as := name
		p.i++
		if p.take("as") {
			as = p.at().s
			p.i++
		}
		n.Import.Names = append(n.Import.Names, [2]string{name, as})
		if !p.take(",") {
			break
		}
	}
	if open {
		p.take(")")
	}
	return p.done(n)
}

// declared is a name that is given a type and no value, as the fields of a record are: the
// others of its kind are left out.
func (p *parser) declared(name *code.Node) *code.Node {
	if name == nil || name.Kind != code.Name {
		return nil
	}
	n := p.node(code.Other, name.Pos)
	n.Name, n.Names = "declared", []string{name.Name}
	return p.done(n)
}

// simple reads an expression or an assignment.
func (p *parser) simple(margin int) *code.Node {
	first := p.list()
	t := p.at()
	switch {
	case t.kind != mark:
		return first
	case t.s == ":":
		if next := &p.toks[min(p.i+1, len(p.toks)-1)]; next.kind == newline {
			// "match x:", or a statement that is not known.
			n := p.node(code.Block, first.Pos)
			n.Name = "maybe"
			n.List = append([]*code.Node{p.aside(first)}, p.block(margin)...)
			return p.done(n)
		}
		p.i++
		p.expression() // a type
		if !p.is("=") {
			return p.declared(first)
		}
		fallthrough
	case t.s == "=":
		n := p.node(code.Assign, first.Pos)
		n.Name, n.List = "=", []*code.Node{first}
		for p.take("=") {
			if n.X != nil {
				n.List = append(n.List, n.X)
			}
			n.X = p.list()
		}
		return p.done(n)
	case len(t.s) > 1 && t.s[len(t.s)-1] == '=' && !strings.ContainsAny(t.s[:1], "=!<>"):
		n := p.node(code.Assign, first.Pos)
		n.Name, n.List = t.s, []*code.Node{first}
		p.i++
		n.X = p.list()
		return p.done(n)
	case t.s == ";":
		return first
	}
	p.i++ // it does not fit
	return first
}
