package chain

import (
	"strings"
	"unicode"

	"github.com/skillctl/skillctl/engine/flow/code"
	"github.com/skillctl/skillctl/engine/flow/store"
	"github.com/skillctl/skillctl/engine/flow/way"
	"github.com/skillctl/skillctl/engine/work"
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
		e.decorated(n, s)
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
	if e.work >= maxWork || !e.left.Take(work.Values, stepUnits) {
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
func (e *engine) cost(n int) {
	if e.work = min(maxWork, e.work+n); !e.left.Take(work.Values, stepUnits*n) {
		e.work = maxWork
	}
}

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
	if n.Name == "global" {
		s.outer = append(s.outer, n.Names...)
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
		return e.got(v, n)
	}
	if x.name == address && name == "href" {
		return &value{texts: x.texts, taints: e.all(x), veiled: x.veiled}
	}
	switch {
	case name == "length":
		return &value{}
	case name == "constructor" && x.class == nil && (x.fn != nil || n != nil && (n.Kind == code.Index || n.X != nil && n.X.Kind == code.Attr && n.X.Name == name)):
		return &value{name: "Function"} // what makes a function of a text
	}
	if x.class != nil {
		if v := e.ofClass(x, name); v != nil {
			return e.got(v, n)
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
	} else if fed := e.fedBy(full, n); fed != nil {
		v.taints = fed
	} else if found := e.option(x, name, n); found != nil {
		v.taints = found
	}
	switch full {
	case "sys.executable":
		v.texts = []string{"python3"}
	case "process.execPath":
		v.texts = []string{"node"}
	}
	switch name {
	case "parent", "parents", "name", "stem", "href", "stdout", "buffer", "text", "content", "body", "data", "value":
		v.texts = x.texts
		if name == "name" && strings.HasSuffix(x.name, "TemporaryFile()") && x != nothing {
			e.put(x, name, v, false) // it is one name, whatever comes into the file
		}
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
	for _, language := range []string{way.Python, way.JavaScript} {
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
	case store.Secret(name):
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
			if !store.Secret(name) {
				continue
			}
			t = &taint{root: t.root, kind: "variable", name: name, mixed: t.mixed, step: t.step, prev: t.prev, long: t.long}
		case name != "" && !t.part && t.kind != "environment" && !t.said && !isMethod(name):
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
	case "read", "decode", "pages", "paragraphs", "rows", "lines", "text_content", "encode", "strip", "toString", "readlines", "readline", "items", "entries", "copy", "values", "text", "content", "data", "stdout", "trim", "hex", "then", "join", "format", "replace", "buffer", "json", "body", "map", "concat", "rstrip", "read_text", "read_bytes", "getvalue", "output", "communicate":
		return true
	}
	return false
}
