package chain

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/skillctl/skillctl/engine/flow/code"
	"github.com/skillctl/skillctl/engine/flow/way"
)

// call is what a call comes to.
func (e *engine) call(n *code.Node, s *scope, maybe bool) *value {
	fn := e.value(n.X, s, maybe)
	a := &args{}
	if n.X.Kind == code.Attr {
		a.self = e.value(n.X.X, s, maybe)
		if n.X.X.Kind == code.Attr && n.X.X.X != nil && n.X.X.X.Kind == code.Name {
			a.of = e.value(n.X.X.X, s, maybe)
		}
	}
	for i, arg := range n.List {
		v := e.value(arg, s, maybe)
		switch name := n.Names[i]; {
		case name == "*" && len(v.items) > 0:
			if a.list = bounded(a.list, v.items); len(a.list) >= maxItems {
				a.list = append(a.list, &value{taints: e.all(v)}) // those that have no room
			}
		case name == "" || name == "*":
			a.list = append(a.list, v)
		case name == "**":
			for _, key := range sortedKeys(v.fields) {
				a.name(key, v.fields[key])
			}
			if len(v.fields) == 0 && len(v.taints) > 0 {
				a.list = append(a.list, v)
			}
		default:
			a.name(name, v)
		}
	}
	if fn.fn != nil {
		v := e.invoke(fn.fn, a, n)
		for _, other := range fn.also {
			v = e.either(v, e.invoke(other, a, n))
		}
		return v
	}
	if fn.settles != nil && len(a.list) > 0 {
		*fn.settles = *e.either(fn.settles, a.list[0])
		return nothing
	}
	if fn.class != nil {
		return e.instance(fn.class, a, n)
	}
	if fn.bound != nil {
		return e.bound(fn.bound, a, n)
	}
	if v, ok := e.required(fn, a, s, n); ok {
		return v
	}
	if v := ownNames(fn, a, s); v != nil {
		return v
	}
	if fn.name == "" && a.self != nil && n.X.Kind == code.Attr {
		fn = &value{name: "*." + n.X.Name, made: fn.made, taints: fn.taints}
	}
	return e.known(fn, a, n)
}

func (a *args) name(key string, v *value) {
	if a.named == nil {
		a.named = map[string]*value{}
	}
	a.named[key] = v
}

// required is the file of the package, or the module, that a call takes in.
func (e *engine) required(fn *value, a *args, s *scope, n *code.Node) (*value, bool) {
	if fn.name == "module.createRequire()" || fn.name == "createRequire()" {
		fn = &value{name: "require"}
	}
	if fn.name != "require" && fn.name != "importlib.import_module" && fn.name != "__import__" || len(a.list) == 0 {
		return nil, false
	}
	e.loaded(a.list[0], fn.name, n)
	name := a.list[0].first()
	if name == "" || strings.Contains(name, hole) {
		return nothing, true
	}
	if m := e.imported(s.module, name); m != nil {
		e.module(m)
		return m.exports, true
	}
	if v := e.settings(name); v != nil {
		return v, true
	}
	return &value{name: plainModule(name)}, true
}

// instance is a new one of a class.
func (e *engine) instance(c *class, a *args, n *code.Node) *value {
	made := false
	for _, name := range []string{"__init__", "constructor"} {
		if f := c.body[name]; f != nil {
			e.invoke(f, a, n)
			made = true
		}
	}
	v := &value{class: c, fields: e.fields[c], made: a}
	if !made && len(c.order) > 0 {
		e.recorded(c, v, a)
	}
	if c.base != nil && c.base.name != "" {
		v.name = c.base.name + "()"
	}
	return v
}

// invoke looks into a function with what it is called with; n is nil where nothing
// calls it.
func (e *engine) invoke(f *closure, a *args, n *code.Node) *value {
	key, matters := e.signature(f, a)
	if v, ok := e.memo[key]; ok {
		return v
	}
	limit := fewRuns
	if matters {
		limit = maxRuns
	}
	switch {
	case e.busy[f.def] > 1:
		return e.everything(a)
	case e.depth >= maxCalls, e.runs[f.def] >= limit && matters:
		if e.here != nil {
			e.unread(e.here.text.File, "functions call each other deeper, or in more ways, than is followed")
		}
		return e.everything(a)
	case e.runs[f.def] >= limit:
		return nothing
	}
	e.busy[f.def]++
	e.runs[f.def]++
	e.depth++
	inner := &scope{vars: map[string]*value{}, parent: f.scope, module: f.scope.module, result: nothing}
	here, own := e.here, e.unitOf(f)
	if own == nil {
		own = here
	}
	e.bind(f, a, n, inner, own)
	e.here = own
	if f.def.Arrow {
		for _, part := range f.def.Body {
			inner.result = e.value(part, inner, false)
		}
	} else {
		e.block(f.def.Body, inner)
	}
	e.here = here
	e.depth--
	e.busy[f.def]--
	e.memo[key] = inner.result
	return inner.result
}

// unitOf is the text that a function stands in.
func (e *engine) unitOf(f *closure) *unit {
	m := f.scope.module
	if m == nil || len(m.units) == 0 {
		return nil
	}
	if len(m.units) == 1 {
		return m.units[0]
	}
	for _, u := range m.units {
		if holds(u.body, f.def) {
			return u
		}
	}
	return m.units[0]
}

