package argv

import (
	"slices"
	"strings"

	"github.com/skillctl/skillctl/engine/argv/lookup"
	"github.com/skillctl/skillctl/internal/document"
)

// Call is one command line whose arguments are read, with what is known of the
// place that it stands in.
type Call struct {
	// Name is the program as written, Base its base name.
	Name, Base string
	// Args are the words, the name first.
	Args []Word
	Span document.Span
	// Carries is what an earlier reading found, "" for nothing.
	Carries string
	Stdin   Stdin
	Dir     lookup.Dir
	// Assignments are those that the text makes before, Variables those of them
	// that are in the environment of the program.
	Assignments, Variables []Assignment
}

// MayBeOption reports whether a word that is known only when it runs is given a
// value by the text that begins with a dash or is not known.
func (c Call) MayBeOption(w Word) bool {
	switch w.Begins {
	case BeginsPlain, BeginsNamed:
		return false
	case BeginsFree:
		return true
	}
	return mayBeOption(c.read(), w)
}

// Own reports whether the name is a path below the working directory whose base
// name is also that of a tool but as likely that of any script: no table says
// anything about it.
func (c Call) Own() bool { return loadTables().ambiguous[c.Base] && inWorkTree(c.Name) }

// Carried reads which commands the program runs because that is what it is for:
// wrappers, finders, runners and the like.
func (c Call) Carried() []Step {
	a := c.read()
	switch t := a.tables; {
	case t.multiplexers[c.Base]:
		readMultiplexer(a)
	case t.wrappers.of(c.Base) != nil:
		readWrapper(a, t.wrappers.of(c.Base))
	case slices.Contains(t.xargs.Names, c.Base):
		readXargs(a)
	case slices.Contains(t.find.Names, c.Base):
		readFind(a)
	case t.find.Others[c.Base] != nil:
		readFinder(a, t.find.Others[c.Base])
	case t.parallel[c.Base] && len(c.Args) > 1 && c.Args[1].Value != nil && t.parallelInfo[*c.Args[1].Value]:
	case t.parallel[c.Base]:
		a.carries("xargs")
		a.opaque(OpaqueWrapper, c.Base+" makes command lines of its arguments and input", c.Span)
	case strings.HasPrefix(c.Base, "ld-linux") || strings.HasPrefix(c.Base, "ld-musl") || strings.HasPrefix(c.Base, "ld.so"):
		a.carries("wrapper")
		a.opaque(OpaqueWrapper, "the dynamic linker runs any program", c.Span)
	case strings.HasPrefix(c.Name, "/proc/"):
		a.opaque(OpaqueWrapper, "a program named through /proc", c.Span)
	}
	return a.steps
}

// Split reads the command line that env -S made.
func (c Call) Split(s Split) []Step {
	a := c.read()
	again := *s.spec
	unwrap(a, s.Words, 1, &again)
	return a.steps
}

// Interpreted reads where an interpreter finds its code.
func (c Call) Interpreted() []Step {
	a := c.read()
	if spec := interpreterOf(a, c.Base); spec != nil {
		readInterpreter(a, spec)
	}
	return a.steps
}

// Options reads the options of an ordinary program that run something.
func (c Call) Options() []Step {
	a := c.read()
	readProgram(a)
	return a.steps
}

func (c Call) read() *arguments { return &arguments{tables: loadTables(), call: c} }

// arguments collects what the arguments of one call say.
type arguments struct {
	tables *tables
	call   Call
	steps  []Step
	// dirs are the folders that options lead to so far.
	dirs []Word
}

func (a *arguments) add(s Step) { a.steps = append(a.steps, s) }

func (a *arguments) hit(h Hit)                 { a.add(h) }
func (a *arguments) fed(f Fed)                 { a.add(f) }
func (a *arguments) write(w Write)             { a.add(w) }
func (a *arguments) reads(r Read)              { a.add(r) }
func (a *arguments) assign(v Assignment)       { a.add(v) }
func (a *arguments) interpreter(i Interpreter) { a.add(i) }
func (a *arguments) carries(what string)       { a.add(Carries(what)) }
func (a *arguments) payload(p Payload)         { a.add(p) }

