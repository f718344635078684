package chain

import (
	"github.com/skillctl/skillctl/engine/flow/code"
)

// indirect is a call that has another function called: by a thread, a pool, or for each
// part of a list.
type indirect struct {
	Calls []string `json:"calls"`
	// Language is the one that has such a call, "" for any.
	Language string `json:"language"`
	// Fn is the way to the function, Args that to the list of what it is given, Named to
	// the fields; without Args it is given the arguments from From on.
	Fn    string `json:"fn"`
	Args  string `json:"args"`
	Named string `json:"named"`
	From  int    `json:"from"`
	// Each is the way to the list whose parts it is called with, one at a time.
	Each string `json:"each"`
	// Later says that it runs beside what comes next, Bound that it is only bound to its
	// arguments.
	Later bool `json:"later"`
	Bound bool `json:"bound"`
}

// binding is a function with its first arguments.
type binding struct {
	fn   *value
	with *args
	// picks says that it takes a part of what it is called with: see [picker].
	picks string
}

// The bounds of calls that others make: how many parts of a list a function is called
// with one by one, and how many of those that run later are looked into again.
const (
	maxOneByOne = 16
	maxLate     = 64
)

// apply calls a value with arguments.
func (e *engine) apply(fn *value, a *args, n *code.Node) *value {
	switch {
	case fn.fn != nil:
		return e.invoke(fn.fn, a, n)
	case fn.class != nil:
		return e.instance(fn.class, a, n)
	case fn.bound != nil:
		return e.bound(fn.bound, a, n)
	case fn.name == "" || n == nil:
		return e.everything(a)
	}
	if a.self == nil {
		a.self = &value{name: fn.name[:max(0, len(fn.name)-len(code.LastPart(fn.name))-1)], made: fn.made, taints: fn.taints}
	}
	return e.known(fn, a, n)
}

// bound calls a function that was given some of its arguments before.
func (e *engine) bound(b *binding, a *args, n *code.Node) *value {
	if b.picks != "" {
		return e.pickedBound(b, a, n)
	}
	all := &args{}
	all.list = bounded(bounded(nil, b.with.list), a.list)
	for _, from := range []*args{b.with, a} {
		for _, k := range sortedKeys(from.named) {
			all.name(k, from.named[k])
		}
	}
	return e.apply(b.fn, all, n)
}

// callable reports whether a value may be called.
func callable(v *value) bool {
	if v.fn != nil || v.class != nil || v.bound != nil {
		return true
	}
	return v.name != "" && v.name[len(v.name)-1] != ')' && v.name[len(v.name)-1] != ']' && len(v.texts) == 0 && len(v.items) == 0 && len(v.fields) == 0
}

// byAnother is what a call comes to that has another function called, nil for another
// call.
func (e *engine) byAnother(name string, a *args, n *code.Node) *value {
	c := named(tables().indirect, name)
	if c == nil || c.Language != "" && (e.here == nil || e.here.text.Language != c.Language) {
		return nil
	}
	fn := a.way(c.Fn)
	if fn == nil || !callable(fn) {
		return nil
	}
	if c.Each != "" {
		return e.oneByOne(fn, a.way(c.Each), n)
	}
	with := c.with(a)
	if c.Bound {
		return &value{bound: &binding{fn: fn, with: with}}
	}
	got := e.apply(fn, with, n)
	if c.Later {
		e.later(fn, with)
		return &value{name: shorter(name + "()"), made: a, taints: got.taints}
	}
	return got
}

// with are the arguments that a call hands on.
func (c *indirect) with(a *args) *args {
	with := &args{}
	switch given := a.way(c.Args); {
	case c.Args == "" && c.From < len(a.list):
		with.list, with.named = a.list[c.From:], a.named
	case c.Args == "":
		with.named = a.named
	case given != nil && len(given.items) > 0:
		with.list = given.items
	case given != nil:
		with.list = []*value{given}
	}
	if fields := a.way(c.Named); fields != nil {
		for _, k := range sortedKeys(fields.fields) {
			with.name(k, fields.fields[k])
		}
	}
	return with
}

// oneByOne is a list of what a function gives for each part of another one; nil where the
// parts are not known.
func (e *engine) oneByOne(fn, list *value, n *code.Node) *value {
	if list == nil || len(list.items) == 0 && (len(list.texts) == 0 || fn.fn != nil) {
		return nil
	}
	if len(list.items) > 0 && len(list.items) <= maxOneByOne {
		out := &value{taints: list.taints}
		for _, item := range list.items {
			out.items = append(out.items, e.apply(fn, &args{list: []*value{item}}, n))
		}
		return out
	}
	if len(list.items) > 0 && fn.fn != nil {
		return nil
	}
	one := *list
	one.items, one.taints = nil, e.all(list)
	for _, item := range list.items {
		one.texts = addTexts(one.texts, item.texts)
	}
	return e.apply(fn, &args{list: []*value{&one}}, n)
}

// later notes a function that runs beside others.
func (e *engine) later(fn *value, with *args) {
	if len(e.lates) < maxLate {
		e.lates = append(e.lates, binding{fn: fn, with: with})
	}
}

// again looks once more into the functions that run beside others, where something came
// into a value since that they may have.
func (e *engine) again() {
	if !e.grown || len(e.lates) == 0 {
		return
	}
	kept := map[string]*value{}
	for key, v := range e.memo {
		if key != "" && key[0] == 0 {
			kept[key] = v
		}
	}
	e.memo = kept
	for _, one := range e.lates {
		e.apply(one.fn, one.with, nil)
	}
}

// got is a part of a value as it is read: some are made by a function.
func (e *engine) got(v *value, n *code.Node) *value {
	if v.fn != nil && v.fn.def.Getter {
		return e.invoke(v.fn, &args{}, n)
	}
	return v
}

// decorated hands a function to its decorators: what they make of it has its name.
func (e *engine) decorated(n *code.Node, s *scope) {
	e.takesOptions(n, s)
	for i := len(n.List) - 1; i >= 0; i-- {
		by := e.value(n.List[i], s, false)
		if old := s.vars[n.Name]; old != nil && by.fn != nil {
			if made := e.invoke(by.fn, &args{list: []*value{old}}, n.List[i]); made.fn != nil {
				s.vars[n.Name] = &value{fn: made.fn, name: made.name, taints: made.taints}
			}
		}
	}
}
