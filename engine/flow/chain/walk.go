package chain

import (
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/skillctl/skillctl/engine/flow/code"
)

// block looks at statements one after the other; functions are known before.
func (e *engine) block(list []*code.Node, s *scope) {
	for _, n := range list {
		if n.Kind == code.Func && n.Name != "" {
			e.declare(n, s)
		}
	}
	for _, n := range list {
		e.statement(n, s, false)
	}
}

// declare makes the function of a node known.
func (e *engine) declare(n *code.Node, s *scope) *value {
	f := &closure{def: n.Func, scope: s}
	if s.module != nil {
		s.module.functions = append(s.module.functions, f)
	}
	v := &value{fn: f}
	if n.Name != "" {
		s.vars[n.Name] = v
	}
	return v
}

// statement looks at one; maybe says that it may not be done, so that variables also
// keep what they were.
func (e *engine) statement(n *code.Node, s *scope, maybe bool) {
	if n == nil || !e.worked() {
		return
	}
	switch n.Kind {
	case code.Block:
		maybe = maybe || n.Name == "maybe"
		for _, part := range n.List {
			if part.Kind == code.Func && part.Name != "" {
				e.declare(part, s)
			}
		}
		for _, part := range n.List {
			e.statement(part, s, maybe)
		}
	case code.Func:
		if n.Name == "" || s.vars[n.Name] == nil {
			e.declare(n, s)
		}
	case code.Class:
		e.class(n, s)
	case code.Import:
		e.bring(n, s)
	case code.Return:
		if n.X != nil {
			e.back(s, e.value(n.X, s, maybe))
		}
	case code.Each:
		e.each(n, s, true)
	default:
		e.value(n, s, maybe)
	}
}

// back notes what a function gives back.
func (e *engine) back(s *scope, v *value) {
	for s != nil && s.result == nil {
		s = s.parent
	}
	if s != nil {
		s.result = e.either(s.result, v)
	}
}

// worked counts one step, and reports false when there are no more.
func (e *engine) worked() bool {
	if e.work >= maxWork {
		if e.here != nil {
			e.unread(e.here.text.File, "they take more steps than are followed")
		}
		return false
	}
	e.work++
	return true
}

// tell tells of the texts that a node comes to.
func (e *engine) tell(v *value, n *code.Node) *value {
	if e.hear == nil || v == nil || len(v.texts) == 0 {
		return v
	}
	file, span := e.place(n)
	for _, text := range v.texts {
		e.hear(file, span, text)
	}
	return v
}

// cost counts work that is more than one step.
func (e *engine) cost(n int) { e.work = min(maxWork, e.work+n) }

// value is what a node comes to.
func (e *engine) value(n *code.Node, s *scope, maybe bool) *value {
	if n == nil || !e.worked() {
		return nothing
	}
	switch n.Kind {
	case code.Text, code.Number:
		return textValue(n.Name)
	case code.Name:
		return e.variable(n, s)
	case code.Attr:
		return e.attribute(n, s, maybe)
	case code.Index:
		return e.tell(e.index(n, s, maybe), n)
	case code.Call:
		return e.tell(e.call(n, s, maybe), n)
	case code.Join:
		return e.tell(e.join(n, s, maybe), n)
	case code.Choice:
		var v *value
		for _, part := range n.List {
			if part.Kind == code.Other {
				e.value(part, s, maybe)
				continue
			}
			v = e.either(v, e.value(part, s, maybe))
		}
		if v == nil {
			return nothing
		}
		return v
	case code.Sequence:
		return e.sequence(n, s, maybe)
	case code.Record:
		return e.record(n, s, maybe)
	case code.Func:
		return e.declare(n, s)
	case code.Class:
		return e.class(n, s)
	case code.Each:
		return e.each(n, s, maybe)
	case code.Assign:
		v := e.value(n.X, s, maybe)
		for _, target := range n.List {
			e.assign(target, v, n.Name, s, maybe)
		}
		e.answered(v)
		return v
	case code.Block, code.Return, code.Import:
		e.statement(n, s, maybe)
		return nothing
	}
	for _, part := range n.List {
		e.value(part, s, maybe)
	}
	return nothing
}

func (e *engine) variable(n *code.Node, s *scope) *value {
	if v := s.find(n.Name); v != nil {
		return v
	}
	if n.Name == "this" {
		if v := s.find("self"); v != nil {
			return v
		}
	}
	return &value{name: plainModule(n.Name)}
}