func (a *arguments) opaque(reason, detail string, at document.Span) {
	a.add(Unread{Reason: reason, Detail: detail, Span: at})
}

// child adds the command that another one runs.
func (a *arguments) child(words []Word, edge, via string) {
	if len(words) > 0 {
		a.add(Run{Words: words, Edge: edge, Via: via, Dirs: a.dirs})
	}
}

func (a *arguments) line(l Line) {
	l.Dirs = a.dirs
	a.add(l)
}

func (a *arguments) split(s Split) {
	s.Dirs = a.dirs
	a.add(s)
}

// enter changes to a folder.
func (a *arguments) enter(dir Word) { a.dirs = append(slices.Clip(a.dirs), dir) }

// assignments are those of the text and of the arguments so far.
func (a *arguments) assignments() []Assignment {
	out := slices.Clip(a.call.Assignments)
	for _, s := range a.steps {
		if v, ok := s.(Assignment); ok {
			out = append(out, v)
		}
	}
	return out
}

// Elsewhere reports whether what an edge leads to does not run here.
func Elsewhere(edge string) bool { return edge == EdgeRemote || edge == EdgeContainer }

// inWorkTree reports whether a name is a path that cannot leave the working
// folder and is not in a folder of installed programs (node_modules/.bin).
func inWorkTree(name string) bool {
	if !strings.Contains(name, "/") || strings.HasPrefix(name, "/") || strings.HasPrefix(name, "~") {
		return false
	}
	for _, part := range strings.Split(name[:strings.LastIndexByte(name, '/')], "/") {
		switch part {
		case "..", "bin", ".bin", "sbin", "Scripts", "shims", "libexec":
			return false
		}
	}
	return true
}

// IsBuiltin reports whether a name is a builtin of bash, or of a POSIX shell.
func IsBuiltin(name string, posix bool) bool {
	if posix {
		return loadTables().builtins["posix"][name]
	}
	return loadTables().builtins["bash"][name]
}

// NamedPlaces are the places with a meaning of their own that a pattern may
// match: they begin with "/", "~", or are in the working directory.
func NamedPlaces() []string { return loadTables().named }

// ObeyedPlaces are expressions of the places that programs obey: settings, hooks, what shells
// read when they start.
func ObeyedPlaces() []string { return loadTables().obeyed }

// CarrierOptions is the table's entry for command, builtin or exec.
func CarrierOptions(name string) CarrierSpec { return loadTables().carriers[name] }

// WrapperScan is where the options of a wrapper end.
type WrapperScan struct {
	// Next is the index of the first word that is not an option; Unread says that
	// it looks like one and is not known.
	Next   int
	Unread bool
	// Split are the words that the first option which splits its value gives, as
	// far as Splits.
	Splits bool
	Split  []string
}

// ScanWrapper reads the options of a wrapper that the tables know by a name.
func ScanWrapper(name string, argv []string) (WrapperScan, bool) {
	spec := loadTables().wrappers.of(name)
	if spec == nil {
		return WrapperScan{}, false
	}
	words := make([]Word, len(argv))
	for i, a := range argv {
		words[i] = Word{Value: &argv[i], Prefix: a, Suffix: a}
	}
	scan := spec.scanOptions(words, 1)
	out := WrapperScan{Next: scan.next, Unread: scan.bad != nil}
	for _, e := range scan.events {
		if e.kind != optSplit || e.value == nil {
			continue
		}
		var split []Word
		split, out.Splits = splitWords(e.value.Prefix, e.at.Span)
		for _, w := range split {
			out.Split = append(out.Split, *w.Value)
		}
		break
	}
	return out, true
}
