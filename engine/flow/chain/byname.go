package chain

import (
	"strings"

	"github.com/skillctl/skillctl/engine/flow/code"
	"github.com/skillctl/skillctl/engine/flow/way"
)

// A program may come to what it calls by a name that is a text: it puts a function into an
// object, takes one out of the table of its own variables, or has another function do so.

// namer is a call that has a value by a name: it gives the part of On that Name says, or
// puts Value there.
type namer struct {
	Calls []string `json:"calls"`
	On    string   `json:"on"`
	Name  string   `json:"name"`
	Value string   `json:"value"`
}

// The kinds of [picker]: a part of what it is called with, and a method of that.
const (
	picksPart   = "part"
	picksMethod = "method"
)

// picker is a call that makes a function which takes a part of what it is called with.
type picker struct {
	Calls []string `json:"calls"`
	Picks string   `json:"picks"`
}

// byName is what a call comes to that has a value by a name, nil for another call.
func (e *engine) byName(name string, a *args, n *code.Node) *value {
	t := tables()
	if p := t.picker[name]; p != nil && len(a.list) > 0 {
		return &value{bound: &binding{picks: p.Picks, with: a}}
	}
	c := named(t.namer, name)
	if c == nil {
		return nil
	}
	on, key := a.way(c.On), a.way(c.Name)
	if on == nil || key == nil || key.first() == "" || strings.Contains(key.first(), hole) {
		return nil
	}
	if c.Value == "" {
		return e.part(on, key.first(), n)
	}
	if v := a.way(c.Value); v != nil {
		e.put(on, key.first(), v, true)
		return nothing
	}
	return nil
}

// pickedBound is what a function gives that takes a part of what it is called with.
func (e *engine) pickedBound(b *binding, a *args, n *code.Node) *value {
	if len(a.list) == 0 {
		return nothing
	}
	x := e.whole(a.list[0], n)
	if b.picks == picksMethod {
		with := &args{list: b.with.list[1:], named: b.with.named, self: x}
		fn := e.part(x, b.with.list[0].first(), n)
		if fn.name == "" && !callable(fn) {
			fn = &value{name: "*." + b.with.list[0].first(), taints: fn.taints}
		}
		return e.apply(fn, with, n)
	}
	out := &value{}
	for _, one := range b.with.list {
		v := x
		for part := range strings.SplitSeq(one.first(), ".") {
			v = e.part(v, part, n)
		}
		if len(b.with.list) == 1 {
			return v
		}
		out.items = append(out.items, v)
	}
	return out
}

// ownNames is what a call comes to that gives the table of variables of a program, nil for
// another call.
func ownNames(fn *value, a *args, s *scope) *value {
	if s.module == nil || s.module.language != way.Python || len(a.list)+len(a.named) > 0 {
		return nil
	}
	switch fn.name {
	case "globals", "builtins.globals":
		return &value{fields: s.module.scope.vars}
	case "locals", "vars", "builtins.locals", "builtins.vars":
		return &value{fields: s.vars}
	}
	return nil
}
