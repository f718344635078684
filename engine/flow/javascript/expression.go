package javascript

import (
	"strings"

	"github.com/skillctl/skillctl/engine/flow/code"
)

func (p *parser) expression() *code.Node { return p.nested(p.value) }

func (p *parser) value() *code.Node {
	if p.is("async") && !p.ahead(1).first && (p.ahead(1).kind == word || p.ahead(1).is("(")) && (p.ahead(1).is("function") || p.arrow(1)) {
		p.i++
	}
	if p.arrow(0) {
		return p.function(true)
	}
	if p.is("yield") || p.is("await") || p.is("throw") {
		p.i++
		p.take("*")
		return p.nested(p.value)
	}
	n := p.binary(0)
	if p.is("?") {
		p.i++
		choice := p.node(code.Choice, n.Pos)
		choice.List = []*code.Node{p.aside(n), p.expression()}
		if p.take(":") {
			choice.List = append(choice.List, p.expression())
		}
		n = p.done(choice)
	}
	if t := p.at(); t.kind == mark && strings.HasSuffix(t.s, "=") && !strings.Contains(" == === != !== <= >= ", " "+t.s+" ") {
		a := p.node(code.Assign, n.Pos)
		a.Name, a.List = t.s, []*code.Node{n}
		p.i++
		a.X = p.expression()
		return p.done(a)
	}
	return n
}

// arrow reports whether a function with an arrow begins so many tokens ahead.
func (p *parser) arrow(n int) bool {
	t := p.ahead(n)
	if t.kind == word {
		return p.ahead(n + 1).is("=>")
	}
	if !t.is("(") {
		return false
	}
	next := p.ahead(n + 1)
	if !(next.kind == word || next.is(")") || next.is("{") || next.is("[") || next.is("...")) {
		return false
	}
	open := 0
	for i := p.i + n; i < len(p.toks) && i < p.i+n+maxHead; i++ {
		t := &p.toks[i]
		if t.kind != mark {
			continue
		}
		switch t.s {
		case "(", "[", "{":
			open++
		case ")", "]", "}":
			open--
		}
		if open > 0 {
			continue
		}
		after := &p.toks[min(i+1, len(p.toks)-1)]
		if after.is(":") { // the type that it gives back
			for j := i + 2; j < len(p.toks) && j < i+40; j++ {
				switch t := &p.toks[j]; {
				case t.is("=>"):
					return true
				case t.is(";") || t.is("=") || t.is("{") || t.is("("):
					return false
				}
			}
			return false
		}
		return after.is("=>")
	}
	return false
}

// maxHead is how many tokens the parameters of a function with an arrow may have, and
// the types between "<" and ">".
const maxHead = 300

func rank(t *token) int {
	if t.kind != mark && t.kind != word {
		return 0
	}
	switch t.s {
	case "||", "??":
		return 1
	case "&&":
		return 2
	case "|", "^", "&":
		return 3
	case "==", "!=", "===", "!==", "<", ">", "<=", ">=", "in", "instanceof":
		return 4
	case "+", "-":
		return 9
	case "*", "/", "%":
		return 10
	case "**":
		return 12
	}
	return 0
}

func (p *parser) binary(least int) *code.Node {
	n := p.unary()
	for {
		t := p.at()
		if t.kind == word && (t.s == "as" || t.s == "satisfies") && !t.first {
			p.i++
			p.types()
			continue
		}
		r := rank(t)
		if r == 0 || r <= least {
			return n
		}
		p.i++
		op := t.s
		right := p.nested(func() *code.Node { return p.binary(r) })
		if n.Kind == code.Join && n.Name == op && op == "+" {
			n.List = append(n.List, right)
			p.done(n)
			continue
		}
		both := p.node(code.Join, n.Pos)
		both.Name, both.List = op, []*code.Node{n, right}
		switch r {
		case 1, 2:
			both.Kind = code.Choice
		case 3, 4:
			both.Kind = code.Other
		}
		n = p.done(both)
	}
}

func (p *parser) unary() *code.Node {
	t := p.at()
	switch {
	case t.kind == mark && (t.s == "!" || t.s == "~" || t.s == "-" || t.s == "+" || t.s == "++" || t.s == "--"):
		p.i++
		return p.aside(p.nested(p.unary))
	case t.kind == word && (t.s == "typeof" || t.s == "void" || t.s == "delete"):
		p.i++
		return p.aside(p.nested(p.unary))
	case t.kind == word && t.s == "await":
		p.i++
		return p.nested(p.unary)
	case t.kind == word && t.s == "new" && !p.ahead(1).is("."):
		p.i++
		return p.postfix(p.fresh(t.pos))
	}
	return p.postfix(p.atom())
}

