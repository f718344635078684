package beside

import (
	"path"
	"slices"
	"strings"

	"github.com/skillctl/skillctl/engine/flow/way"
	"github.com/skillctl/skillctl/internal/lazydfa"
)

// program is a text with its statements.
type program struct {
	text       *way.Text
	language   string
	statements []*statement
	functions  map[string][]*function
	classes    []string
	module     *function // what stands outside of all functions
	unseen     bool
	shares     bool // it may name an account at a host that many share, or a server
	long       bool // a statement has more lines than are read as one
	kept       int  // how often all statements were searched for a name
	places     way.Places
}

// imports is a statement that takes something in: it gives no name a value that matters.
var imports = lazydfa.New(`^\s*(?:import\b|from\s+\S+\s+import\b|use\s+[\w:]+|using\s+[\w.]+|require(?:_relative|_once)?\b|include\b|package\b|(?:const|let|var)\s+[\w{}\s,:]+=\s*(?:await\s+)?(?:require|import)\s*\(|module\.exports\b|export\s*\{)`)

// plainEval is the evaluation of a text that stands there whole and calls nothing: what it
// does can be seen.
var plainEval = lazydfa.New(`\beval\b\s*\(?\s*(?:"[^"$()\x60\\]*"|'[^'"$()\x60\\]*')\s*\)?\s*(?:;|$)`)

// read reads a text.
func read(t *way.Text, language string) *program {
	p := &program{text: t, language: language, statements: cut(string(t.Source), language), functions: map[string][]*function{}}
	p.shares = calls(string(t.Source))
	p.module = &function{indent: -1, defines: map[string]bool{}}
	here := p.module
	for _, s := range p.statements {
		for here != p.module && s.indent <= here.indent && !closes(s.code) {
			here = here.outer
		}
		s.within = here
		p.long = p.long || s.long
		if m := forms().class.FindStringSubmatch(s.bare); m != nil {
			p.classes = append(p.classes, m[1])
		}
		if tables().unseen.MatchString(plainEval.ReplaceAllString(s.code, " ")) {
			p.unseen = true
		}
		name, params, ok := p.defined(s)
		if !ok {
			here.body = append(here.body, s)
			if strings.HasPrefix(strings.TrimSpace(s.code), "return") || strings.HasPrefix(strings.TrimSpace(s.code), "yield") {
				here.returns = append(here.returns, s)
			}
			continue
		}
		f := &function{name: name, params: params, outer: here, indent: s.indent, head: s, defines: map[string]bool{}}
		for _, one := range params {
			f.defines[one] = true
		}
		here.body = append(here.body, s)
		if name != "" {
			p.functions[name] = append(p.functions[name], f)
		}
		s.within = f
		f.body = append(f.body, s)
		if !opens(strings.TrimRight(s.code, " \t\r")) && !strings.HasSuffix(strings.TrimSpace(s.code), ":") && p.language != "ruby" && p.language != "shell" && p.language != "powershell" && p.language != "php" && p.language != "perl" {
			f.returns = append(f.returns, s) // all of it stands in one line
			if strings.Contains(s.code, "=>") || strings.Contains(s.code, "lambda") {
				continue
			}
		}
		here = f
	}
	return p
}

func closes(code string) bool {
	code = strings.TrimSpace(code)
	return strings.HasPrefix(code, "}") || strings.HasPrefix(code, ")") || strings.HasPrefix(code, "{") || code == "end" || strings.HasPrefix(code, "end.")
}

// defined is the function that a statement begins.
func (p *program) defined(s *statement) (name string, params []string, ok bool) {
	f := forms()
	list := func(text string) []string {
		var found []string
		for _, one := range strings.Split(strings.Trim(text, "()"), ",") {
			one, _, _ = strings.Cut(one, "=")
			if p.language == "python" || p.language == "javascript" || p.language == "rust" || p.language == "kotlin" || p.language == "swift" {
				one, _, _ = strings.Cut(one, ":")
			}
			for _, word := range f.name.FindAllString(one, 6) {
				if word != "self" && word != "this" {
					found = append(found, word)
				}
			}
		}
		return found
	}
	if m := f.define.FindStringSubmatch(s.bare); m != nil {
		params = list(m[2])
		if marked(p.language) {
			params = append(params, "\x00given")
		}
		return m[1], params, true
	}
	if p.language == "shell" {
		if m := f.shell.FindStringSubmatch(s.bare); m != nil {
			return m[1], []string{"\x00given"}, true
		}
		return "", nil, false
	}
	if m := f.arrow.FindStringSubmatch(s.bare); m != nil && (strings.Contains(s.bare, "=>") || strings.Contains(s.bare, "function")) {
		return m[1], list(m[2]), true
	}
	if m := f.method.FindStringSubmatch(s.bare); m != nil && !f.key.MatchString(m[1]) && p.language != "python" && m[1] != "function" {
		return m[1], list(m[2]), true
	}
	if opens(strings.TrimRight(s.code, " \t\r")) || strings.Contains(s.bare, " do |") {
		if m := f.param.FindStringSubmatch(s.bare); m != nil {
			return "", list(strings.Join(m[1:], ",")), true
		}
	}
	return "", nil, false
}

