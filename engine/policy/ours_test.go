package policy

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/open-policy-agent/opa/v1/ast"
	"github.com/open-policy-agent/opa/v1/format"
	"github.com/open-policy-agent/opa/v1/rego"
	"github.com/open-policy-agent/opa/v1/storage"
	"github.com/open-policy-agent/opa/v1/storage/inmem"
	"github.com/open-policy-agent/opa/v1/tester"

	"github.com/skillctl/skillctl/policies"
)

// ours are the policies that ship with skillctl, their tests included, and
// their tables. All tests have the same: nothing may be changed in them.
func ours(t *testing.T) (map[string]*ast.Module, map[string]any) {
	t.Helper()
	read, err := readOurs()
	if err != nil {
		t.Fatal(err)
	}
	read.one.Lock() // whoever walks a module sorts the keys of its objects
	defer read.one.Unlock()
	modules := map[string]*ast.Module{}
	for name, module := range read.modules {
		modules[name] = module.Copy()
	}
	return modules, read.tables
}

type ourFiles struct {
	one     *sync.Mutex
	modules map[string]*ast.Module
	tables  map[string]any
}

var readOurs = sync.OnceValues(func() (ourFiles, error) {
	read := ourFiles{&sync.Mutex{}, map[string]*ast.Module{}, map[string]any{}}
	var wrong []error
	err := fs.WalkDir(policies.FS(), ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || strings.HasPrefix(name, "programs/") {
			return err
		}
		text, err := fs.ReadFile(policies.FS(), name)
		if err != nil {
			return err
		}
		switch path.Ext(name) {
		case ".json":
			var table any
			if err := json.Unmarshal(text, &table); err != nil {
				wrong = append(wrong, fmt.Errorf("%s: %w", name, err))
			}
			read.tables[strings.TrimSuffix(path.Base(name), ".json")] = table
		case ".rego":
			module, err := ast.ParseModuleWithOpts(name, string(text), ast.ParserOptions{
				ProcessAnnotation: true, RegoVersion: ast.RegoV1, Capabilities: capabilities(),
			})
			if err != nil {
				wrong = append(wrong, fmt.Errorf("%s: %w", name, err))
			}
			read.modules[name] = module
		}
		return nil
	})
	return read, errors.Join(append(wrong, err)...)
})

