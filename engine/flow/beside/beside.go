package beside

import (
	"fmt"
	"slices"
	"strings"

	"github.com/skillctl/skillctl/engine/flow/tenant"
	"github.com/skillctl/skillctl/engine/flow/way"
	"github.com/skillctl/skillctl/engine/work"
	"github.com/skillctl/skillctl/internal/document"
)

// Beside is a program that reads a store of what is somebody's and sends something to
// another machine.
type Beside struct {
	Read Read `json:"read"`
	Send Send `json:"send"`
	// Apart says that everything that is sent was found, and that the store is not in it.
	Apart bool `json:"apart"`
}

// Read is where a store is read.
type Read struct {
	// Kind is that of a source, see [way.Source], or "conversation" for what was said to
	// an agent, and "microphone".
	Kind string        `json:"kind"`
	Name string        `json:"name"`
	File string        `json:"file"`
	Span document.Span `json:"span"`
}

// Send is where something is sent that is not constant.
type Send struct {
	Call string `json:"call"`
	// Way is the part of a request: "body", "header", "dns", "socket", "mail", "git" or
	// "file"; "client" for a call of a client of a service, "tool" for a command of one.
	Way   string   `json:"way"`
	Hosts []string `json:"hosts"`
	// Tenants are whose accounts at hosts that many share it goes to, as far as they are written out.
	Tenants []tenant.Tenant `json:"tenants"`
	// Carries says that the request has a body or a query that is put together, as far as can be
	// seen: others ask for something.
	Carries bool `json:"carries"`
	// Known is how often other files of the package name one of the hosts, or its domain.
	Known int `json:"known"`
	// Named says that a document of the package has the name that the domain begins with.
	Named bool `json:"named"`
	// Hook says that the address holds the account of whoever reads what is sent there.
	Hook bool          `json:"hook"`
	File string        `json:"file"`
	Span document.Span `json:"span"`
}

// Found is what programs do: which of them read a store and send something, and where any of
// them sends something to a host that is written out.
type Found struct {
	Besides []Beside
	Sends   []Send
}

// Text is a program, and the language that it is written in.
type Text struct {
	way.Text
	// Family is the language as this package knows it: see [Family].
	Family string
}

// The bounds of the search, for one package.
const (
	maxTold   = 60
	maxSends  = 200
	maxText   = 512 << 10
	maxTexts  = 4 << 20
	maxJoined = 40
	maxUnits  = 1000
	// maxSeen is how many statements are looked at, each time that their program is taken in
	// by another one.
	maxSeen = 400_000
	// maxPairs is how many pairs of a statement that reads and one that sends are looked at.
	maxPairs = 200_000
)

// Family is how this package calls a language, "" for one that it does not read.
func Family(name string) string {
	switch name = strings.ToLower(name); strings.TrimRight(name, ".0123456789") {
	case "python", "py", "pycon", "ipython", "python-repl":
		return "python"
	case "javascript", "typescript", "js", "jsx", "ts", "tsx", "mjs", "cjs", "node", "nodejs", "bun", "deno", "ecmascript":
		return "javascript"
	case "sh", "bash", "zsh", "ksh", "dash", "ash", "shell", "fish", "shellscript", "console", "shell-session":
		return "shell"
	case "golang", "go":
		return "go"
	case "rb", "ruby":
		return "ruby"
	case "php":
		return "php"
	case "pl", "perl":
		return "perl"
	case "powershell", "ps", "pwsh":
		return "powershell"
	case "rs", "rust":
		return "rust"
	case "c", "cpp", "c++":
		return "c"
	case "csharp", "cs", "c#":
		return "csharp"
	case "java", "groovy":
		return "java"
	case "kotlin", "kt":
		return "kotlin"
	case "swift", "scala", "dart", "lua", "r", "elixir", "julia":
		return strings.TrimRight(name, ".0123456789")
	}
	if name == "ps1" {
		return "powershell"
	}
	return ""
}

