package chain

import (
	"cmp"
	"strings"

	"github.com/skillctl/skillctl/engine/flow/code"
	"github.com/skillctl/skillctl/engine/flow/store"
)

// known is what a call comes to of something that is not in the package.
func (e *engine) known(fn *value, a *args, n *code.Node) *value {
	t, name := tables(), strings.TrimPrefix(strings.TrimPrefix(fn.name, "builtins."), "__builtins__.")
	method := name[strings.LastIndexByte(name, '.')+1:]
	if t.home[name+"()"] {
		return &value{name: "pathlib.Path()", texts: []string{"~"}}
	}
	if a.self != nil && t.whole[a.self.name] || t.variable[name] {
		if v := e.asked(name, a, n); v != nil {
			return v
		}
	}
	if kind := cmp.Or(store.Calls()[name], store.Calls()["*."+method]); kind != "" {
		return e.store(kind, name, a, n)
	}
	if v := e.byName(name, a, n); v != nil {
		return v
	}
	if v := e.byAnother(name, a, n); v != nil {
		return v
	}
	if name == "Promise" && len(a.list) > 0 && a.list[0].fn != nil {
		return e.promised(a.list[0].fn)
	}
	if v := e.handedIn(name, a, n); v != nil {
		return v
	}
	if method == "setdefault" && a.self != nil && len(a.list) > 0 {
		return e.defaulted(a)
	}
	if t.pays[method] {
		e.pays(name, n)
	}
	e.remember(method, a)
	e.changes(name, a, n)
	e.logs(name, method, a, n)
	if s := e.sender(name, method, a); s != nil {
		return e.send(s, name, a, n)
	}
	if r := t.run[name]; r != nil {
		return e.run(r, name, a, n)
	}
	if r := named(t.evaluate, name); r != nil {
		e.evaluate(r, name, a, n)
	}
	if t.attach[name] && e.here != nil {
		file := e.here.text.File
		e.attached[file] = addTaints(e.attached[file], e.stepped(connections(e.everything(a).taints), "becomes the input or output", n))
	}
	if c := t.connect[name]; c != nil {
		return e.connect(c, name, a, n)
	}
	e.piped(method, a, n)
	e.poured(name, method, a, n)
	if t.ends[name] || t.endMethods[method] && a.self != nil || t.endsBelow[below(name)] {
		e.callbacks(a, nothing)
		return &value{name: shorter(name + "()"), made: a}
	}
	if v := e.file(name, a, n); v != nil {
		return v
	}
	return e.changed(name, method, a, n)
}

// promised is what a program promises that calls back when it has it.
func (e *engine) promised(fn *closure) *value {
	made := &value{name: "Promise()"}
	e.invoke(fn, &args{list: []*value{{settles: made}}}, nil)
	return made
}

// changed is what a call comes to that makes something else of what it is given.
func (e *engine) changed(name, method string, a *args, n *code.Node) *value {
	if name == "vars" && len(a.list) == 1 {
		return a.list[0]
	}
	if v := e.parsed(name, a); v != nil {
		return v
	}
	if v := e.text(name, method, a, n); v != nil {
		return e.decodes(e.encoded(e.listing(v, name, method, a, n), name, method, n), name, method, a, n)
	}
	t := tables()
	if t.gather[name] && len(a.list) > 0 {
		e.callbacks(a, e.handed(a))
		return e.gathered(a, n)
	}
	if t.same[name] && len(a.list) > 0 {
		return a.list[0]
	}
	return e.decodes(e.encoded(e.listing(e.says(e.other(name, method, a, n), name, n), name, method, a, n), name, method, n), name, method, a, n)
}

// store is what a call comes to that reads a store.
func (e *engine) store(kind, name string, a *args, n *code.Node) *value {
	v := &value{name: shorter(name + "()"), taints: e.source(kind, name, n)}
	e.written(a.way(store.Into(name)), v.taints, n)
	e.callbacks(a, v)
	return v
}

// below is what a name stands below: "hashlib" of "hashlib.sha256".
func below(name string) string {
	first, rest, _ := strings.Cut(name, ".")
	if strings.HasPrefix(rest, "stdout.") || strings.HasPrefix(rest, "stderr.") {
		return first + "." + rest[:len("stdout")]
	}
	return strings.TrimSuffix(first, "()")
}

func shorter(name string) string {
	if len(name) > maxName {
		return ""
	}
	return name
}

// asked is a variable of the environment that a call asks for.
func (e *engine) asked(name string, a *args, n *code.Node) *value {
	if !tables().variable[name] && !strings.HasSuffix(name, ".get") {
		return nil // all of them: items(), copy()
	}
	key := a.way("0|key|name")
	if key == nil {
		return nil
	}
	var v *value
	for _, one := range key.texts {
		if !strings.Contains(one, hole) {
			v = e.either(v, e.one(one, n))
		}
	}
	if v == nil {
		v = &value{texts: []string{hole}, taints: e.all(key)}
	}
	if d := a.way("1|default"); d != nil {
		v = &value{texts: addTexts(d.texts, v.texts), taints: addTaints(v.taints, e.all(d))}
	}
	return v
}

// remember notes what a method was called with that says where a connection goes.
func (e *engine) remember(method string, a *args) {
	if a.self == nil || a.self == nothing || !tables().remembers[method] {
		return
	}
	if a.self.fields == nil {
		a.self.fields = map[string]*value{}
	}
	a.self.fields[method+"()"] = &value{items: a.list}
}

