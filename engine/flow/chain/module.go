package chain

import (
	"path"
	"slices"
	"strings"

	"github.com/skillctl/skillctl/engine/flow/code"
	"github.com/skillctl/skillctl/engine/flow/javascript"
	"github.com/skillctl/skillctl/engine/flow/python"
	"github.com/skillctl/skillctl/engine/flow/way"
	"github.com/skillctl/skillctl/engine/work"
	"github.com/skillctl/skillctl/internal/document"
)

// engine follows the values of one package.
type engine struct {
	cut func(file, why string)
	// data gives the texts of the package, read are the settings that were read of them.
	data    func(file string) []byte
	read    map[string]*value
	modules map[string]*module
	order   []*module
	uses    []Use
	// files are what was written to files, by [fileKey].
	files map[string][]*taint
	found way.Found
	// hear is told of each text that is put together.
	hear func(file string, span document.Span, text string)
	// lasting reports whether a place that is written to is to be told, noted are the
	// commands and writes that were.
	lasting func(string) bool
	noted   map[string]bool
	// attached are the connections that are the input or output of the process, by the
	// file that made them so.
	attached map[string][]*taint
	// emitted are the chains that were told, said the files of which it was said that
	// they are not followed.
	emitted map[emitted]bool
	said    map[string]bool
	// accessed are the places that were told of.
	accessed map[accessed]bool
	memo     map[string]*value
	busy     map[*code.Function]int
	runs     map[*code.Function]int
	fields   map[*class]map[string]*value
	// kinds are the kinds of credentials in files, by their name.
	kinds map[string]string
	work  int
	left  *work.Budget
	depth int
	// lates are the functions that run beside others, grown says that something came into
	// a value that they may have after they were looked into.
	lates []binding
	grown bool
	// logged are calls that log something secret, handlers what sends what is logged.
	logged   []logged
	handlers []handler
	// here is the program that is looked at.
	here *unit
}

type emitted struct {
	source, sink document.Position
	file, into   string
	channel      string
}

// module is a file, or the blocks of one language in a document, with its variables.
type module struct {
	file     string
	language string
	units    []*unit
	scope    *scope
	exports  *value
	state    int // 0 new, 1 being looked at, 2 done
	// functions are those that stand in it, for the ones that nothing calls.
	functions []*closure
}

// unit is one text.
type unit struct {
	text   *way.Text
	places way.Places
	body   []*code.Node
}

// scope holds variables.
type scope struct {
	vars   map[string]*value
	parent *scope
	module *module
	class  *class
	result *value
	// outer are the names that a function of Python has from around it.
	outer []string
}

func (s *scope) find(name string) *value {
	for ; s != nil; s = s.parent {
		if v := s.vars[name]; v != nil {
			return v
		}
	}
	return nil
}

// load reads the programs.
func (e *engine) load(texts []way.Text) {
	size := 0
	for i := range texts {
		t := &texts[i]
		if size += len(t.Source); len(t.Source) > maxSource || size > maxSources {
			e.unread(t.File, "programs are followed up to a size of 2 MiB each and 8 MiB in all")
			size -= len(t.Source)
			continue
		}
		if !e.left.Take(work.Values, readUnits*len(t.Source)) {
			e.unread(t.File, "they take more steps than are followed")
			continue
		}
		var p *code.Program
		if t.Language == way.Python {
			p = python.Read(t.Source)
		} else {
			p = javascript.Read(t.Source)
		}
		if p.Cut != "" {
			e.unread(t.File, p.Cut)
		}
		key := t.Language + ":" + t.File
		m := e.modules[key]
		if m == nil {
			m = &module{file: t.File, language: t.Language}
			m.exports = &value{module: m, fields: map[string]*value{}}
			m.scope = &scope{vars: map[string]*value{}, module: m}
			e.modules[key] = m
			e.order = append(e.order, m)
		}
		m.units = append(m.units, &unit{text: t, body: p.Body})
	}
}

func (e *engine) unread(file, why string) {
	if !e.said[file] {
		e.said[file] = true
		e.cut(file, "values in its programs are not followed to the end: "+why)
	}
}

// module looks at what a file does by itself.
func (e *engine) module(m *module) {
	if m.state != 0 {
		return
	}
	m.state = 1
	before := e.here
	if m.language == way.JavaScript {
		object := &value{fields: map[string]*value{"exports": m.exports}}
		m.scope.vars["module"], m.scope.vars["exports"] = object, m.exports
	}
	if v := e.argv(m); v != nil {
		m.scope.vars["\x00argv"] = v
	}
	for _, u := range m.units {
		e.here = u
		e.block(u.body, m.scope)
	}
	if object := m.scope.vars["module"]; object != nil && object.fields["exports"] != nil {
		m.exports = e.either(object.fields["exports"], &value{module: m})
		m.exports.module = m
	}
	e.here, m.state = before, 2
}

// rest looks into the functions that nothing called.
func (e *engine) rest(m *module) {
	for i := 0; i < len(m.functions); i++ {
		f := m.functions[i]
		if e.runs[f.def] == 0 {
			e.invoke(f, e.uncalled(f), nil)
		}
	}
}

