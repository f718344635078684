package chain

import (
	"slices"
	"strings"

	"github.com/skillctl/skillctl/engine/flow/code"
	"github.com/skillctl/skillctl/engine/flow/way"
)

func (e *engine) class(n *code.Node, s *scope) *value {
	c := &class{name: n.Name, body: map[string]*closure{}}
	c.scope = &scope{vars: map[string]*value{}, parent: s, module: s.module}
	if n.X != nil {
		c.base = e.value(n.X, s, false)
	}
	e.fields[c] = map[string]*value{}
	v := &value{class: c}
	if n.Name != "" {
		s.vars[n.Name] = v
	}
	self := &value{class: c, fields: e.fields[c]}
	for _, part := range n.List {
		if part.Kind == code.Func && part.Func != nil {
			f := &closure{def: part.Func, scope: &scope{vars: map[string]*value{}, parent: s, module: s.module, class: c}, self: self}
			c.body[part.Func.Name] = f
			s.module.functions = append(s.module.functions, f)
			continue
		}
		c.order = append(c.order, fieldOf(part)...)
		e.statement(part, c.scope, false)
	}
	for name, v := range c.scope.vars {
		e.fields[c][name] = v
	}
	for _, name := range []string{"__init__", "constructor"} {
		if f := c.body[name]; f != nil {
			e.invoke(f, &args{}, nil)
		}
	}
	return v
}

// fieldOf is the name of the field that a statement of a class names, in a record without a
// constructor of its own.
func fieldOf(n *code.Node) []string {
	switch {
	case n == nil:
	case n.Kind == code.Other && n.Name == "declared":
		return n.Names
	case n.Kind == code.Assign && len(n.List) == 1 && n.List[0].Kind == code.Name:
		return []string{n.List[0].Name}
	}
	return nil
}

// recorded gives the fields of a record what it is made with.
func (e *engine) recorded(c *class, v *value, a *args) {
	for i, one := range a.list[:min(len(a.list), len(c.order))] {
		e.put(v, c.order[i], one, true)
	}
	for _, name := range sortedKeys(a.named) {
		e.put(v, name, a.named[name], true)
	}
}

// ofClass is what a class calls by a name, or those that it is made from.
func (e *engine) ofClass(x *value, name string) *value {
	for c, depth := x.class, 0; c != nil && depth < 8; depth++ {
		if f := c.body[name]; f != nil {
			self := *f
			self.self = &value{class: x.class, fields: e.fields[x.class]}
			return &value{fn: &self}
		}
		if v := e.fields[c][name]; v != nil {
			return v
		}
		if c.base == nil {
			return nil
		}
		c = c.base.class
	}
	return nil
}

// assign gives a value to a target.
func (e *engine) assign(target *code.Node, v *value, op string, s *scope, maybe bool) {
	if v == nil {
		v = nothing
	}
	add := op != "=" && op != ""
	switch target.Kind {
	case code.Name:
		e.assignName(target, v, op, s, maybe)
	case code.Assign: // a value that is used where there is none
		e.assign(target.List[0], e.either(v, e.value(target.X, s, maybe)), "=", s, maybe)
	case code.Attr:
		x := e.value(target.X, s, maybe)
		e.put(x, target.Name, e.kept(v, target), add || maybe || x.class != nil)
		if x.name == address && target.Name == "search" && len(e.all(v)) > 0 {
			x.taints, x.texts = addTaints(x.taints, e.all(v)), asked(x.texts)
		}
		if v.fn != nil && strings.HasPrefix(target.Name, "on") && len(foreign(x.taints)) > 0 {
			e.invoke(v.fn, &args{list: []*value{x}}, nil)
		}
	case code.Index:
		x := e.value(target.X, s, maybe)
		key := nothing
		for _, part := range target.List {
			key = e.value(part, s, maybe)
		}
		if name := key.first(); name != "" && !strings.Contains(name, hole) {
			e.put(x, name, e.whole(v, target), add || maybe)
		} else if x != nothing {
			x.taints = addTaints(x.taints, e.all(v))
		}
	case code.Sequence:
		for i, t := range target.List {
			one := &value{taints: v.taints, texts: v.texts}
			if i < len(v.items) {
				one = v.items[i]
			}
			e.assign(t, one, op, s, maybe)
		}
	case code.Record:
		for i, t := range target.List {
			if t != nil && i < len(target.Names) && target.Names[i] != "" && target.Names[i] != "**" {
				e.assign(t, e.part(v, target.Names[i], target), op, s, maybe)
			} else if t != nil {
				e.assign(t, v, op, s, maybe)
			}
		}
	}
}