// other is what an unknown call gives: made of all that it is given.
func (e *engine) other(name, method string, a *args, n *code.Node) *value {
	v := e.everything(a)
	if !tables().carries[name] && !tables().decode[name] && !tables().decodeMethods[method] {
		v.taints = mixed(v.taints)
	}
	v.name, v.made = shorter(name+"()"), a
	if strings.HasPrefix(name, "*.") {
		v.name = ""
	}
	if a.self != nil {
		self := e.whole(a.self, n)
		switch {
		case tables().puts[method]:
			e.into(self, a, n)
			if a.of != nil && a.of.name == address { // what is put into its query is in the address
				e.into(a.of, a, n)
				a.of.texts = asked(a.of.texts)
			}
		case method == "get" && len(a.list) == 0: // of a queue
			for _, k := range sortedKeys(self.fields) {
				e.put(v, k, self.fields[k], true)
			}
			v.taints = addTaints(v.taints, e.all(self))
		case tables().parts[method] && len(self.taints) > 0:
			v.taints = addTaints(v.taints, e.within(e.all(self), partOf(method, a), n))
		default:
			v.taints = addTaints(v.taints, e.all(self))
		}
		v.veiled = self.veiled
	}
	for i, one := range a.list {
		if w := e.whole(one, n); w != one {
			v.taints = addTaints(v.taints, w.taints)
			if i == 0 && (name == "dict" || name == "Object.assign") {
				v.name = one.name
			}
		}
	}
	if method == "filter" {
		v.taints = addTaints(v.taints, e.picked(v, a.list, nil, n))
	}
	with := e.handed(a)
	if tables().later[method] && a.self != nil { // the name of what happens is not handed on
		with = e.handed(&args{self: a.self})
	}
	if tables().documents.handles(name, method) {
		with = &value{taints: e.given(below(name), n)}
	}
	if got := e.callbacks(a, with); got != nil {
		v = e.either(v, got)
	}
	if tables().chains[method] && a.self != nil && a.self.name != "" {
		v.name, v.made = a.self.name, a.self.made // it gives back what it is called on
	}
	if tables().later[method] {
		for _, one := range a.list {
			if one.fn != nil {
				e.later(one, &args{list: []*value{with}})
			}
		}
	}
	return v
}

// asked are addresses with something in their query that is not known.
func asked(texts []string) []string {
	out := make([]string, len(texts))
	for i, text := range texts {
		out[i] = text
		if !strings.Contains(text, hole) && !strings.Contains(text, "?") {
			out[i] = text + "?" + hole
		}
	}
	return out
}

// partOf names the field that a call takes out of a value.
func partOf(method string, a *args) string {
	if method == "get" && len(a.list) > 0 && a.list[0].first() != "" {
		return a.list[0].first()
	}
	return method
}

// into puts what a call is given into the value that it is called on.
func (e *engine) into(self *value, a *args, n *code.Node) {
	if self == nothing {
		return
	}
	all := &args{}
	for _, one := range a.list {
		all.list = append(all.list, e.whole(one, n))
		if len(one.taints) == 0 && len(self.items) < maxItems {
			self.items = append(self.items, one)
		}
		for _, k := range sortedKeys(one.fields) {
			e.put(self, k, one.fields[k], true)
		}
	}
	all.named = a.named
	taints := e.everything(all).taints
	self.taints, e.grown = addTaints(self.taints, taints), e.grown || len(taints) > 0
}

// handed is what a function is called with that another one is given.
func (e *engine) handed(a *args) *value {
	v := &value{}
	if a.self != nil {
		*v = *a.self
		for _, item := range a.self.items {
			v = e.either(v, item)
		}
	}
	for _, one := range a.list {
		if one.fn == nil {
			v = e.either(v, &value{taints: e.all(one), texts: one.texts})
		}
	}
	return v
}

// callbacks calls the functions that a call is given; nil where there is none.
func (e *engine) callbacks(a *args, with *value) *value {
	var got *value
	call := func(v *value) {
		if v == nil || v.fn == nil {
			return
		}
		list := []*value{with}
		if len(v.fn.def.Params) > 1 && firstIsError(v.fn.def) {
			list = []*value{nothing, with, with}
		}
		got = e.either(got, e.invoke(v.fn, &args{list: list}, nil))
	}
	for _, one := range a.list {
		call(one)
	}
	for _, k := range sortedKeys(a.named) {
		call(a.named[k])
	}
	return got
}

// firstIsError reports whether the first parameter of a function is for what went
// wrong, as callbacks of Node have it.
func firstIsError(f *code.Function) bool {
	p := f.Params[0].Target
	return p != nil && (strings.HasPrefix(strings.ToLower(p.Name), "err") || p.Name == "e" || p.Name == "_")
}

// encoded notes that a value was written in a code.
func (e *engine) encoded(v *value, name, method string, n *code.Node) *value {
	if len(v.taints) > 0 && tables().documents.locks(name, method) {
		out := *v
		out.taints = e.locked(v.taints, n)
		return &out
	}
	if len(v.taints) > 0 && tables().encode[method] {
		v.taints = e.stepped(v.taints, "is written in another form by "+method, n)
	}
	return v
}

// shown is a text as messages have it.
func shown(text string) string {
	text = strings.ReplaceAll(text, hole, "…")
	if len(text) > 80 {
		text = strings.ToValidUTF8(text[:80], "") + "…"
	}
	return text
}