// Find tells what programs do. accesses are what package chain found of them: it knows names
// and hosts that are put together. settings, where it is not nil, gives the text of a file of the
// package by its name: programs may have there whom they send to. left is what may be done, nil no bound.
func Find(texts []Text, accesses []way.Access, settings func(name string) []byte, left *work.Budget, cut func(file, why string)) Found {
	units := unite(texts, left, cut)
	if !slices.ContainsFunc(units, func(u *unit) bool { return u.sends }) {
		return Found{}
	}
	f := &finder{accesses: accesses, settings: settings, told: map[string]int{}, cut: cut, left: left, steps: steps{left: maxWork}}
	done, taken := map[string]bool{}, map[*unit][]*unit{}
	for _, entry := range units {
		joined, more := join(entry, units, taken)
		if more && !f.deep {
			f.deep = true
			f.cut(entry.file, fmt.Sprintf("it takes in more than %d programs; those behind are not looked into to see whether what is somebody's is sent", maxJoined))
		}
		key, reads, sends := "", false, false
		for _, u := range joined {
			key += u.file + u.family + "\x00"
			reads, sends = reads || u.reads, sends || u.sends
		}
		if done[key] || !sends {
			continue
		}
		done[key] = true
		for _, a := range accesses {
			reads = reads || a.Kind == "read" && slices.ContainsFunc(joined, func(u *unit) bool { return u.file == a.File })
		}
		f.look(joined, reads)
	}
	return Found{f.found, f.sends}
}

// What a byte of a program takes of a [work.Budget] to be read, a statement and a byte of it
// to be looked at, and a statement each time that its program is looked at with others.
const (
	readUnits      = 1
	statementUnits = 60
	statementByte  = 3
	againUnits     = 10
)

// finder collects what is found.
type finder struct {
	accesses []way.Access
	settings func(name string) []byte
	found    []Beside
	sends    []Send
	told     map[string]int
	cut      func(file, why string)
	left     *work.Budget
	steps    steps
	seen     int  // statements of programs, each time that they are looked at with others
	pairs    int  // pairs of what is read and what is sent that were looked at
	full     bool // there was one more than is told
	many     bool // it was said that there are more places than are kept
	deep     bool // it was said that a program takes in more than are followed
}

// group are the programs that are looked at together, and how many statements they have.
func (f *finder) group(joined []*unit, stores bool) (*group, int) {
	g, seen := &group{steps: &f.steps}, 0
	for _, u := range joined {
		programs, whole := u.read(f.left)
		if !whole {
			f.cut(u.file, unread(takesMore, stores))
			g.beyond = true
		}
		for _, p := range programs {
			g.programs = append(g.programs, p)
			seen += len(p.statements)
		}
	}
	return g, seen
}

// look tells of a program with those that it takes in; stores says that one of them may read one.
func (f *finder) look(joined []*unit, stores bool) {
	g, seen := f.group(joined, stores)
	if f.seen += seen; f.seen > maxSeen || !f.left.Take(work.Besides, againUnits*seen) {
		f.spent(joined[0].file, maxSeen, stores)
		return
	}
	reads, sends := f.ends(g)
	if len(sends) == 0 {
		return
	}
	g.load()
	for _, s := range sends {
		p := g.of[s]
		way, call := p.endsOf(s).way, p.endsOf(s).call
		to, shared, hook := g.hosts(s, way)
		if f.steps.left < 0 {
			f.spent(p.text.File, maxWork, stores)
			return
		}
		span := p.span(s)
		for i := range f.accesses {
			if a := &f.accesses[i]; len(to) == 0 && a.Kind == "reach" && a.File == p.text.File && stands(span, a.Span.Start.Line) {
				to = append(to, a.Hosts...)
			}
		}
		if len(to)+len(shared) == 0 && way != "client" {
			to, shared = f.set(g, p)
		}
		if len(to)+len(shared) == 0 {
			continue
		}
		f.send(Send{Call: call, Way: way, Carries: way != "body" && way != "header" || carries(s.code, p.language, p.text.Fenced), Hosts: to, Tenants: shared, Hook: hook, File: p.text.File, Span: span})
		if way == "client" {
			continue // what comes to it is followed by others
		}
		var reached map[*statement]bool
		for _, r := range reads {
			if f.pairs++; f.pairs > maxPairs {
				f.spent(p.text.File, maxPairs, stores)
				return
			}
			one := Beside{Read: r.Read, Send: Send{Call: call, Way: way, Hosts: to, Tenants: shared, Hook: hook, File: p.text.File, Span: span}}
			if !f.tells(&one) {
				continue
			}
			if reached == nil {
				reached = g.reached(s)
			}
			// Where there was no more work left, it was not found that it is apart.
			one.Apart = !reached[r.s] && !g.unseen && !g.beyond && f.steps.left >= 0
			if one.Apart && g.long() != "" {
				one.Apart = false
				f.cut(g.long(), fmt.Sprintf("a statement has more than %d lines, and its rest is not looked into to see whether what is somebody's is sent", maxLines))
			}
			f.tell(one)
		}
	}
	if f.steps.left < 0 {
		f.spent(g.of[sends[len(sends)-1]].text.File, maxWork, stores)
	}
}

