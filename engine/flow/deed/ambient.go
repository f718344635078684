package deed

import "github.com/skillctl/skillctl/engine/flow/code"

// leaf is what a value is made of.
type leaf struct {
	// kind is that of what is around the program, times how often the value has something of it.
	kind  string
	times int
	// other says that it has something else as well: what the program was given, or what is not known.
	other bool
	// open are the variables whose values are looked into.
	open map[string]bool
}

// ambient is the kind of a condition, or of a part of one, that is made of nothing but what is
// around the program and what is written out; "" for others. How long something took is none, nor is
// the age of something.
func (p *program) ambient(test *code.Node, f *function) string {
	if test == nil {
		return ""
	}
	if test.Kind == code.Other && len(test.List) == 1 && test.X == nil {
		return p.ambient(test.List[0], f)
	}
	if test.Kind == code.Choice {
		for _, one := range test.List {
			if kind := p.ambient(one, f); kind != "" {
				return kind
			}
		}
		return ""
	}
	var l leaf
	p.leaves(test, f, &l, 0)
	if l.other || l.times == 0 || l.kind == "clock" && (l.times > 1 || test.Kind == code.Name || test.Kind == code.Call && test.X != nil && test.X.Kind == code.Name && p.functions[test.X.Name] == nil) {
		return ""
	}
	return l.kind
}

// around reports whether a value is made of nothing but what is around the program.
func (p *program) around(n *code.Node, f *function) bool {
	var l leaf
	p.leaves(n, f, &l, 0)
	return !l.other && l.times > 0
}

// leaves looks into what a value is made of.
func (p *program) leaves(n *code.Node, f *function, l *leaf, depth int) {
	if n == nil || l.other {
		return
	}
	if depth > 2*maxDepth || p.tired() {
		l.other = true
		return
	}
	t := tables()
	all := func(list []*code.Node) {
		for _, one := range list {
			p.leaves(one, f, l, depth+1)
		}
	}
	switch n.Kind {
	case code.Text, code.Number:
	case code.Name:
		p.variable(n, f, l, depth)
	case code.Attr:
		if kind := t.ambient[p.name(n)]; kind != "" {
			l.kind, l.times = kind, l.times+1
			return
		}
		if t.environment[p.name(n.X)] && t.variables[n.Name] != "" {
			l.kind, l.times = t.variables[n.Name], l.times+1
			return
		}
		p.leaves(n.X, f, l, depth+1)
	case code.Call:
		p.called(n, f, l, depth)
	case code.Index:
		if t.environment[p.name(n.X)] {
			p.asked(n.List, l)
			return
		}
		p.leaves(n.X, f, l, depth+1)
		all(n.List)
	case code.Join, code.Other, code.Choice, code.Sequence:
		all(n.List)
		p.leaves(n.X, f, l, depth+1)
	default:
		l.other = true
	}
}

// asked is a variable of the environment.
func (p *program) asked(list []*code.Node, l *leaf) {
	if len(list) == 0 || list[0] == nil || list[0].Kind != code.Text || tables().variables[list[0].Name] == "" {
		l.other = true
		return
	}
	l.kind, l.times = tables().variables[list[0].Name], l.times+1
}

func (p *program) called(n *code.Node, f *function, l *leaf, depth int) {
	t, name := tables(), p.name(n)
	if kind := t.ambient[name]; kind != "" && (name != "Date()" || len(n.List) == 0) {
		l.kind, l.times = kind, l.times+1
		return
	}
	if t.environment[name] {
		p.asked(n.List, l)
		return
	}
	if t.plain[name] || name == "Date()" {
		for _, one := range n.List {
			p.leaves(one, f, l, depth+1)
		}
		return
	}
	if to := p.functions[last(p.name(n.X))]; to != nil && len(n.List) == 0 && len(to.gives) > 0 {
		for _, one := range to.gives {
			p.leaves(one, to, l, depth+1)
		}
		return
	}
	if n.X != nil && n.X.Kind == code.Attr {
		p.leaves(n.X.X, f, l, depth+1)
		for _, one := range n.List {
			p.leaves(one, f, l, depth+1)
		}
		return
	}
	l.other = true
}

// variable is what a name stands for.
func (p *program) variable(n *code.Node, f *function, l *leaf, depth int) {
	switch n.Name {
	case "True", "False", "None", "true", "false", "null", "undefined":
		return
	}
	if kind := tables().ambient[p.names[n.Name]]; kind != "" {
		l.kind, l.times = kind, l.times+1
		return
	}
	if _, walks := f.walks[n.Name]; walks {
		l.other = true
		return
	}
	owner := f
	list := f.values[n.Name]
	if len(list) == 0 && f != p.root && !f.has(n.Name) {
		owner, list = p.root, p.root.values[n.Name]
	}
	if len(list) == 0 {
		if p.names[n.Name] == "" {
			l.other = true
		}
		return
	}
	if l.open[n.Name] {
		return // now = now.replace(…)
	}
	if l.open == nil {
		l.open = map[string]bool{}
	}
	l.open[n.Name] = true
	for _, one := range list {
		p.leaves(one, owner, l, depth+1)
	}
	delete(l.open, n.Name)
}

// has reports whether a name is a parameter.
func (f *function) has(name string) bool {
	if f.def == nil {
		return false
	}
	for _, param := range f.def.Params {
		if param.Target != nil && param.Target.Kind == code.Name && param.Target.Name == name {
			return true
		}
	}
	return false
}