// group is a program with those of the package that it takes in.
type group struct {
	programs  []*program
	functions map[string][]*function
	// gives are the statements that give a name a value, by the function that the name is
	// one of, and of those outside of functions and of fields by the name alone.
	gives map[string][]*statement
	texts map[string][]*statement
	// mentions are the statements that have the name of a function or a class.
	mentions map[string][]*statement
	of       map[*statement]*program
	unseen   bool
	beyond   bool // more may come to a request than was looked at
	// words are the names that a statement has: see [names].
	words map[*statement][]string
	steps *steps
}

// steps counts the statements that are looked at for others, of all programs of a package: each
// may lead to all, from each that sends.
type steps struct{ left int }

// maxWork is how many statements are looked at for others.
const maxWork = 100_000

// done takes one from what is left, and reports whether nothing is.
func (w *steps) done() bool {
	w.left--
	return w.left < 0
}

// named are the names that a statement has.
func (g *group) named(s *statement) []string {
	list, known := g.words[s]
	if !known {
		list = names(s.bare, marked(g.of[s].language), g.functions)
		g.words[s] = list
	}
	return list
}

func (g *group) load() {
	g.functions, g.gives, g.texts, g.of = map[string][]*function{}, map[string][]*statement{}, map[string][]*statement{}, map[*statement]*program{}
	g.mentions, g.words = map[string][]*statement{}, map[*statement][]string{}
	called := map[string]bool{}
	for _, p := range g.programs {
		for _, class := range p.classes {
			called[class] = true
		}
		g.unseen = g.unseen || p.unseen
		for name, list := range p.functions {
			g.functions[name] = append(g.functions[name], list...)
		}
	}
	for _, p := range g.programs {
		for _, s := range p.statements {
			g.of[s] = p
			for _, word := range forms().name.FindAllString(s.bare, 400) {
				if list := g.mentions[word]; (called[word] || len(g.functions[word]) > 0) && (len(list) == 0 || list[len(list)-1] != s) {
					g.mentions[word] = append(list, s)
				}
			}
			for _, key := range p.files(s) {
				g.texts[key] = append(g.texts[key], s)
			}
		}
	}
	known := g.namesGiven()
	for _, p := range g.programs {
		for _, s := range p.statements {
			if imports.MatchString(s.code) {
				continue
			}
			for _, name := range p.given(s).changed {
				if known[name] { // else it is a module, or what the language has
					g.give(s.home(name).having(name), name, s)
				}
			}
		}
	}
}

// namesGiven notes which statements give a name a value, and gives all such names: they are
// known before it is asked of which of them something is changed. Those that a scope gets
// later are noted where it gets them.
func (g *group) namesGiven() map[string]bool {
	known, scopes := map[string]bool{}, map[*function]bool{}
	for _, p := range g.programs {
		for _, s := range p.statements {
			if scope := s.within; !scopes[scope] {
				scopes[scope] = true
				for name := range scope.defines {
					known[name] = true
				}
			}
			if imports.MatchString(s.code) {
				continue
			}
			gives := p.given(s)
			local := gives.declared || slices.Contains([]string{"python", "ruby", "php"}, p.language)
			for _, name := range gives.list {
				known[name] = true
				f := s.home(name)
				if !local {
					f = f.having(name)
				}
				f.defines[name] = true
				g.give(f, name, s)
			}
		}
	}
	return known
}

// home is the function that a statement gives a name a value in: the head of one does so in
// the one around it.
func (s *statement) home(name string) *function {
	if f := s.within; f.head == s && !slices.Contains(f.params, name) {
		return f.outer
	}
	return s.within
}

