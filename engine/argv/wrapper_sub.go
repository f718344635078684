package argv

import (
	"cmp"
	"path"
	"slices"
	"strings"
)

// readSubcommand finds the sub-command of a program that runs something only with
// some of them.
func readSubcommand(a *arguments, args []Word, spec *wrapperSpec) {
	top := wrapperSpec{Flags: append([]string{}, spec.SubFlags...), Values: append(append([]string{}, spec.SubValues...), spec.Compose...), Chdir: spec.Chdir}
	top.prepare()
	scan := top.scanOptions(args, 1)
	readOptions(a, spec, scan)
	i := scan.next
	if scan.bad != nil {
		// An unknown option before the sub-command: look for one all the same,
		// so that nothing hides behind it.
		for i < len(args) && matchSub(spec, args, i) == nil {
			i++
		}
	}
	if i >= len(args) {
		return
	}
	if args[i].Value == nil {
		if !Elsewhere(spec.Edge) && len(spec.Sub) > 0 {
			a.carries(spec.Edge)
			a.opaque(OpaqueArguments, "the sub-command is not known before it runs", args[i].Span)
		}
		return
	}
	name := *args[i].Value
	if m := matchSub(spec, args, i); m != nil {
		used := len(strings.Fields(m.name))
		sub := *m.spec
		sub.Edge = cmp.Or(sub.Edge, spec.Edge)
		if strings.HasPrefix(m.name, "compose") {
			used = m.used
		}
		switch {
		case sub.Opaque || len(sub.OpaqueIf) > 0:
			readWrapper(a, &sub)
		case sub.Again:
			readAgain(a, args, i+used, spec, &sub)
		case sub.Tools:
			readToolOf(a, args, i+used, &sub)
		default:
			unwrap(a, args, i+used, &sub)
		}
		return
	}
	if kind := spec.HitSubs[name]; kind != "" {
		// npm init alone writes package.json; with a name it fetches what makes it.
		if kind == "package" && !slices.ContainsFunc(args[i+1:], func(w Word) bool { return !strings.HasPrefix(w.Prefix, "-") }) {
			return
		}
		a.hit(Hit{Kind: kind, Option: name, Value: valueAt(args, i+1), Span: args[i].Span})
		return
	}
	if spec.UnknownSub != "" && !slices.Contains(spec.Known, name) && !strings.HasPrefix(name, "-") {
		a.carries(spec.Edge)
		a.child(args[i:], spec.Edge, "")
	}
}

// readAgain reads the words behind options and operands as a command line of the
// same program.
func readAgain(a *arguments, args []Word, from int, spec, sub *wrapperSpec) {
	scan := sub.scanOptions(args, from)
	i := scan.next + sub.Operands
	if scan.bad != nil || i >= len(args) {
		if scan.bad != nil {
			misfit(a, sub, scan)
		}
		return
	}
	words := append([]Word{args[0]}, args[i:]...)
	if m := matchSub(spec, words, 1); m != nil && m.spec.Again {
		a.carries(spec.Edge)
		a.opaque(OpaqueWrapper, "one workspace command within another", args[i].Span)
		return
	}
	dirs := a.dirs
	readSubcommand(a, words, spec)
	a.dirs = dirs
	readProgramWords(a, a.call.Base, words)
}

// readToolOf follows a word that names a script of the project, unless a table says
// that a program of that name runs what it is given.
func readToolOf(a *arguments, args []Word, from int, sub *wrapperSpec) {
	scan := sub.scanOptions(args, from)
	i := scan.next
	if i >= len(args) || args[i].Value == nil {
		return
	}
	name := *args[i].Value
	if interpreterOf(a, name) == nil && a.tables.wrappers.of(name) == nil && !a.tables.multiplexers[name] &&
		!slices.Contains(a.tables.xargs.Names, name) && !slices.Contains(a.tables.find.Names, name) {
		return
	}
	a.carries(sub.Edge)
	a.child(args[i:], sub.Edge, "")
}

type subMatch struct {
	spec *wrapperSpec
	name string
	used int
}

// matchSub finds the sub-command, of one or two words, at args[i].
func matchSub(spec *wrapperSpec, args []Word, i int) *subMatch {
	if args[i].Value == nil {
		return nil
	}
	one := *args[i].Value
	for _, sub := range spec.Sub {
		for _, n := range sub.Names {
			first, second, two := strings.Cut(n, " ")
			if first != one {
				continue
			}
			if !two {
				return &subMatch{sub, n, 1}
			}
			j := i + 1
			for first == "compose" && j < len(args) && strings.HasPrefix(args[j].Prefix, "-") {
				if slices.Contains(spec.Compose, args[j].Prefix) {
					j++
				}
				j++
			}
			if j < len(args) && args[j].Value != nil && *args[j].Value == second {
				return &subMatch{sub, n, j - i + 1}
			}
		}
	}
	return nil
}

// readLocalPackage looks at what go run builds.
func readLocalPackage(a *arguments, w Word) {
	i := Interpreter{Family: "go", Mode: "file", Operand: &w, Span: w.Span}
	a.interpreter(i)
	if w.Value == nil || strings.Contains(*w.Value, "@") || !strings.HasPrefix(*w.Value, ".") && !strings.HasPrefix(*w.Value, "/") && !strings.HasSuffix(*w.Value, ".go") {
		a.hit(Hit{Kind: "package", Option: "run", Value: w.Value, Span: w.Span})
	}
}

func isScript(a *arguments, w Word, spec *wrapperSpec) bool {
	if w.Value != nil && *w.Value == "-" {
		return true
	}
	ext := path.Ext(w.Suffix)
	return slices.Contains(spec.Scripts, ext) || strings.HasPrefix(w.Prefix, "http://") || strings.HasPrefix(w.Prefix, "https://")
}

func readScript(a *arguments, w Word) {
	i := Interpreter{Family: "python", Mode: "file", Operand: &w, Span: w.Span}
	if w.Value != nil && (*w.Value == "-" || IsOwnDescriptor(*w.Value)) {
		i.Mode, i.Code = "stdin", a.call.Stdin.Text
	}
	a.interpreter(i)
}

// readTool turns the package that a runner fetches into the name of its program.
// With a package option the first word is the program itself.
func readTool(a *arguments, words []Word, given bool) []Word {
	w := words[0]
	if w.Value == nil || given {
		return words
	}
	spec := *w.Value
	if strings.ContainsAny(spec, ":") || strings.HasPrefix(spec, ".") || strings.HasPrefix(spec, "/") || strings.Count(spec, "/") > 1 ||
		strings.Contains(spec, "/") && !strings.HasPrefix(spec, "@") || strings.HasSuffix(spec, ".tgz") {
		a.hit(Hit{Kind: "package", Option: "", Value: w.Value, Span: w.Span})
		return words
	}
	name := spec
	if strings.HasPrefix(name, "@") {
		_, after, _ := strings.Cut(name, "/")
		name = after
	}
	if i := strings.IndexByte(name, '@'); i > 0 {
		name = name[:i]
	}
	if i := strings.IndexAny(name, "=<>!~["); i > 0 {
		name = name[:i]
	}
	if name == "" || name == spec {
		return words
	}
	w.Value, w.Prefix, w.Suffix = &name, name, name
	return append([]Word{w}, words[1:]...)
}