// TestFormatted holds our policies against the formatter. It is not parallel: the
// formatter writes to values that OPA shares between all modules.
func TestFormatted(t *testing.T) {
	err := fs.WalkDir(policies.FS(), ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || path.Ext(name) != ".rego" {
			return err
		}
		text, err := fs.ReadFile(policies.FS(), name)
		if err != nil {
			return err
		}
		formatted, err := format.Source(name, text)
		if err != nil {
			t.Errorf("%s: %v", name, err)
		} else if !bytes.Equal(formatted, text) {
			t.Errorf("%s is not formatted; `opa fmt -w` it", name)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// TestOursDefineOneThing holds that a name of a package is a value, a set, an object or
// a function of so many arguments, and one only: two of them under one name are not
// told by the compiler in every form, and fail, or end the program, when they are asked.
// A value or a function is defined in one file: another one there is an accident. Many
// files add to a set.
func TestOursDefineOneThing(t *testing.T) {
	t.Parallel()
	modules, _ := ours(t)
	for _, problem := range definedTwice(modules) {
		t.Error(problem)
	}
	one := func(text string) *ast.Module { return ast.MustParseModule("package p\n" + text) }
	for name, c := range map[string]map[string]*ast.Module{
		"value and set":       {"a": one("x := 1 if input.a\nx contains 1 if input.b")},
		"value and function":  {"a": one("x := 1"), "b": one("x(_) := 1")},
		"of other arguments":  {"a": one("x(_) := 1\nx(_, _) := 1")},
		"function, two files": {"a": one("x(1) := 1"), "b": one("x(2) := 1")},
	} {
		if len(definedTwice(c)) == 0 {
			t.Errorf("%s: nothing was found", name)
		}
	}
	if found := definedTwice(map[string]*ast.Module{"a": one("x contains 1"), "b": one("x contains 2\ny(1) := 1\ny(2) := 2")}); len(found) > 0 {
		t.Errorf("a set of two files: %v", found)
	}
}

func definedTwice(modules map[string]*ast.Module) []string {
	type definition struct{ kind, file string }
	seen := map[string]definition{}
	var out []string
	for _, file := range slices.Sorted(maps.Keys(modules)) {
		module := modules[file]
		for _, rule := range module.Rules {
			name := module.Package.Path.String() + "." + rule.Head.Ref().GroundPrefix().String()
			now := definition{kind: formOf(rule), file: file}
			before, again := seen[name]
			switch {
			case !again:
				seen[name] = now
			case before.kind != now.kind:
				out = append(out, fmt.Sprintf("%s is %s in %s and %s in %s", name, before.kind, before.file, now.kind, now.file))
			case before.file != now.file && now.kind != "a set":
				out = append(out, fmt.Sprintf("%s is defined in %s and in %s", name, before.file, now.file))
			}
		}
	}
	return out
}

func formOf(rule *ast.Rule) string {
	switch {
	case len(rule.Head.Args) > 0:
		return fmt.Sprintf("a function of %d arguments", len(rule.Head.Args))
	case rule.Head.RuleKind() == ast.MultiValue:
		return "a set"
	case !rule.Head.Ref().IsGround():
		return "an object"
	}
	return "a value"
}

// TestOurs runs the unit tests of the policies that ship with skillctl; all hold
// under the strict compiler, which the runner has compile them.
func TestOurs(t *testing.T) {
	t.Parallel()
	modules, tables := ours(t)
	compiler := ast.NewCompiler().WithCapabilities(capabilities()).WithStrict(true).WithEnablePrintStatements(true)
	ctx := context.Background()
	store := inmem.NewFromObject(map[string]any{"skillctl": map[string]any{"tables": tables}})
	txn, err := store.NewTransaction(ctx, storage.TransactionParams{})
	if err != nil {
		t.Fatal(err)
	}
	defer store.Abort(ctx, txn)
	// Five seconds a test, as is usual, are few on a busy machine under the race
	// detector.
	runner := tester.NewRunner().SetTimeout(time.Minute).SetCompiler(compiler).SetStore(store).SetModules(modules).
		RaiseBuiltinErrors(true).CapturePrintOutput(true).
		AddCustomBuiltins([]*tester.Builtin{
			{Decl: builtins()["ecmascript.match"], Func: rego.Function2(builtinECMAMatch(), ecmaMatch)},
			{Decl: builtins()["unicode.skeleton"], Func: rego.Function1(builtinSkeleton(), skeleton)},
		})
	results, err := runner.RunTests(ctx, txn)
	if err != nil {
		t.Fatal(err)
	}
	passed := 0
	for result := range results {
		if result.Pass() {
			passed++
			continue
		}
		t.Errorf("%s: %s fails (%v) %s", result.Location, result.Name, result.Error, result.Output)
	}
	if passed == 0 {
		t.Error("no test ran")
	}
	t.Logf("%d tests of policies passed", passed)
}

// TestUselessStages holds our policies as they are compiled with every stage
// against what the stages make of them that a command runs.
func TestUselessStages(t *testing.T) {
	t.Parallel()
	set, err := Load(policies.FS(), WithUnsafeUnchecked())
	if err != nil {
		t.Fatal(err)
	}
	modules, err := set.modules()
	if err != nil {
		t.Fatal(err)
	}
	whole := ast.NewCompiler().WithCapabilities(capabilities()).WithStrict(true)
	if whole.Compile(modules); whole.Failed() {
		t.Fatal(whole.Errors)
	}
	quick, err := set.compiler()
	if err != nil {
		t.Fatal(err)
	}
	if quick.Compile(modules); quick.Failed() {
		t.Fatal(quick.Errors)
	}
	compared := 0
	for name, module := range whole.Modules {
		for i, rule := range module.Rules {
			if got, want := quick.Modules[name].Rules[i].String(), rule.String(); got != want {
				t.Errorf("%s:%d: write the lines in an order in which each has the values that it needs\n got  %s\n want %s", name, rule.Loc().Row, got, want)
			}
			compared++
		}
	}
	if compared == 0 {
		t.Error("nothing was compared")
	}
}

// TestEveryRuleIsTested wants for each rule a test beside it that sees it fire
// and one that sees it silent.
func TestEveryRuleIsTested(t *testing.T) {
	t.Parallel()
	modules, _ := ours(t)
	for name := range modules {
		if !strings.HasPrefix(name, "rules/") || strings.HasSuffix(name, "_test.rego") {
			continue
		}
		folder := path.Base(path.Dir(name))
		if want := strings.ReplaceAll(folder, "-", "_") + ".rego"; path.Base(name) != want {
			t.Errorf("%s: the policy of this rule is called %s", name, want)
		}
		tests := modules[strings.TrimSuffix(name, ".rego")+"_test.rego"]
		if tests == nil {
			t.Errorf("%s has no test beside it", name)
			continue
		}
		var fires, silent bool
		for _, rule := range tests.Rules {
			fires = fires || strings.HasPrefix(string(rule.Head.Name), "test_fires")
			silent = silent || strings.HasPrefix(string(rule.Head.Name), "test_silent")
		}
		if !fires || !silent {
			t.Errorf("%s: wanted a test_fires… and a test_silent… beside it", name)
		}
	}
}