// having is the function, of those around, that has a name, else what is outside of all.
func (f *function) having(name string) *function {
	for f.outer != nil && !f.defines[name] {
		f = f.outer
	}
	return f
}

func (f *function) key() string {
	if f.head == nil {
		return ""
	}
	return f.name + "\x00" + f.head.code
}

// give notes that a statement gives a name of a function a value: a field of an object is
// one of the whole program.
func (g *group) give(f *function, name string, s *statement) {
	scopes := []string{f.key()}
	if f.outer != nil && fields.MatchString(s.bare) {
		scopes = append(scopes, "")
	}
	for _, scope := range scopes {
		key := scope + "\x01" + name
		if list := g.gives[key]; len(list) == 0 || list[len(list)-1] != s {
			g.gives[key] = append(g.gives[key], s)
		}
	}
}

// fields is how a statement names the object that it belongs to.
var fields = lazydfa.New(`@|\bself\.|\bthis(?:\.|->)|\bglobal\b`)

// files are the names of files that a statement has.
func (p *program) files(s *statement) []string {
	if !s.namedKnown {
		s.named, s.namedKnown = p.filesIn(s), true
	}
	return s.named
}

func (p *program) filesIn(s *statement) []string {
	var found []string
	for _, text := range p.paths(s) {
		if key := fileName(text); key != "" && !slices.Contains(found, key) {
			found = append(found, key)
		}
	}
	return found
}

// fileName is how the name of a file is known in which something may be handed on, "" for
// another text.
func fileName(text string) string {
	if len(text) > 200 || strings.Contains(text, "://") || strings.ContainsAny(text, " \n") {
		return ""
	}
	name := path.Base(strings.ReplaceAll(text, `\`, "/"))
	if i := strings.IndexByte(name, '.'); i < 0 || len(name) < 5 || i == len(name)-1 {
		if !strings.HasPrefix(text, "/tmp/") {
			return ""
		}
	}
	return name
}

// maxReached bounds the statements that are looked at for one that sends.
const maxReached = 4000

// reached are the statements whose values may come to one: by everything that gives one of
// its names a value, what functions are called with and give back, and files; as far as
// there is work left.
func (g *group) reached(from *statement) map[*statement]bool {
	seen := map[*statement]bool{}
	done := map[string]bool{}
	queue := []*statement{from}
	add := func(list []*statement) {
		for _, s := range list {
			if !seen[s] && len(seen) >= maxReached {
				g.beyond = true // it is not found that something is apart
			} else if !seen[s] {
				seen[s] = true
				queue = append(queue, s)
			}
		}
	}
	seen[from] = true
	for len(queue) > 0 && !g.steps.done() {
		s := queue[0]
		queue = queue[1:]
		p := g.of[s]
		for _, key := range p.files(s) {
			if file := "\x02" + key; !done[file] {
				done[file] = true
				add(g.texts[key])
			}
		}
		if f := s.within; f.head == s && f.name == "" {
			add(f.body) // what a function without a name does is part of the call
		}
		for _, name := range g.named(s) {
			f := s.within.having(name)
			key := f.key() + "\x01" + name
			if done[key] {
				continue
			}
			done[key] = true
			add(g.gives[key])
			if f.outer != nil && slices.Contains(f.params, name) {
				add([]*statement{f.head})
				add(g.calls(f))
			}
			if f.outer == nil || strings.Contains(s.bare, "."+name) || strings.Contains(s.bare, "@"+name) || strings.Contains(s.bare, ">"+name) {
				if other := "\x01" + name; !done[other] {
					done[other] = true
					add(g.gives[other])
				}
			}
			for _, called := range g.functions[name] {
				if len(called.returns) > 0 {
					add(called.returns)
				} else {
					add(called.body)
				}
			}
		}
	}
	return seen
}

// calls are the statements that name a function, or the class whose objects it makes.
func (g *group) calls(f *function) []*statement {
	if f.name == "" {
		return nil
	}
	words := []string{f.name}
	if home := g.of[f.head]; home != nil && slices.Contains([]string{"__init__", "constructor", "initialize", "__construct", "new", "init"}, f.name) && len(home.classes) > 0 {
		words = home.classes
	}
	var found []*statement
	for _, word := range words {
		for _, s := range g.mentions[word] {
			if s != f.head {
				found = append(found, s)
			}
		}
	}
	return found
}
