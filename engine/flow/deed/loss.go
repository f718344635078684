package deed

import (
	"strings"

	"github.com/skillctl/skillctl/engine/flow/code"
)

// origin is what a value names: a file, or the files of a folder, that the program was given.
type origin struct {
	// on is whose it is, see [Deed.On]; key is the same for one thing.
	on, key string
}

// losses are files that the program was given, reads and takes away, and rows of databases.
func (p *program) losses() []Deed {
	read := map[string]bool{}
	for _, f := range p.all {
		for _, call := range f.calls {
			if o := p.reads(call, f); o.key != "" {
				read[o.key] = true
			}
		}
	}
	var found []Deed
	for _, f := range p.all {
		if p.asks(f, 0) {
			continue
		}
		for _, call := range f.calls {
			d := Deed{Kind: "loss", Call: p.name(call.X), File: p.text.File, Span: p.span(call.Pos, call.End)}
			if said := p.statement(call); said != "" {
				d.Act, d.On, d.What = Rows, "database", said
				found = append(found, d)
				continue
			}
			act, target := p.takes(call, f)
			if target == nil {
				continue
			}
			if o := p.origin(target, f, 0); o.on != "" && read[o.key] && !p.own(o, target) {
				d.Act, d.On, d.What = act, o.on, p.source(target)
				found = append(found, d)
			}
		}
	}
	return found
}

// own reports whether the user names a file that the program makes for itself: by the name of the
// option or parameter. An argument that has none is called what the program calls it, but only as
// to where results go: no argument is a temporary file.
func (p *program) own(o origin, target *code.Node) bool {
	if strings.HasPrefix(o.key, "argv") {
		return tables().result.MatchString(p.source(target))
	}
	return tables().own.MatchString(o.key[strings.LastIndexByte(o.key, ' ')+1:])
}

// reads is what a call reads the file of.
func (p *program) reads(call *code.Node, f *function) origin {
	name := last(p.name(call.X))
	if !tables().reads.MatchString(name) || p.writing(call) {
		return origin{}
	}
	if call.X != nil && call.X.Kind == code.Attr {
		if o := p.origin(call.X.X, f, 0); o.key != "" {
			return o
		}
	}
	for _, one := range call.List {
		parts := []*code.Node{one}
		if one != nil && one.Kind == code.Sequence {
			parts = one.List
		}
		for _, part := range parts {
			if o := p.origin(part, f, 0); o.key != "" {
				return o
			}
		}
	}
	return origin{}
}

// writing reports whether a call opens a file to write to it.
func (p *program) writing(call *code.Node) bool {
	for i, one := range call.List {
		if one != nil && one.Kind == code.Text && len(one.Name) < 4 && strings.ContainsAny(one.Name, "wax") && (i == 1 || i < len(call.Names) && call.Names[i] == "mode" || i == 0 && last(p.name(call.X)) == "open") {
			return true
		}
	}
	return false
}

// takes is what a call takes away.
func (p *program) takes(call *code.Node, f *function) (act string, target *code.Node) {
	t := tables()
	name := p.name(call.X)
	if act = t.effects[name]; act == Delete || act == Overwrite {
		if len(call.List) > 0 {
			return act, call.List[0]
		}
		return "", nil
	}
	if call.X == nil || call.X.Kind != code.Attr {
		return "", nil
	}
	switch method := call.X.Name; {
	case t.on[method] == Delete:
		return Delete, call.X.X
	case method == "write_text" || method == "write_bytes":
		if len(call.List) > 0 && empty(call.List[0]) {
			return Overwrite, call.X.X
		}
	case method == "writeFileSync" || method == "writeFile" || method == "truncate":
		if len(call.List) > 1 && empty(call.List[1]) {
			return Overwrite, call.List[0]
		}
	case method == "close" && call.X.X != nil && call.X.X.Kind == code.Call && p.name(call.X.X.X) == "open" && p.writing(call.X.X) && len(call.X.X.List) > 0:
		return Overwrite, call.X.X.List[0] // open(name, "w").close()
	}
	return "", nil
}

// empty reports whether a value has nothing of what was there.
func empty(n *code.Node) bool { return n != nil && n.Kind == code.Text }

// asks reports whether somebody is asked in a function or before it is called, or an option says
// whether it is done.
func (p *program) asks(f *function, depth int) bool {
	t := tables()
	if p.tired() {
		return false
	}
	p.steps += len(f.calls) + len(f.tests)
	for _, call := range f.calls {
		if name := p.name(call.X); t.asks[name] || t.asks[last(name)] {
			return true
		}
	}
	for _, test := range f.tests {
		if t.flags.MatchString(p.source(test)) {
			return true
		}
	}
	if depth > 3 {
		return false
	}
	for _, g := range f.given {
		if p.asks(g.in, depth+1) {
			return true
		}
	}
	return false
}

