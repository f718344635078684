package chain

import (
	"slices"
	"strconv"
	"strings"

	"github.com/skillctl/skillctl/engine/flow/code"
)

// field is what a value has under a name that is a text, nil for nothing that is known.
func (e *engine) field(x *value, name string, n *code.Node) *value {
	if name == "constructor" {
		return e.part(x, name, n)
	}
	if v := x.fields[name]; v != nil {
		return v
	}
	if found := e.option(x, name, n); found != nil {
		return &value{name: x.name, taints: found}
	}
	return nil
}

func (e *engine) index(n *code.Node, s *scope, maybe bool) *value {
	x := e.value(n.X, s, maybe)
	if strings.Contains(n.Name, ":") {
		if strings.HasPrefix(n.Name, "::") && len(n.List) == 1 && n.List[0].Name == "-1" {
			return e.reversed(x)
		}
		v := *x
		v.texts = nil
		if len(n.List) == 0 {
			v.texts = x.texts
		}
		if start, err := strconv.Atoi(numberOf(n)); err == nil && start > 0 && len(x.items) > start && len(n.List) == 1 {
			v.items = x.items[start:]
		}
		return &v
	}
	key := nothing
	for _, part := range n.List {
		key = e.value(part, s, maybe)
	}
	name := key.first()
	if strings.Contains(name, hole) {
		name = ""
	}
	if name != "" {
		if v := e.field(x, name, n); v != nil {
			return v
		}
		if i, err := strconv.Atoi(name); err == nil && len(x.items) > 0 {
			if i < 0 {
				i += len(x.items)
			}
			if i >= 0 && i < len(x.items) {
				return x.items[i]
			}
		}
		if tables().whole[x.name] {
			var v *value
			for _, name := range key.texts {
				v = e.either(v, e.one(name, n))
			}
			return v
		}
		if x.name != "" && x.texts == nil && len(x.items) == 0 && len(e.all(x)) == 0 && isIdentifier(name) {
			if x.name == "sys.modules" {
				return &value{name: plainModule(name)}
			}
			return e.part(x, name, n) // process['env'] is process.env
		}
		return &value{name: x.name, texts: nil, taints: e.within(e.all(x), name, n)}
	}
	if tables().whole[x.name] {
		// Any of them: as secret as what says which.
		return &value{texts: []string{hole}, taints: e.all(key)}
	}
	v := &value{taints: e.all(x)}
	for _, k := range sortedKeys(x.fields) {
		v.texts = addTexts(v.texts, x.fields[k].texts)
	}
	for _, item := range x.items {
		v.texts = addTexts(v.texts, item.texts)
	}
	return v
}

func numberOf(n *code.Node) string {
	if len(n.List) > 0 && n.List[0].Kind == code.Number {
		return n.List[0].Name
	}
	return ""
}

func (e *engine) join(n *code.Node, s *scope, maybe bool) *value {
	parts := make([]*value, len(n.List))
	out := &value{}
	for i, part := range n.List {
		parts[i] = e.whole(e.value(part, s, maybe), part)
		out.taints = addTaints(out.taints, e.all(parts[i]))
		out.veiled, out.listed = out.veiled || parts[i].veiled, out.listed || parts[i].listed
		if out.from == "" {
			out.from = readFrom(parts[i])
		}
	}
	switch n.Name {
	case "+", "":
		out.texts, _ = e.joined(parts, "")
		if last := parts[len(parts)-1]; len(names(last.taints)) == 0 && last.first() != "" {
			out.taints = marked(out.taints)
		}
		for _, p := range parts {
			if len(p.items) > 0 && len(parts[0].texts) == 0 && len(out.items)+len(p.items) <= maxItems {
				out.items = append(out.items, p.items...)
				out.texts = nil
			}
		}
	case "/":
		if len(parts) == 2 && (strings.HasPrefix(parts[0].name, "pathlib") || strings.HasPrefix(parts[0].name, "Path") || len(parts[1].texts) > 0) {
			out.texts, _ = e.joined(parts, "/")
			out.name = "pathlib.Path()"
		}
	case "%":
		if len(parts) == 2 && len(parts[0].texts) > 0 {
			out.texts = e.filled(parts[0], parts[1])
		}
	case "*", "-", "//", "**", "|", "&", "^", "<<", ">>", "@":
		if n.Name == "|" || n.Name == "@" {
			break
		}
		switch n.Name {
		case "*":
		case "^": // with a key a code is taken away, or put on
			out.taints = e.locked(slices.DeleteFunc(slices.Clone(out.taints), func(t *taint) bool { return !t.foreign() && !t.ofUser() }), n)
		default:
			out.taints = nil
		}
	}
	return out
}

// filled are the texts of a format with its values put in.
func (e *engine) filled(format, values *value) []string {
	list := values.items
	if len(list) == 0 {
		list = []*value{values}
	}
	var out []string
	for _, f := range format.texts {
		parts := strings.Split(f, "%s")
		all := []*value{textValue(parts[0])}
		for i, part := range parts[1:] {
			v := nothing
			if i < len(list) {
				v = list[i]
			}
			all = append(all, v, textValue(part))
		}
		texts, _ := e.joined(all, "")
		out = addTexts(out, texts)
	}
	return out
}

func (e *engine) sequence(n *code.Node, s *scope, maybe bool) *value {
	v := &value{}
	for i, part := range n.List {
		item := e.value(part, s, maybe)
		switch {
		case i < len(n.Names) && n.Names[i] == "*":
			v.taints = addTaints(v.taints, e.whole(item, part).taints)
			if v.items = bounded(v.items, item.items); len(v.items) >= maxItems {
				v.taints = addTaints(v.taints, e.all(item)) // of those that have no room
			}
		case len(v.items) < maxItems:
			v.items = append(v.items, e.whole(item, part))
		default:
			v.taints = addTaints(v.taints, e.all(item))
			v.texts = addTexts(v.texts, item.texts)
		}
	}
	return v
}

func (e *engine) record(n *code.Node, s *scope, maybe bool) *value {
	v := &value{fields: make(map[string]*value, len(n.List))}
	for i, part := range n.List {
		item := e.value(part, s, maybe)
		name := n.Names[i]
		switch {
		case name == "**":
			for _, key := range sortedKeys(item.fields) {
				v.fields[key] = item.fields[key]
			}
			if v.taints = addTaints(v.taints, e.whole(item, part).taints); len(item.fields) == 0 {
				v.taints = addTaints(v.taints, e.all(item)) // pairs
			}
			if tables().whole[item.name] && len(n.List) == 1 {
				v.name = item.name
			}
		case name != "" && len(v.fields) < maxItems:
			v.fields[name] = e.whole(item, part)
		default:
			if n.Keys[i] != nil {
				key := e.value(n.Keys[i], s, maybe)
				if k := key.first(); k != "" && !strings.Contains(k, hole) && len(v.fields) < maxItems {
					v.fields[k] = e.whole(item, part)
					continue
				}
			}
			v.taints = addTaints(v.taints, e.all(e.whole(item, part)))
		}
	}
	return v
}

// whole is a value that is handed on: of the environment, all variables are.
func (e *engine) whole(v *value, n *code.Node) *value {
	if v.name == "" || !tables().whole[v.name] || len(v.taints) > 0 {
		return v
	}
	out := *v
	out.taints = e.source("environment", v.name, n)
	return &out
}

func sortedKeys(m map[string]*value) []string {
	if len(m) == 0 {
		return nil
	}
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}