// assignName gives a value to a variable.
func (e *engine) assignName(target *code.Node, v *value, op string, s *scope, maybe bool) {
	owner := s.owner(target.Name)
	old := owner.vars[target.Name]
	v = e.kept(e.keptAs(target, v), target)
	switch {
	case op != "=" && op != "" && old != nil:
		sum := &value{taints: addTaints(e.all(old), e.all(v)), made: old.made, name: old.name, veiled: old.veiled || v.veiled}
		if op == "+=" {
			sum.texts, _ = e.joined([]*value{old, v}, "")
			e.tell(sum, target)
			if len(old.items) > 0 {
				sum.texts, sum.items = nil, old.items[:len(old.items):len(old.items)]
				sum.items = bounded(sum.items, v.items)
			}
		}
		v = sum
	case maybe && old != nil:
		last := v
		if v = e.either(old, last); v != old && v != last && last.name != "" && last.made != nil {
			v.name, v.made = last.name, last.made // what comes next has to do with this one
		}
	}
	if owner.vars[target.Name] = v; owner != s {
		e.grows(v)
	}
}

// owner is the scope whose variable a name is: functions change those around them in
// JavaScript, where none of their own has the name, and in Python where they say so.
func (s *scope) owner(name string) *scope {
	if s.module != nil && (s.module.language == way.JavaScript || slices.Contains(s.outer, name)) {
		if s.module.language == way.Python && s.parent != nil {
			s = s.parent
		}
		for o := s; o != nil; o = o.parent {
			if o.vars[name] != nil {
				return o
			}
		}
		if s.module.language == way.Python {
			return s.module.scope
		}
	}
	return s
}

// put gives a value to a field.
func (e *engine) put(x *value, name string, v *value, add bool) {
	if x == nothing || x == nil {
		return
	}
	if x.fields == nil {
		x.fields = map[string]*value{}
	}
	if len(x.fields) >= maxItems {
		x.taints = addTaints(x.taints, e.all(v))
		return
	}
	e.grows(v)
	if old := x.fields[name]; old != nil && add {
		v = e.either(old, v)
	}
	x.fields[name] = v
}

// defaulted is the field of a record that a call names, which is what the call has for it where the
// record has none: what is put into it then is in the record.
func (e *engine) defaulted(a *args) *value {
	key := a.list[0].first()
	if key == "" || strings.Contains(key, hole) {
		return e.everything(a)
	}
	if v := a.self.fields[key]; v != nil {
		return v
	}
	v := &value{}
	if len(a.list) > 1 && a.list[1] != nothing {
		*v = *a.list[1]
	}
	e.put(a.self, key, v, false)
	return v
}

// grows notes that something came into a value that others may have.
func (e *engine) grows(v *value) { e.grown = e.grown || len(e.all(v)) > 0 }

// kept is a value that a variable holds: a step of its own where it is not one already.
func (e *engine) kept(v *value, target *code.Node) *value {
	if len(v.taints) == 0 || target.Kind != code.Name {
		return v
	}
	out := *v
	out.taints = e.stepped(v.taints, "is kept in "+target.Name, target)
	return &out
}

// each does something for each part of a value.
func (e *engine) each(n *code.Node, s *scope, maybe bool) *value {
	x := e.whole(e.value(n.X, s, maybe), n.X)
	item := &value{taints: x.taints, texts: x.texts, veiled: x.veiled}
	item.taints = addTaints(item.taints, e.pickedBy(x, n, s))
	if x.name != "" && !tables().whole[x.name] {
		item.name = x.name + "[]"
	}
	for _, key := range sortedKeys(x.fields) {
		if strings.HasSuffix(key, "()") {
			continue
		}
		item = e.either(item, textValue(key))
		item = e.either(item, x.fields[key])
	}
	apart := len(x.items) > 0
	for _, part := range x.items {
		item = e.either(item, part)
	}
	if numbers(x.items) {
		item = &value{texts: item.texts, taints: item.taints, listed: true}
	}
	target := n.List[0]
	if target.Kind == code.Sequence && apart {
		for i, t := range target.List {
			var v *value
			for _, part := range x.items {
				if i < len(part.items) {
					v = e.either(v, part.items[i])
				} else {
					v = e.either(v, &value{taints: part.taints, texts: part.texts})
				}
			}
			e.assign(t, v, "=", s, false)
		}
	} else {
		e.assign(target, item, "=", s, false)
	}
	out := &value{}
	for _, part := range n.List[1:] {
		if n.Name != "sequence" {
			e.statement(part, s, true)
			continue
		}
		v := e.value(part, s, maybe)
		if part.Kind != code.Other {
			out.items = append(out.items, e.whole(v, part))
		}
	}
	return out
}