// origin is what a value names.
func (p *program) origin(n *code.Node, f *function, depth int) origin {
	if n == nil || depth > 2*maxDepth || p.tired() {
		return origin{}
	}
	switch n.Kind {
	case code.Name:
		return p.named(n.Name, f, depth)
	case code.Attr:
		if p.name(n) == "sys.argv" || p.name(n) == "process.argv" {
			return origin{"argument", "argv"}
		}
		if n.X != nil && n.X.Kind == code.Name && p.options(n.X.Name, f, 0) {
			return origin{"argument", "option " + n.Name}
		}
	case code.Index:
		if o := p.origin(n.X, f, depth+1); o.key != "" {
			if len(n.List) == 1 && n.List[0] != nil && n.List[0].Kind == code.Number && o.key == "argv" {
				o.key += " " + n.List[0].Name
			}
			return o
		}
	case code.Call:
		return p.kept(n, f, depth)
	case code.Join:
		if n.Name == "/" || n.Name == "" {
			return p.inside(n.List, f, depth)
		}
	case code.Choice, code.Sequence:
		for _, one := range n.List {
			if o := p.origin(one, f, depth+1); o.key != "" {
				return o
			}
		}
	case code.Each:
		return p.origin(n.X, f, depth+1)
	case code.Text:
		if n.Name == "." || n.Name == "./" {
			return origin{"workspace", "workspace"}
		}
	}
	return origin{}
}

// kept is what a call names that gives back the file it is given, or the files in it.
func (p *program) kept(n *code.Node, f *function, depth int) origin {
	t, name := tables(), p.name(n.X)
	switch {
	case name == "os.getcwd" || name == "process.cwd" || strings.HasSuffix(name, "Path.cwd"):
		return origin{"workspace", "workspace"}
	case t.joins[name] || t.joins[last(name)] && strings.Contains(name, "path"):
		return p.inside(n.List, f, depth)
	case (t.same[name] || name == "open") && len(n.List) == 1, name == "open" && len(n.List) > 0, t.same[name] && len(n.List) > 0 && strings.Contains(name, "read"):
		return p.origin(n.List[0], f, depth+1)
	case n.X != nil && n.X.Kind == code.Attr && t.methods[n.X.Name]:
		return p.origin(n.X.X, f, depth+1)
	}
	return origin{}
}

// inside is what a name put together names: a file that was found in the folder that it begins with.
func (p *program) inside(list []*code.Node, f *function, depth int) origin {
	if len(list) < 2 {
		return origin{}
	}
	first := p.origin(list[0], f, depth+1)
	if end := p.origin(list[len(list)-1], f, depth+1); end.key != "" && end == first {
		return first
	}
	return origin{}
}

// options reports whether a variable has what the program was called with.
func (p *program) options(name string, f *function, depth int) bool {
	if p.tired() {
		return false
	}
	list := f.values[name]
	if len(list) == 0 {
		if f.has(name) && depth < 3 {
			for i, param := range f.def.Params {
				if param.Target == nil || param.Target.Name != name {
					continue
				}
				for _, g := range f.given {
					if i < len(g.call.List) && g.call.List[i] != nil && g.call.List[i].Kind == code.Name && p.options(g.call.List[i].Name, g.in, depth+1) {
						return true
					}
				}
			}
			return name == "args" && len(f.given) == 0
		}
		list = p.root.values[name]
	}
	for _, one := range list {
		if called := p.name(one); strings.HasSuffix(called, "parse_args()") || strings.HasSuffix(called, ".opts()") || strings.HasSuffix(called, "parseArgs()") || strings.HasSuffix(called, "yargs().argv") || strings.HasSuffix(called, "minimist()") {
			return true
		}
	}
	return false
}

// named is what a variable names.
func (p *program) named(name string, f *function, depth int) origin {
	if of, ok := f.walks[name]; ok {
		return p.origin(of, f, depth+1)
	}
	if list := f.values[name]; len(list) > 0 {
		for _, one := range list {
			if o := p.origin(one, f, depth+1); o.key != "" {
				return o
			}
		}
		return origin{}
	}
	if f.has(name) {
		return p.parameter(name, f, depth)
	}
	if f != p.root && (len(p.root.values[name]) > 0 || p.root.walks[name] != nil) {
		return p.named(name, p.root, depth+1)
	}
	return origin{}
}

// parameter is what a function is called with; of one that nothing calls, what it is given.
func (p *program) parameter(name string, f *function, depth int) origin {
	at := -1
	for i, param := range f.def.Params {
		if param.Target != nil && param.Target.Name == name {
			at = i
		}
	}
	called := false
	for _, g := range f.given {
		for i, one := range g.call.List {
			if i == at && (i >= len(g.call.Names) || g.call.Names[i] == "") || i < len(g.call.Names) && g.call.Names[i] == name {
				called = true
				if o := p.origin(one, g.in, depth+1); o.key != "" {
					return o
				}
			}
		}
	}
	if called || tables().own.MatchString(name) {
		return origin{}
	}
	return origin{"given", "parameter " + f.def.Name + " " + name}
}
