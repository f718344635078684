package shell

import (
	"path"
	"slices"
	"strings"
)

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
	if w.Value != nil && (*w.Value == "-" || devStd(*w.Value)) {
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
