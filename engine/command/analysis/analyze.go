package analysis

import (
	"strings"
	"time"
	"unicode/utf8"

	"github.com/skillctl/skillctl/engine/argv"
	"github.com/skillctl/skillctl/engine/argv/lookup"
	"github.com/skillctl/skillctl/engine/command"
	"github.com/skillctl/skillctl/engine/command/dir"
	"github.com/skillctl/skillctl/engine/command/disk"
	"github.com/skillctl/skillctl/engine/command/place"
	"github.com/skillctl/skillctl/engine/command/script"
	"github.com/skillctl/skillctl/engine/command/value"
	"github.com/skillctl/skillctl/internal/document"
	"mvdan.cc/sh/v3/syntax"
)

// The bounds of an analysis. A text that exceeds one gives facts with
// Parse.Limit set and an Opaque entry, never a panic.
const (
	maxArgs  = 20_000 // words of an argv
	maxDepth = 24     // parents of a command
	maxWords = 20_000 // words of all commands together
)

// Option changes what Analyze looks at.
type Option func(*options)

type options struct {
	dialect  command.Dialect
	programs *lookup.Search
	paths    *lookup.Scope
	operands *lookup.Scope
	names    *lookup.Scope
	start    value.Start
	places   bool
	grammar  bool
	time     time.Duration
}

// WithDialect says which shell will read the text. The default is Bash.
func WithDialect(d command.Dialect) Option { return func(o *options) { o.dialect = d } }

// WithPrograms resolves every distinct program name on disk.
func WithPrograms(s lookup.Search) Option { return func(o *options) { o.programs = &s } }

// WithPaths resolves path arguments through links. A decision must not depend
// on it unless a policy asks.
func WithPaths(s lookup.Scope) Option { return func(o *options) { o.paths = &s } }

// WithOperands resolves every argument that could be the name of a file, also
// those that do not look like a path, through links. It is an alternative to
// [WithPaths].
func WithOperands(s lookup.Scope) Option { return func(o *options) { o.operands = &s } }

// WithNames looks at what is there: whether names of files, of which a text makes
// words, would be read as options, where links lead that places go through, and what
// a file of the folder says that a program of a small language is fed.
func WithNames(s lookup.Scope) Option { return func(o *options) { o.names = &s } }

// WithArguments reads the words of each command by what policies/programs says of
// its program, and follows the commands that only such an entry finds.
func WithArguments() Option { return func(o *options) { o.grammar = true } }

// WithPlaces finds out what the words of the commands come to as names of files,
// and which files the text makes.
func WithPlaces() Option { return func(o *options) { o.places = true } }

// Text analyses a command text.
func Text(text string, opts ...Option) *command.Facts {
	o := build(opts)
	return analyze(o, func() *command.Facts { return newFacts("command", o, text) }, func(a *analyser) { a.command(text) })
}

// analyze reads a text, and once more with what words come to by what it says itself.
func analyze(o options, facts func() *command.Facts, read func(*analyser)) *command.Facts {
	f := facts()
	a := newAnalyser(f, o)
	Guard(f, func() { read(a) })
	if o.grammar && f.Parse.OK {
		var s *value.Readings
		Guard(f, func() { s = value.NewReadings(f, o.start) })
		if s != nil {
			again := newAnalyser(facts(), o)
			again.deadline, again.spelling = a.deadline, s
			Guard(again.facts, func() { read(again) })
			a = again
		}
	}
	a.finish()
	return a.facts
}

// Argv analyses an argument vector, which no shell reads.
func Argv(args []string, opts ...Option) *command.Facts {
	o := build(opts)
	shown := make([]string, len(args))
	for i, s := range args {
		shown[i] = argv.Quote(s)
	}
	return analyze(o, func() *command.Facts { return newFacts("argv", o, strings.Join(shown, " ")) }, func(a *analyser) { a.argv(args, shown) })
}

func build(opts []Option) options {
	o := options{dialect: command.Bash, time: script.MaxTime}
	for _, opt := range opts {
		opt(&o)
	}
	return o
}

func newFacts(form string, o options, text string) *command.Facts {
	return &command.Facts{
		Source:      command.Source{Form: form, Dialect: o.dialect, Text: text, Bytes: len(text), UTF8: utf8.ValidString(text), Blank: strings.TrimSpace(text) == ""},
		Parse:       command.Parse{OK: true},
		Commands:    []command.Command{},
		Assignments: []argv.Assignment{},
		Uses:        []command.Use{},
		Redirects:   []command.Redirect{},
		Hidden:      []command.Hidden{},
		Opaque:      []command.Opaque{},
		Deception:   []command.Deception{},
		Differences: []command.Construct{},
		Constructs:  []command.Construct{},
		Functions:   []command.Function{},
		Programs:    map[string]lookup.Program{},
		Paths:       []lookup.Path{},
		Places:      []command.Place{},
		Made:        []command.Made{},
	}
}

// analyser holds what one analysis shares. It is used by one goroutine.
type analyser struct {
	*record
	opt      options
	deadline time.Time
	// visible are the functions that surely exist when a later command runs.
	visible map[string]bool
	// reached are the functions that nothing before them can keep from being defined.
	reached map[*syntax.FuncDecl]bool
	// unset are the functions and aliases that the text removes again.
	unset map[string]bool
	words int // how many words the commands have so far
	asked int // how often values of variables were asked for
	// moving is set once the text defines a function that may change the folder of the
	// shell.
	moving bool
	// errexit is set once the text has switched on set -e.
	errexit bool
	root    *script.Text
	// spelling is set when the text is read for the second time. anew is the command that is
	// read in other words then, -1 when none is.
	spelling *value.Readings
	anew     int
}