// argv are the words that texts of the package run a file with.
func (e *engine) argv(m *module) *value {
	var v *value
	for _, u := range e.uses {
		if u.File != m.file {
			continue
		}
		words, found := strings.Fields(u.Text), false
		one := &value{}
		for _, w := range words {
			if found {
				one.items = append(one.items, textValue(strings.Trim(w, `"'`)))
			} else if found = strings.HasSuffix(strings.Trim(w, `"'`), path.Base(m.file)); found {
				one.items = append(one.items, textValue(w))
			}
			if len(one.items) >= maxItems {
				break
			}
		}
		v = e.either(v, one)
	}
	return v
}

// imported is the file of the package that a name means, nil for none.
func (e *engine) imported(from *module, name string) *module {
	dir := path.Dir(from.file)
	var tries []string
	switch from.language {
	case way.Python:
		rest := strings.TrimLeft(name, ".")
		for range len(name) - len(rest) - 1 {
			dir = path.Dir(dir)
		}
		if rest == "" {
			tries = append(tries, path.Join(dir, "__init__.py"))
			break
		}
		file := strings.ReplaceAll(rest, ".", "/")
		base := file[strings.LastIndexByte(file, '/')+1:]
		for _, p := range []string{path.Join(dir, file), file, path.Join(path.Dir(dir), file), path.Join("scripts", file), path.Join(dir, base)} {
			tries = append(tries, p+".py", p+"/__init__.py")
		}
	default:
		if !strings.HasPrefix(name, ".") && !strings.HasPrefix(name, "/") {
			return nil
		}
		p := path.Join(dir, name)
		tries = append(tries, p)
		for _, ext := range []string{".js", ".ts", ".mjs", ".cjs", ".tsx", ".jsx"} {
			tries = append(tries, p+ext, p+"/index"+ext, strings.TrimSuffix(p, path.Ext(p))+ext)
		}
	}
	for _, file := range tries {
		if m := e.modules[from.language+":"+strings.TrimPrefix(file, "/")]; m != nil && m != from {
			return m
		}
	}
	return nil
}

// bring takes a module in.
func (e *engine) bring(n *code.Node, s *scope) {
	in := n.Import
	m := e.imported(s.module, in.Module)
	if m == nil {
		e.loaded(textValue(in.Module), "import", n)
		e.foreign(in, s)
		e.siblings(in, s)
		if v := e.settings(in.Module); v != nil && in.As != "" {
			s.vars[in.As] = v
		}
		return
	}
	e.module(m)
	if in.As == "*" {
		for name, v := range m.scope.vars {
			if name != "module" && name != "exports" && !strings.HasPrefix(name, "\x00") {
				s.vars[name] = v
			}
		}
	} else if in.As != "" {
		name := in.As
		if s.module.language == way.Python && name == in.Module {
			name, _, _ = strings.Cut(name, ".")
		}
		whole := m.exports
		if d := m.scope.vars["default"]; d != nil {
			whole = e.either(whole, d)
		}
		s.vars[name] = whole
	}
	for _, pair := range in.Names {
		if v := e.member(m, pair[0]); v != nil {
			s.vars[pair[1]] = v
		}
	}
	e.siblings(in, s)
}

// siblings are the files of a package of Python that are taken in by their names.
func (e *engine) siblings(in *code.Imported, s *scope) {
	if s.module.language != way.Python {
		return
	}
	for _, pair := range in.Names {
		if v := s.vars[pair[1]]; v != nil && (v.name == "" || !strings.HasPrefix(in.Module, ".")) {
			continue
		}
		name := in.Module + "." + pair[0]
		if strings.Trim(in.Module, ".") == "" {
			name = in.Module + pair[0]
		}
		if sub := e.imported(s.module, name); sub != nil {
			e.module(sub)
			s.vars[pair[1]] = sub.exports
		}
	}
}

// member is what a file of the package calls by a name.
func (e *engine) member(m *module, name string) *value {
	if v := m.exports.fields[name]; v != nil {
		return v
	}
	return m.scope.vars[name]
}

// foreign takes in what is not in the package: its names are known by what they are
// called there.
func (e *engine) foreign(in *code.Imported, s *scope) {
	module := plainModule(in.Module)
	if in.As != "" && in.As != "*" {
		switch {
		case s.module.language == way.Python && in.As == in.Module:
			first, _, _ := strings.Cut(module, ".")
			if s.vars[first] == nil {
				s.vars[first] = &value{name: first}
			}
		default:
			s.vars[in.As] = &value{name: module}
		}
	}
	for _, pair := range in.Names {
		name := module + "." + pair[0]
		if pair[0] == "default" || slices.Contains([]string{"node-fetch", "axios", "got", "ky", "execa", "undici"}, module) && pair[0] == module {
			name = module
		}
		s.vars[pair[1]] = &value{name: name}
	}
}

// plainModule is the name of a module without what says where it comes from.
func plainModule(name string) string {
	name = strings.TrimPrefix(name, "node:")
	if name == "fs/promises" || name == "dns/promises" {
		name = strings.Replace(name, "/", ".", 1)
	}
	return name
}
