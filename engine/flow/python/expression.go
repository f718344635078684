package python

import (
	"strings"

	"github.com/skillctl/skillctl/engine/flow/code"
)

// parser reads tokens.
type parser struct {
	src   []byte
	toks  []token
	i     int
	depth int
	cut   string
	// handed are the decorators of the function that comes.
	handed []*code.Node
}

func (p *parser) at() *token { return &p.toks[min(p.i, len(p.toks)-1)] }

func (p *parser) is(s string) bool {
	t := p.at()
	return (t.kind == mark || t.kind == word) && t.s == s
}

func (p *parser) take(s string) bool {
	if p.is(s) {
		p.i++
		return true
	}
	return false
}

// last is the end of the token before.
func (p *parser) last() int { return p.toks[max(0, min(p.i, len(p.toks))-1)].end }

func (p *parser) node(kind code.Kind, pos int) *code.Node { return &code.Node{Kind: kind, Pos: pos} }

func (p *parser) done(n *code.Node) *code.Node {
	n.End = max(n.Pos, p.last())
	return n
}

// nested reads one level further down, or nothing where that is too deep.
func (p *parser) nested(read func() *code.Node) *code.Node {
	if p.depth >= code.MaxDepth {
		p.cut = code.CutDepth
		n := p.node(code.Other, p.at().pos)
		p.skip()
		return p.done(n)
	}
	p.depth++
	n := read()
	p.depth--
	return n
}

// skip leaves out what is nested too deep: up to where its brackets are closed, or the
// end of the statement.
func (p *parser) skip() {
	for open := 0; ; p.i++ {
		t := p.at()
		switch {
		case t.kind == end || t.kind == newline && open == 0:
			return
		case t.kind != mark:
		case strings.Contains("([{", t.s):
			open++
		case strings.Contains(")]}", t.s):
			if open == 0 {
				return
			}
			open--
		}
	}
}

// list reads values between commas: one by itself, or a tuple.
func (p *parser) list() *code.Node {
	first := p.starred()
	if !p.is(",") {
		return first
	}
	n := p.node(code.Sequence, first.Pos)
	n.List, n.Names = append(n.List, first), append(n.Names, "")
	for p.take(",") {
		if t := p.at(); t.kind == newline || t.kind == end || t.kind == mark && strings.Contains("=)]}:", t.s) {
			break
		}
		n.List, n.Names = append(n.List, p.starred()), append(n.Names, "")
	}
	return p.done(n)
}

func (p *parser) starred() *code.Node {
	for p.take("*") || p.take("**") {
	}
	return p.expression()
}

// expression reads a value.
func (p *parser) expression() *code.Node { return p.nested(p.value) }

func (p *parser) value() *code.Node {
	switch {
	case p.is("lambda"):
		return p.lambda()
	case p.is("yield"), p.is("await"):
		p.i++
		p.take("from")
		return p.expression()
	}
	n := p.binary(0)
	for p.is("if") {
		p.i++
		test := p.binary(0)
		choice := p.node(code.Choice, n.Pos)
		choice.List = []*code.Node{n}
		if p.take("else") {
			choice.List = append(choice.List, p.expression())
		}
		both := p.node(code.Choice, n.Pos)
		both.List = append(choice.List, p.aside(test))
		n = p.done(both)
	}
	if p.is(":=") {
		p.i++
		a := p.node(code.Assign, n.Pos)
		a.Name, a.List, a.X = "=", []*code.Node{n}, p.expression()
		return p.done(a)
	}
	return n
}

// aside is a value that is looked at, but not handed on.
func (p *parser) aside(n *code.Node) *code.Node {
	return &code.Node{Kind: code.Other, List: []*code.Node{n}, Pos: n.Pos, End: n.End}
}

func (p *parser) lambda() *code.Node {
	n := p.node(code.Func, p.at().pos)
	p.i++
	f := &code.Function{Pos: n.Pos, Arrow: true}
	for !p.is(":") && p.at().kind != newline && p.at().kind != end {
		before := p.i
		if param, ok := p.param(); ok {
			f.Params = append(f.Params, param)
		}
		p.take(",")
		if p.i == before {
			p.i++
		}
	}
	p.take(":")
	f.Body = []*code.Node{p.expression()}
	n.Func = f
	return p.done(n)
}