func newAnalyser(f *command.Facts, o options) *analyser {
	return &analyser{
		record: &record{facts: f}, opt: o, anew: -1, deadline: time.Now().Add(o.time),
		visible: map[string]bool{}, reached: map[*syntax.FuncDecl]bool{}, unset: map[string]bool{},
	}
}

// Guard turns a panic of whoever reads a text into facts: hostile text must not
// bring its reader down.
func Guard(f *command.Facts, read func()) {
	defer func() {
		if r := recover(); r != nil {
			t := script.New(f.Source.Text)
			(&record{facts: f}).fail("", script.FailedReader, t.Span(0, len(t.Src)))
		}
	}()
	read()
}

func (a *analyser) whole() document.Span {
	if a.root == nil {
		return document.Span{}
	}
	return a.root.Span(0, len(a.root.Src))
}

func (a *analyser) command(src string) {
	a.root = script.New(src)
	if len(src) > script.MaxBytes {
		a.root = script.New("")
		a.facts.Source.Text = ""
		a.fail("too_large", "the command is longer than 1 MiB", document.Span{})
		return
	}
	if !a.encoding(src) {
		return
	}
	a.facts.Deception = deceptions(a.root)
	if a.opt.dialect == command.PowerShell || a.opt.dialect == command.Cmd {
		if limit, at := script.Prescan(src); limit != "" {
			a.fail(limit, "the command has too many parts", a.root.Span(at, at+1))
		}
		a.opaque(command.OpaqueDialect, -1, "there is no full grammar for "+string(a.opt.dialect), a.whole())
	} else {
		a.read(a.root, a.opt.dialect, scope{t: a.root, parent: -1, edge: command.EdgeText, ctx: command.Context{Pipes: 1}, stdin: inherited(), dir: dir.Start()})
	}
}

// encoding records bytes that no shell text should have and reports whether
// the text can be read.
func (a *analyser) encoding(src string) bool {
	bad := -1
	if i := strings.IndexByte(src, 0); i >= 0 {
		a.facts.Source.NUL = true
		bad = i
	}
	if !a.facts.Source.UTF8 {
		for i, r := range src {
			if r != utf8.RuneError {
				continue
			}
			if _, n := utf8.DecodeRuneInString(src[i:]); n == 1 {
				if bad < 0 || i < bad {
					bad = i
				}
				break
			}
		}
	}
	if bad < 0 {
		return true
	}
	at := a.root.Span(bad, bad+1)
	a.facts.Source.Bad = &at
	a.facts.Parse.OK = false
	message := "the text has a byte that is not UTF-8"
	if a.facts.Source.NUL {
		message = "the text has a NUL byte"
	}
	a.facts.Parse.Error = &command.ParseError{Message: message, Span: at}
	a.opaque(command.OpaqueEncoding, -1, message, at)
	return false
}

func (a *analyser) argv(args, shown []string) {
	src := a.facts.Source.Text
	a.root = script.New(src)
	switch {
	case len(src) > script.MaxBytes:
		a.fail("too_large", "the arguments are longer than 1 MiB", document.Span{})
		return
	case len(args) > maxArgs:
		a.fail("too_large", "there are more than 20,000 arguments", document.Span{})
		return
	case len(args) == 0:
		return
	case !a.encoding(src):
		return
	}
	a.facts.Deception = deceptions(a.root)
	words := make([]argv.Word, len(args))
	offset := 0
	for i, value := range args {
		at := a.root.Span(offset, offset+len(shown[i]))
		words[i] = argv.Literal(value, shown[i], at)
		offset += len(shown[i]) + 1
	}
	sc := scope{t: a.root, parent: -1, edge: command.EdgeText, ctx: command.Context{Pipes: 1}, stdin: inherited(), dir: dir.Start()}
	// No shell reads an argv: a first word that names a builtin is a program.
	a.run(words, sc, a.whole(), nil)
}

// finish sorts nothing, since facts are found in source order, and adds what
// is asked for on demand.
func (a *analyser) finish() {
	f := a.facts
	vars := value.New(f, a.opt.start)
	a.integers(vars)
	for i := range f.Hidden {
		f.Hidden[i].Known = vars.Evaluates(f.Hidden[i])
	}
	if a.opt.places {
		Guard(f, func() { place.Find(f, vars, a.opt.names) })
	}
	place.FindNamed(f, vars, a.opt.names)
	if a.opt.programs != nil {
		disk.Programs(f, *a.opt.programs)
	}
	if a.opt.paths != nil {
		disk.Paths(f, *a.opt.paths)
	} else if a.opt.operands != nil {
		disk.Operands(f, *a.opt.operands)
	}
}

// WithFolders says which folders the shell is started with, those that it keeps in PWD, HOME and
// OLDPWD, so that parts of their paths are known: ${PWD%/*}. What is not known is "".
func WithFolders(dir, home, old string) Option {
	f := value.Folders{Dir: dir, Home: home, Old: old}
	return func(o *options) {
		for _, one := range []*string{&f.Dir, &f.Home, &f.Old} {
			if *one = strings.TrimRight(*one, "/"); !strings.HasPrefix(*one, "/") {
				*one = ""
			}
		}
		o.start.Folders = f
	}
}

// WithoutParameters says that the text is started with no arguments: $1 is empty in it.
func WithoutParameters() Option { return func(o *options) { o.start.Bare = true } }