// holds reports whether a function stands among some statements.
func holds(list []*code.Node, f *code.Function) bool {
	return slices.ContainsFunc(list, func(n *code.Node) bool {
		return n != nil && (n.Func == f || n.X != nil && holds([]*code.Node{n.X}, f) || holds(n.List, f) || n.Func != nil && holds(n.Func.Body, f))
	})
}

// bind gives the parameters of a function their values. own is the text that the function
// stands in: it is called from another one, maybe.
func (e *engine) bind(f *closure, a *args, n *code.Node, inner *scope, own *unit) {
	here := e.here
	defer func() { e.here = here }()
	list := a.list
	python := inner.module != nil && inner.module.language == way.Python
	if f.self != nil {
		inner.vars["self"], inner.vars["this"] = f.self, f.self
		if python && len(f.def.Params) > 0 {
			list = append([]*value{f.self}, list...)
		}
	}
	at := 0
	for _, p := range f.def.Params {
		if p.Target == nil {
			continue
		}
		var v *value
		switch {
		case p.Rest:
			v = &value{items: list[min(at, len(list)):], fields: a.named}
			at = len(list)
		case at < len(list):
			v = list[at]
			at++
		}
		if given := a.named[p.Target.Name]; given != nil {
			v = given
		}
		if v == nil && p.Default != nil {
			e.here = own
			v = e.value(p.Default, inner, false)
			e.here = here
		}
		if v == nil {
			v = &value{}
		}
		if len(v.taints) > 0 && n != nil {
			handed := *v
			name := f.def.Name
			if name == "" {
				name = "a function"
			}
			handed.taints = e.stepped(v.taints, "is handed to "+name, n)
			v = &handed
		}
		e.here = own
		e.assignParam(p.Target, v, inner)
		if p.Field && f.self != nil && p.Target.Kind == code.Name {
			e.put(f.self, p.Target.Name, v, true)
		}
		e.here = here
	}
}

func (e *engine) assignParam(target *code.Node, v *value, inner *scope) {
	if target.Kind == code.Name {
		inner.vars[target.Name] = v
		return
	}
	e.assign(target, v, "=", inner, false)
}

// signature says which calls of a function are alike. matters says that a source, the
// name of credentials or an address is among what it is called with.
func (e *engine) signature(f *closure, a *args) (key string, matters bool) {
	var b strings.Builder
	fmt.Fprintf(&b, "%p %p", f.def, f.scope)
	nodes := 0
	var add func(v *value, depth int)
	add = func(v *value, depth int) {
		if v == nil {
			return
		}
		e.cost(1 + 4*len(v.fields))
		if nodes++; nodes > maxItems {
			return
		}
		b.WriteString("|" + v.name)
		for _, t := range v.texts {
			b.WriteString("'" + t)
			matters = matters || strings.Contains(t, "://") || e.kind(t) != ""
		}
		for _, t := range v.taints {
			matters = matters || !t.named
			fmt.Fprintf(&b, "!%p%s", t.root, t.name)
			if t.named || t.locked {
				fmt.Fprintf(&b, "%t%t%t", t.named, t.beside, t.locked)
			}
		}
		if v.fn != nil {
			fmt.Fprintf(&b, "f%p", v.fn.def)
		}
		if v.class != nil || v.module != nil {
			fmt.Fprintf(&b, "c%p%p", v.class, v.module)
			return
		}
		if v.made != nil && depth < 3 {
			for _, m := range v.made.list {
				add(m, depth+1)
			}
		}
		if depth > 3 {
			return
		}
		for _, k := range sortedKeys(v.fields) {
			b.WriteString("." + k)
			add(v.fields[k], depth+1)
		}
		for _, item := range v.items {
			add(item, depth+1)
		}
	}
	for _, v := range a.list {
		b.WriteByte(',')
		add(v, 0)
	}
	for _, k := range sortedKeys(a.named) {
		b.WriteString("=" + k)
		add(a.named[k], 0)
	}
	return b.String(), matters
}

// everything is a value made of all that a call is given.
func (e *engine) everything(a *args) *value {
	v := &value{}
	for _, one := range a.list {
		v.taints = addTaints(v.taints, e.all(one))
	}
	for _, k := range sortedKeys(a.named) {
		v.taints = addTaints(v.taints, e.all(a.named[k]))
	}
	return v
}

// way is the value that a way into the arguments of a call leads to: ways that are
// tried one by one stand between "|". A way begins with the number or the name of an
// argument, or with "self", the value that is called; then "made" are the arguments of
// the call that made a value, "f()" those that its method f was called with last, and
// anything else is a part or a field.
func (a *args) way(ways string) *value {
	if ways == "" {
		return nil
	}
	for way := range strings.SplitSeq(ways, "|") {
		first, rest, _ := strings.Cut(way, ".")
		if v := walk(a.start(first), rest); v != nil {
			return v
		}
	}
	return nil
}

func (a *args) start(first string) *value {
	if first == "self" {
		return a.self
	}
	if i, err := strconv.Atoi(first); err == nil {
		if 0 <= i && i < len(a.list) {
			return a.list[i]
		}
		return nil
	}
	return a.named[first]
}

func walk(v *value, rest string) *value {
	for rest != "" && v != nil {
		var part string
		part, rest, _ = strings.Cut(rest, ".")
		if part == "made" {
			if v.made == nil {
				return nil
			}
			part, rest, _ = strings.Cut(rest, ".")
			v = v.made.start(part)
			continue
		}
		if i, err := strconv.Atoi(part); err == nil {
			if i < 0 || i >= len(v.items) {
				return nil
			}
			v = v.items[i]
			continue
		}
		v = v.fields[part]
	}
	return v
}