// fresh reads what stands behind "new": a call, also without arguments.
func (p *parser) fresh(pos int) *code.Node {
	call := p.node(code.Call, pos)
	x := p.atom()
	for p.is(".") && p.ahead(1).kind == word {
		attr := p.node(code.Attr, x.Pos)
		attr.X, attr.Name = x, p.ahead(1).s
		p.i += 2
		x = p.done(attr)
	}
	call.X = x
	p.generic()
	if p.take("(") {
		p.arguments(call)
	}
	return p.done(call)
}

// generic leaves out types that a call is given: f<T>(x).
func (p *parser) generic() {
	if !p.is("<") {
		return
	}
	open := 0
	for i := p.i; i < len(p.toks) && i < p.i+maxHead; i++ {
		switch t := &p.toks[i]; {
		case t.is("<"):
			open++
		case t.is(">"):
			if open--; open == 0 {
				if p.toks[min(i+1, len(p.toks)-1)].is("(") {
					p.i = i + 1
				}
				return
			}
		case t.kind == mark && !strings.Contains("[]{}.,|&:?;=>", t.s):
			return
		}
	}
}

func (p *parser) postfix(n *code.Node) *code.Node {
	for {
		t := p.at()
		switch {
		case t.kind == template: // a tag
			call := p.node(code.Call, n.Pos)
			call.X, call.List, call.Names = n, []*code.Node{p.atom()}, []string{""}
			n = p.done(call)
			continue
		case t.kind != mark:
			return n
		case t.s == "<" && (n.Kind == code.Name || n.Kind == code.Attr):
			before := p.i
			if p.generic(); p.i == before {
				return n
			}
		case t.s == "(" || t.s == "?." && p.ahead(1).is("("):
			p.take("?.")
			p.i++
			call := p.node(code.Call, n.Pos)
			call.X = n
			p.arguments(call)
			n = p.done(call)
		case t.s == "[" || t.s == "?." && p.ahead(1).is("["):
			p.take("?.")
			p.i++
			index := p.node(code.Index, n.Pos)
			index.X, index.List = n, []*code.Node{p.list()}
			p.take("]")
			n = p.done(index)
		case (t.s == "." || t.s == "?.") && p.ahead(1).kind == word:
			attr := p.node(code.Attr, n.Pos)
			attr.X, attr.Name = n, p.ahead(1).s
			p.i += 2
			n = p.done(attr)
		case t.s == "!" && !t.first && !p.ahead(1).is("="), (t.s == "++" || t.s == "--") && !t.first:
			p.i++
		default:
			return n
		}
	}
}

func (p *parser) arguments(call *code.Node) {
	for !p.take(")") {
		t := p.at()
		if t.kind == end || t.is("}") || t.is("]") || t.is(";") {
			return
		}
		before, name := p.i, ""
		if p.take("...") {
			name = "*"
		}
		call.List, call.Names = append(call.List, p.expression()), append(call.Names, name)
		if !p.take(",") && p.i == before {
			p.i++
		}
	}
}

func (p *parser) atom() *code.Node {
	t := p.at()
	switch t.kind {
	case end:
		return p.done(p.node(code.Other, t.pos))
	case number:
		p.i++
		n := p.node(code.Number, t.pos)
		n.Name = t.s
		return p.done(n)
	case text:
		p.i++
		n := p.node(code.Text, t.pos)
		n.Name = t.s
		return p.done(n)
	case template:
		p.i++
		return p.template(t)
	case regex:
		p.i++
		n := p.node(code.Call, t.pos)
		n.X = &code.Node{Kind: code.Name, Name: "RegExp", Pos: t.pos, End: t.end}
		n.List, n.Names = []*code.Node{{Kind: code.Text, Name: t.s, Pos: t.pos, End: t.end}}, []string{""}
		return p.done(n)
	case word:
		switch t.s {
		case "function":
			return p.function(false)
		case "class":
			return p.class()
		case "null", "undefined", "true", "false":
			p.i++
			return p.done(p.node(code.Other, t.pos))
		case "import":
			if p.ahead(1).is("(") {
				p.i++
				n := p.node(code.Name, t.pos)
				n.Name = "require"
				return p.done(n)
			}
		}
		p.i++
		n := p.node(code.Name, t.pos)
		n.Name = t.s
		return p.done(n)
	}
	switch t.s {
	case "(":
		p.i++
		n := p.list()
		p.balanced(func(t *token) bool { return t.is(")") || t.is(";") })
		p.take(")")
		return n
	case "[":
		return p.sequence()
	case "{":
		return p.record()
	case ")", "]", "}", ",", ":", ";", "=", "=>":
		return p.done(p.node(code.Other, t.pos)) // what is around it ends with it
	}
	p.i++
	return p.done(p.node(code.Other, t.pos))
}