func (e *engine) attribute(n *code.Node, s *scope, maybe bool) *value {
	return e.part(e.value(n.X, s, maybe), n.Name, n)
}

// part is what a value calls by a name.
func (e *engine) part(x *value, name string, n *code.Node) *value {
	if name == "__dict__" {
		return x
	}
	if x.module != nil {
		if v := e.member(x.module, name); v != nil {
			return v
		}
	}
	if v := x.fields[name]; v != nil {
		return v
	}
	if x.class != nil {
		if v := e.ofClass(x, name); v != nil {
			return v
		}
	}
	full := ""
	if x.name != "" && len(x.name) < maxName {
		full = x.name + "." + name
		switch x.name {
		case "globalThis", "window", "global": // what a script calls by its name alone
			full = name
		}
		if tables().whole[x.name] && isField(name) {
			return e.one(name, n)
		}
	}
	v := &value{name: full, texts: nil, taints: e.within(x.taints, name, n), made: x.made, veiled: x.veiled}
	if tables().documents.names[full] {
		v.taints = e.given(full, n)
	}
	switch name {
	case "parent", "parents", "name", "stem", "href", "stdout", "buffer", "text", "content", "body", "data", "value":
		v.texts = x.texts
	case "argv":
		if argv := e.argvOf(x); argv != nil {
			return e.handedOver(argv, v.taints)
		}
	}
	return v
}

// isField reports whether a name of the environment is that of a variable: methods of
// it are in lower case.
func isField(name string) bool { return strings.ToUpper(name) == name }

func isIdentifier(name string) bool {
	return strings.IndexFunc(name, func(r rune) bool { return r != '_' && r != '$' && !unicode.IsLetter(r) && !unicode.IsDigit(r) }) < 0
}

// argvOf are the words that the program was run with.
func (e *engine) argvOf(x *value) *value {
	if x.name != "sys" && x.name != "process" || e.here == nil {
		return nil
	}
	for _, language := range []string{Python, JavaScript} {
		if m := e.modules[language+":"+e.here.text.File]; m != nil {
			if v := m.scope.vars["\x00argv"]; v != nil {
				return &value{name: x.name + ".argv", items: v.items}
			}
		}
	}
	return nil
}

// one is a variable of the environment.
func (e *engine) one(name string, n *code.Node) *value {
	v := &value{texts: []string{hole}}
	switch {
	case name == "HOME" || name == "USERPROFILE":
		v.texts = []string{"~"}
	case name == "APPDATA" || name == "LOCALAPPDATA" || name == "XDG_CONFIG_HOME":
		v.texts = []string{"~/.config"}
	case tables().secret(name):
		v.taints = e.source("variable", name, n)
	}
	return v
}

// within are the sources of a part of a value: a variable of the whole environment, a
// field of a file.
func (e *engine) within(list []*taint, name string, n *code.Node) []*taint {
	if len(list) == 0 {
		return nil
	}
	out := make([]*taint, 0, len(list))
	for _, t := range list {
		switch {
		case t.kind == "environment" && name == "":
		case t.kind == "environment" && isField(name):
			if !tables().secret(name) {
				continue
			}
			t = &taint{root: t.root, kind: "variable", name: name, mixed: t.mixed, step: t.step, prev: t.prev, long: t.long}
		case name != "" && !t.part && t.kind != "environment" && !isMethod(name):
			next := *t
			next.part, t = true, &next
		}
		out = append(out, t)
	}
	return out
}

// isMethod reports whether a part of a value is all of it in another form.
func isMethod(name string) bool {
	switch name {
	case "read", "decode", "encode", "strip", "toString", "readlines", "readline", "items", "entries", "copy", "values", "text", "content", "data", "stdout", "trim", "hex", "then", "join", "format", "replace", "buffer", "json", "body", "map", "concat", "rstrip", "read_text", "read_bytes", "getvalue", "output", "communicate":
		return true
	}
	return false
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
		if v := x.fields[name]; v != nil {
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
	}
	switch n.Name {
	case "+", "":
		out.texts, _ = e.joined(parts, "")
		if last := parts[len(parts)-1]; len(names(last.taints)) == 0 && last.first() != "" {
			out.taints = marked(out.taints)
		}
		for _, p := range parts {
			if len(p.items) > 0 && len(out.items)+len(p.items) <= maxItems {
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
			v.taints = addTaints(v.taints, e.whole(item, part).taints)
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
