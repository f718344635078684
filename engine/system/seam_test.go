package system_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

const (
	module = "github.com/skillctl/skillctl/"
	root   = "../.."
)

// facts are the packages that find out what is so about a command, with all of ours that they
// import. These may ask the system by way of package system alone.
func facts() []string {
	return []string{"engine/command/analysis", "engine/argv/lookup", "engine/host/openclaw/exec", "engine/host/zeroclaw/exec"}
}

// pure are packages that ask the system nothing, whatever of them is called.
func pure() []string {
	return strings.Fields(`bytes cmp crypto/sha256 embed encoding encoding/hex encoding/json errors fmt io io/fs iter maps path reflect
		regexp regexp/syntax slices sort strconv strings sync sync/atomic unicode unicode/utf8
		golang.org/x/text/unicode/norm go.mau.fi/util/confusable mvdan.cc/sh/v3/syntax github.com/itchyny/gojq github.com/benhoyt/goawk/parser`)
}

// parts are packages of which only these names may be used.
func parts() map[string][]string {
	return map[string][]string{
		"path/filepath": {"Base", "Clean", "Dir", "FromSlash", "IsAbs", "IsLocal", "Join", "Rel", "Separator", "Split", "ToSlash"},
		// The clock bounds how long is read. A decision that came near to that is not kept.
		"time": {"Duration", "Now", "Second", "Time"},
		// With an environment of its own it looks nothing up but the home folders of others, and no
		// word with a tilde is given to it.
		"mvdan.cc/sh/v3/expand":      {"Config", "Format", "FuncEnviron", "Literal"},
		module + "internal/document": {"Position", "Span"},
		module + "engine/system":     {"Entry", "ErrMissing", "ErrUnreadable", "Info", "Or", "System"},
	}
}

// exceptions are uses that are neither, by file.
func exceptions() map[string][]string {
	return map[string][]string{
		// What is asked about no command.
		"engine/host/openclaw/exec/scope.go": {"system.Here"},
	}
}

// TestFactsAskTheSystemOnlyHere keeps decisions from depending on what no record notes. Lists say
// what is good: a package or name that they do not have is refused, also one of a library.
func TestFactsAskTheSystemOnlyHere(t *testing.T) {
	t.Parallel()
	todo, seen := facts(), map[string]bool{}
	for len(todo) > 0 {
		folder := todo[0]
		todo = todo[1:]
		if seen[folder] {
			continue
		}
		seen[folder] = true
		for name, file := range sources(t, folder) {
			todo = append(todo, hold(t.Errorf, name, file)...)
		}
	}
	if !seen["engine/argv/grammar"] || !seen["policies"] {
		t.Error("the packages that those of facts import were not looked at")
	}
}

// sources are the files of a package, without tests.
func sources(t *testing.T, folder string) map[string]*ast.File {
	t.Helper()
	list, err := os.ReadDir(filepath.Join(root, folder))
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]*ast.File{}
	for _, e := range list {
		if e.IsDir() || !strings.HasSuffix(e.Name(), ".go") || strings.HasSuffix(e.Name(), "_test.go") {
			continue
		}
		name := path.Join(folder, e.Name())
		file, err := parser.ParseFile(token.NewFileSet(), filepath.Join(root, name), nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		if file.Name.Name != "main" {
			out[name] = file
		}
	}
	return out
}

// hold holds a file against the lists, and gives the packages of ours that it imports.
func hold(say func(string, ...any), name string, file *ast.File) []string {
	var ours []string
	bounded := map[string][]string{}
	for _, spec := range file.Imports {
		imported, _ := strconv.Unquote(spec.Path.Value)
		called := path.Base(imported)
		if spec.Name != nil {
			called = spec.Name.Name
		}
		names, part := parts()[imported]
		switch {
		case called == "." || imported == "C":
			say("%s imports %s as %q, so that what it uses of it cannot be told", name, imported, called)
		case part:
			bounded[called] = names
		case slices.Contains(pure(), imported):
		case strings.HasPrefix(imported, module):
			ours = append(ours, strings.TrimPrefix(imported, module))
		default:
			say("%s imports %s, which may ask the system; facts ask by way of engine/system", name, imported)
		}
	}
	ast.Inspect(file, func(n ast.Node) bool {
		s, ok := n.(*ast.SelectorExpr)
		if !ok {
			return true
		}
		x, ok := s.X.(*ast.Ident)
		if !ok {
			return true
		}
		if names, part := bounded[x.Name]; part && !slices.Contains(names, s.Sel.Name) && !slices.Contains(exceptions()[name], x.Name+"."+s.Sel.Name) {
			say("%s uses %s.%s, which may ask the system; facts ask by way of engine/system", name, x.Name, s.Sel.Name)
		}
		return true
	})
	return ours
}

// TestScopesSayWhomToAsk wants every place that says where something is looked up to say whom to
// ask, too: without, it would be this machine, and nothing would be noted.
func TestScopesSayWhomToAsk(t *testing.T) {
	t.Parallel()
	found := 0
	for _, folder := range append(facts(), "engine/exec") {
		for name, file := range sources(t, folder) {
			ast.Inspect(file, func(n ast.Node) bool {
				literal, ok := n.(*ast.CompositeLit)
				if !ok || !slices.Contains([]string{"lookup.Search", "lookup.Scope"}, typeName(literal.Type)) {
					return true
				}
				found++
				if !slices.ContainsFunc(literal.Elts, func(e ast.Expr) bool {
					kv, ok := e.(*ast.KeyValueExpr)
					return ok && typeName(kv.Key) == "System"
				}) {
					t.Errorf("%s makes a %s without its System", name, typeName(literal.Type))
				}
				return true
			})
		}
	}
	if found == 0 {
		t.Error("nothing says where something is looked up")
	}
}

func typeName(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.Ident:
		return e.Name
	case *ast.SelectorExpr:
		return typeName(e.X) + "." + e.Sel.Name
	}
	return ""
}

// TestTheListsRefuse shows that the lists refuse what asks the system.
func TestTheListsRefuse(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ text, refused string }{
		{"package p\nimport \"strings\"\nvar x = strings.ToLower(\"A\")", ""},
		{"package p\nimport \"path/filepath\"\nvar x = filepath.Base(\"a\")", ""},
		{"package p\nimport \"os\"", "os"}, {"package p\nimport \"os/exec\"", "os/exec"}, {"package p\nimport \"syscall\"", "syscall"},
		{"package p\nimport . \"strings\"", "strings"},
		{"package p\nimport f \"path/filepath\"\nvar x, _ = f.EvalSymlinks(\"a\")", "EvalSymlinks"},
		{"package p\nimport \"path/filepath\"\nvar x = filepath.WalkDir", "WalkDir"},
		{"package p\nimport \"github.com/skillctl/skillctl/engine/system\"\nvar x = system.Here{}", "Here"},
	} {
		file, err := parser.ParseFile(token.NewFileSet(), "p.go", c.text, 0)
		if err != nil {
			t.Fatal(err)
		}
		said := ""
		hold(func(format string, args ...any) { said += fmt.Sprintf(format, args...) }, "p.go", file)
		if (said == "") != (c.refused == "") || !strings.Contains(said, c.refused) {
			t.Errorf("%q: said %q, want something of %q", c.text, said, c.refused)
		}
	}
}