// rank is how strongly an operator binds, 0 for what is none.
func rank(t *token) int {
	if t.kind != mark && t.kind != word {
		return 0
	}
	switch t.s {
	case "or":
		return 1
	case "and":
		return 2
	case "==", "!=", "<", ">", "<=", ">=", "in", "is", "not":
		return 4
	case "|":
		return 5
	case "^":
		return 6
	case "&":
		return 7
	case "<<", ">>":
		return 8
	case "+", "-":
		return 9
	case "*", "/", "//", "%", "@":
		return 10
	case "**":
		return 12
	}
	return 0
}

// binary reads operators that bind stronger than a rank.
func (p *parser) binary(least int) *code.Node {
	n := p.unary()
	for {
		t := p.at()
		r := rank(t)
		if r == 0 || r <= least || t.s == "not" && !(p.i+1 < len(p.toks) && p.toks[p.i+1].s == "in") {
			return n
		}
		op := t.s
		p.i++
		if op == "not" || op == "is" {
			p.take("in")
			p.take("not")
		}
		right := p.nested(func() *code.Node { return p.binary(r) })
		both := p.node(code.Join, n.Pos)
		both.Name = op
		switch r {
		case 1, 2:
			both.Kind = code.Choice
		case 4:
			both.Kind = code.Other
		}
		if n.Kind == code.Join && both.Kind == code.Join && n.Name == op && op == "+" {
			n.List = append(n.List, right) // a long sum is one list
			p.done(n)
			continue
		}
		both.List = []*code.Node{n, right}
		n = p.done(both)
	}
}

func (p *parser) unary() *code.Node {
	switch t := p.at(); {
	case t.kind == word && t.s == "not":
		p.i++
		return p.aside(p.nested(func() *code.Node { return p.binary(3) }))
	case t.kind == mark && (t.s == "-" || t.s == "+" || t.s == "~"):
		p.i++
		if p.at().kind == number {
			n := p.node(code.Number, t.pos)
			n.Name = t.s + p.at().s
			p.i++
			return p.done(n)
		}
		return p.nested(p.unary)
	case t.kind == word && t.s == "await":
		p.i++
		return p.nested(p.unary)
	}
	return p.postfix(p.atom())
}

// postfix reads what follows a value: calls, parts, attributes.
func (p *parser) postfix(n *code.Node) *code.Node {
	for {
		switch t := p.at(); {
		case t.kind != mark:
			return n
		case t.s == "(":
			p.i++
			call := p.node(code.Call, n.Pos)
			call.X = n
			p.arguments(call)
			n = p.done(call)
		case t.s == "[":
			p.i++
			index := p.node(code.Index, n.Pos)
			index.X = n
			p.subscript(index)
			n = p.done(index)
		case t.s == "." && p.toks[p.i+1].kind == word:
			p.i++
			attr := p.node(code.Attr, n.Pos)
			attr.X, attr.Name = n, p.at().s
			p.i++
			n = p.done(attr)
		default:
			return n
		}
	}
}

// arguments reads those of a call.
func (p *parser) arguments(call *code.Node) {
	for !p.take(")") {
		t := p.at()
		if t.kind == end || t.kind == newline {
			return
		}
		before, name := p.i, ""
		switch {
		case p.is("*") || p.is("**"):
			name = t.s
			p.i++
		case t.kind == word && p.toks[p.i+1].kind == mark && p.toks[p.i+1].s == "=":
			name = t.s
			p.i += 2
		}
		value := p.comprehension(p.expression(), nil)
		call.List, call.Names = append(call.List, value), append(call.Names, name)
		if !p.take(",") && !p.is(")") && p.i == before {
			p.i++
		}
	}
}

func (p *parser) subscript(index *code.Node) {
	for !p.take("]") {
		t := p.at()
		if t.kind == end || t.kind == newline {
			return
		}
		before := p.i
		switch {
		case p.take(":"):
			index.Name += ":"
			continue
		case p.take(","):
			continue
		}
		value := p.expression()
		if index.Name != "" { // the step of [::-1] is the last
			value = &code.Node{Kind: value.Kind, Name: value.Name, List: value.List, X: value.X, Func: value.Func, Names: value.Names, Keys: value.Keys, Pos: value.Pos, End: value.End}
		}
		index.List = append(index.List, value)
		if p.i == before {
			p.i++
		}
	}
}

// atom reads a value that no operator stands in.
func (p *parser) atom() *code.Node {
	t := *p.at()
	switch t.kind {
	case end, newline:
		return p.done(p.node(code.Other, t.pos))
	case number:
		p.i++
		n := p.node(code.Number, t.pos)
		n.Name = t.s
		return p.done(n)
	case text:
		return p.texts()
	case word:
		p.i++
		n := p.node(code.Name, t.pos)
		if n.Name = t.s; t.s == "None" || t.s == "True" || t.s == "False" {
			n.Kind = code.Other
		}
		return p.done(n)
	}
	switch t.s {
	case "(", "[":
		return p.bracketed(t)
	case "{":
		return p.braced(t)
	case ")", "]", "}", ",", ":", "=":
		return p.done(p.node(code.Other, t.pos)) // what is around it ends with it
	}
	p.i++
	return p.done(p.node(code.Other, t.pos))
}