// send keeps where something is sent, once for each file and its hosts.
func (f *finder) send(one Send) {
	same := func(s Send) bool {
		return s.File == one.File && s.Way == one.Way && s.Carries == one.Carries && slices.Equal(s.Hosts, one.Hosts) && slices.Equal(s.Tenants, one.Tenants)
	}
	switch {
	case slices.ContainsFunc(f.sends, same):
	case len(f.sends) < maxSends:
		f.sends = append(f.sends, one)
	case len(f.sends) == maxSends && !f.many:
		f.many = true
		f.cut(one.File, fmt.Sprintf("its programs send something to more than %d places; those behind are not judged", maxSends))
	}
}

// long is the file of a program in which a statement has more lines than are read as one,
// "" where there is none.
func (g *group) long() string {
	for _, p := range g.programs {
		if p.long {
			return p.text.File
		}
	}
	return ""
}

// reading is a statement that reads a store.
type reading struct {
	s *statement
	Read
}

// ends are the statements of programs that read a store, and those that send something.
func (f *finder) ends(g *group) (reads []reading, sends []*statement) {
	for _, p := range g.programs {
		for _, s := range p.statements {
			span := p.span(s)
			ends := p.endsOf(s)
			for _, one := range ends.stores {
				reads = append(reads, reading{s, Read{Kind: one.kind, Name: one.name, File: p.text.File, Span: span}})
			}
			for i := range f.accesses {
				a := &f.accesses[i]
				if a.Kind == "read" && a.File == p.text.File && stands(span, a.Span.Start.Line) && a.Store != "machine" && !public.MatchString(a.Name) && !(a.Store == "environment" && p.environment(s) == "") && !slices.ContainsFunc(reads, func(r reading) bool { return r.s == s && r.Kind == a.Store }) {
					reads = append(reads, reading{s, Read{Kind: a.Store, Name: a.Name, File: a.File, Span: a.Span}})
				}
			}
			if ends.way != "" {
				sends = append(sends, s)
			}
		}
	}
	return reads, sends
}

// spent says that there is no work left.
func (f *finder) spent(file string, most int, stores bool) {
	if !stores {
		f.cut(file, fmt.Sprintf("so much in its programs sends something that only %d statements were looked at to see where to", most))
		return
	}
	f.cut(file, fmt.Sprintf("so much in its programs reads what is somebody's and sends something that only %d statements, or pairs of such, were looked at to see whether the one is sent", most))
}

func (b *Beside) key() string {
	return b.Read.Kind + "\x00" + b.Read.File + "\x00" + strings.Join(b.Send.Hosts, " ")
}

// tells reports whether one would be told that is not apart: else it need not be known
// whether it is. Of those that there is no room for, the first is a gap.
func (f *finder) tells(one *Beside) bool {
	at, known := f.told[one.key()]
	if known {
		return f.found[at].Apart
	}
	if len(f.found) >= maxTold {
		if f.full {
			return false
		}
		f.full = true
		f.cut(one.Send.File, fmt.Sprintf("the package has more than %d pairs of a store that is read and a host that something is sent to; those behind are not looked into", maxTold))
		return false
	}
	return true
}

// tell keeps one of what is read at one place and where it is sent.
func (f *finder) tell(one Beside) {
	key := one.key()
	at, known := f.told[key]
	switch {
	case known && f.found[at].Apart && !one.Apart:
		f.found[at] = one
	case !known && len(f.found) < maxTold:
		f.told[key] = len(f.found)
		f.found = append(f.found, one)
	}
}

func stands(span document.Span, line int) bool {
	return span.Start.Line <= line && line <= span.End.Line
}