func (p *parser) template(t *token) *code.Node {
	n := p.node(code.Join, t.pos)
	for _, part := range t.parts {
		switch {
		case part.toks != nil && p.depth < code.MaxDepth:
			q := parser{toks: part.toks, depth: p.depth + 1}
			n.List = append(n.List, q.list())
			if q.cut != "" {
				p.cut = q.cut
			}
		case part.toks != nil: // a value that is not read is no text that is known
			p.cut = code.CutDepth
			n.List = append(n.List, &code.Node{Kind: code.Other, Pos: t.pos, End: t.end})
		case part.s != "":
			n.List = append(n.List, &code.Node{Kind: code.Text, Name: part.s, Pos: t.pos, End: t.end})
		}
	}
	switch {
	case len(n.List) == 0: // ``
		n.Kind = code.Text
	case len(n.List) == 1 && n.List[0].Kind == code.Text:
		n = n.List[0]
	}
	n.End = t.end
	return n
}

func (p *parser) sequence() *code.Node {
	n := p.node(code.Sequence, p.at().pos)
	p.i++
	for !p.take("]") {
		t := p.at()
		if t.kind == end || t.is("}") || t.is(")") || t.is(";") {
			break
		}
		before, name := p.i, ""
		if p.take("...") {
			name = "*"
		}
		if p.is(",") { // what stands there is left out
			n.List, n.Names = append(n.List, p.node(code.Other, t.pos)), append(n.Names, name)
		} else {
			n.List, n.Names = append(n.List, p.expression()), append(n.Names, name)
		}
		if !p.take(",") && p.i == before {
			p.i++
		}
	}
	return p.done(n)
}

// record reads {a: 1, b, [c]: 2, ...d, e() {}, get f() {}}.
func (p *parser) record() *code.Node {
	n := p.node(code.Record, p.at().pos)
	p.i++
	for !p.take("}") {
		t := p.at()
		if t.kind == end {
			break
		}
		before := p.i
		name, key, value := p.field()
		if value != nil {
			n.List, n.Names, n.Keys = append(n.List, value), append(n.Names, name), append(n.Keys, key)
		}
		for p.take(",") || p.take(";") {
		}
		if p.i == before {
			p.i++
		}
	}
	return p.done(n)
}

func (p *parser) field() (name string, key, value *code.Node) {
	if p.take("...") {
		return "**", nil, p.expression()
	}
	gets := false
	for t := p.at(); t.kind == word && (t.s == "async" || t.s == "get" || t.s == "set") && (p.ahead(1).kind == word || p.ahead(1).kind == text || p.ahead(1).is("[") || p.ahead(1).is("*")); t = p.at() {
		gets = t.s == "get"
		p.i++
	}
	p.take("*")
	t := p.at()
	switch {
	case t.is("["):
		p.i++
		key = p.list()
		p.take("]")
		if key.Kind == code.Text {
			name, key = key.Name, nil
		}
	case t.kind == word || t.kind == text || t.kind == number:
		p.i++
		name = t.s
	default:
		return "", nil, nil
	}
	switch {
	case p.take(":"):
		return name, key, p.expression()
	case p.is("(") || p.is("<"):
		value = p.body(t.pos, name, false)
		value.Func.Getter = gets
		return name, key, value
	}
	value = &code.Node{Kind: code.Name, Name: t.s, Pos: t.pos, End: t.end}
	if p.is("=") { // of a pattern: {a = 1}
		p.i++
		a := p.node(code.Assign, t.pos)
		a.Name, a.List, a.X = "=", []*code.Node{value}, p.expression()
		value = p.done(a)
	}
	return name, key, value
}