// texts reads texts that stand beside each other: they are one.
func (p *parser) texts() *code.Node {
	n := p.literal(*p.at())
	p.i++
	for p.at().kind == text {
		next := p.literal(*p.at())
		p.i++
		if n.Kind == code.Text && next.Kind == code.Text {
			n.Name += next.Name
			n.End = next.End
			continue
		}
		if n.Kind != code.Join {
			n = &code.Node{Kind: code.Join, List: []*code.Node{n}, Pos: n.Pos}
		}
		n.List, n.End = append(n.List, next), next.End
	}
	return n
}

func (p *parser) bracketed(open token) *code.Node {
	p.i++
	stop := map[string]string{"(": ")", "[": "]"}[open.s]
	n, tuple := p.node(code.Sequence, open.pos), open.s == "["
	for !p.take(stop) {
		t := p.at()
		if t.kind == end || t.kind == newline || t.kind == mark && (t.s == ")" || t.s == "]" || t.s == "}") {
			break
		}
		before, name := p.i, ""
		if p.is("*") || p.is("**") {
			name = "*"
			p.i++
		}
		value := p.comprehension(p.expression(), nil)
		if value.Kind == code.Each && len(n.List) == 0 && (p.is(stop)) {
			p.i++
			return p.done(value)
		}
		n.List, n.Names = append(n.List, value), append(n.Names, name)
		if p.take(",") {
			tuple = true
		} else if p.i == before {
			p.i++
		}
	}
	if !tuple && len(n.List) == 1 {
		return n.List[0]
	}
	return p.done(n)
}

func (p *parser) braced(open token) *code.Node {
	p.i++
	n := p.node(code.Record, open.pos)
	set := false
	for !p.take("}") {
		t := p.at()
		if t.kind == end || t.kind == newline || t.kind == mark && (t.s == ")" || t.s == "]") {
			break
		}
		before := p.i
		if p.take("**") {
			n.List, n.Names, n.Keys = append(n.List, p.expression()), append(n.Names, "**"), append(n.Keys, nil)
		} else {
			p.take("*")
			key := p.expression()
			var value *code.Node
			if p.take(":") {
				value = p.expression()
			} else {
				set = true
				value, key = key, nil
			}
			if p.is("for") || p.is("async") {
				each := p.comprehension(value, key)
				p.take("}")
				return p.done(each)
			}
			name := ""
			if key != nil && (key.Kind == code.Text || key.Kind == code.Number) {
				name, key = key.Name, nil
			}
			n.List, n.Names, n.Keys = append(n.List, value), append(n.Names, name), append(n.Keys, key)
		}
		if !p.take(",") && p.i == before {
			p.i++
		}
	}
	if set {
		n.Kind, n.Names, n.Keys = code.Sequence, make([]string, len(n.List)), nil
	}
	return p.done(n)
}

// comprehension reads "for x in y if z" behind a value, which is done for each; key is
// the name of a field, nil where there is none.
func (p *parser) comprehension(value, key *code.Node) *code.Node {
	if !p.is("for") && !p.is("async") {
		return value
	}
	p.take("async")
	p.i++
	each := p.node(code.Each, value.Pos)
	each.Name = "sequence"
	target := p.targets()
	p.take("in")
	each.X = p.binary(0)
	each.List = []*code.Node{target}
	for p.take("if") {
		each.List = append(each.List, p.aside(p.binary(0)))
	}
	inner := p.nested(func() *code.Node { return p.comprehension(value, key) })
	if inner == value && key != nil {
		each.List = append(each.List, key)
	}
	each.List = append(each.List, inner)
	return p.done(each)
}

// targets reads what a "for" or a "with" gives values to.
func (p *parser) targets() *code.Node {
	n := p.node(code.Sequence, p.at().pos)
	for {
		p.take("*")
		before := p.i
		one := p.postfix(p.atom())
		n.List, n.Names = append(n.List, one), append(n.Names, "")
		if p.i == before || !p.take(",") || p.is("in") {
			break
		}
	}
	if len(n.List) == 1 {
		return n.List[0]
	}
	return p.done(n)
}
