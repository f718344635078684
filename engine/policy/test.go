package policy

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
	"sort"
	"strings"
	"time"

	"github.com/open-policy-agent/opa/v1/ast"
	"github.com/open-policy-agent/opa/v1/rego"
	"github.com/open-policy-agent/opa/v1/storage"
	"github.com/open-policy-agent/opa/v1/topdown/print"
)

// maxTest bounds how long one test may take.
const maxTest = 5 * time.Second

// The prefixes of rules that are tests, and of tests that are not run yet.
const (
	testPrefix = "test_"
	todoPrefix = "todo_test_"
)

// TestResult says how one test went.
type TestResult struct {
	// Name is the package and rule, without "data.".
	Name string
	File string
	Line int
	// Passed and Skipped: neither means that it failed, and Why says how.
	Passed, Skipped bool
	Why             string
	// Output is what the policies printed.
	Output []string
}

// Test runs the tests of an operator's policies (rules test_… in files
// *_test.rego of packages skillctl.user.…), with the policies of the set, in the
// order of files and lines. Each sees what every policy may see, and no more.
func Test(ctx context.Context, shipped fs.FS, name string, own fs.FS, opts ...Option) ([]TestResult, error) {
	set, err := Load(shipped, append(slices.Clone(opts), WithOperator(name, own))...)
	if err != nil {
		return nil, inWords(err)
	}
	tests, err := testModules(name, own)
	if err != nil {
		return nil, inWords(err)
	}
	modules, err := set.reached(tests)
	if err != nil {
		return nil, inWords(err)
	}
	compiler, err := set.compiler()
	if err != nil {
		return nil, err
	}
	if compiler.WithEnablePrintStatements(true).Compile(modules); compiler.Failed() {
		return nil, inWords(compiler.Errors)
	}
	store, err := set.store(tablesOf(compiler, ""))
	if err != nil {
		return nil, err
	}
	var results []TestResult
	for _, one := range testRules(tests) {
		if !one.Skipped {
			if err := run(ctx, compiler, store, &one); err != nil {
				return nil, err
			}
		}
		results = append(results, one)
	}
	return results, nil
}

// testModules parses the tests of a file system.
func testModules(name string, fsys fs.FS) (map[string]*ast.Module, error) {
	modules := map[string]*ast.Module{}
	err := fs.WalkDir(fsys, ".", func(file string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !strings.HasSuffix(file, "_test.rego") {
			return err
		}
		text, err := fs.ReadFile(fsys, file)
		if err != nil {
			return fmt.Errorf("read test %q: %w", file, err)
		}
		shown := path.Join(name, file)
		module, err := parse(shown, text)
		if err != nil || module == nil {
			return err
		}
		if segments := packagePath(module.Package); len(segments) < 3 || segments[0] != "skillctl" || segments[1] != "user" {
			return misplaced(module, "")
		}
		modules[shown] = module
		return nil
	})
	return modules, err
}

// testRules lists the tests of modules.
func testRules(modules map[string]*ast.Module) []TestResult {
	var out []TestResult
	seen := map[string]bool{}
	for _, file := range slices.Sorted(maps.Keys(modules)) {
		module := modules[file]
		for _, rule := range module.Rules {
			ref := rule.Head.Ref()
			head, ok := ref[0].Value.(ast.Var)
			skipped := strings.HasPrefix(string(head), todoPrefix)
			if !ok || !skipped && !strings.HasPrefix(string(head), testPrefix) {
				continue
			}
			name := strings.Join(packagePath(module.Package), ".") + "." + string(head)
			if !seen[name] {
				seen[name] = true
				out = append(out, TestResult{Name: name, File: file, Line: rule.Loc().Row, Skipped: skipped})
			}
		}
	}
	sort.SliceStable(out, func(i, j int) bool {
		if out[i].File != out[j].File {
			return out[i].File < out[j].File
		}
		return out[i].Line < out[j].Line
	})
	return out
}

// printed keeps what a policy prints.
type printed struct{ lines []string }

// Print keeps one line.
func (p *printed) Print(_ print.Context, line string) error {
	const maxLines = 100
	if len(p.lines) < maxLines {
		p.lines = append(p.lines, line)
	}
	return nil
}

// run runs one test.
func run(ctx context.Context, compiler *ast.Compiler, store storage.Store, test *TestResult) error {
	limited, cancel := context.WithTimeout(ctx, maxTest)
	defer cancel()
	output := &printed{}
	results, err := rego.New(append(withBuiltins(),
		rego.Query("data."+test.Name), rego.Compiler(compiler), rego.Store(store), rego.StrictBuiltinErrors(true),
		rego.PrintHook(output), rego.Capabilities(capabilities()),
	)...).Eval(limited)
	test.Output = output.lines
	switch {
	case ctx.Err() != nil:
		return fmt.Errorf("run test %s: %w", test.Name, ctx.Err())
	case errors.Is(limited.Err(), context.DeadlineExceeded):
		test.Why = fmt.Sprintf("it takes longer than %s", maxTest)
	case err != nil:
		test.Why = inWords(err).Error()
	case len(results) != 1:
		test.Why = "the test is false"
	default:
		test.Passed, test.Why = passes(results[0].Expressions[0].Value)
	}
	return nil
}

// passes judges the value of a test: true, or an object of cases that are.
func passes(value any) (bool, string) {
	switch value := value.(type) {
	case bool:
		if value {
			return true, ""
		}
	case map[string]any:
		var failed []string
		for _, name := range slices.Sorted(maps.Keys(value)) {
			if ok, _ := passes(value[name]); !ok {
				failed = append(failed, name)
			}
		}
		if len(failed) > 0 {
			return false, "not true: " + strings.Join(failed, ", ")
		}
		return len(value) > 0, "it has no cases"
	}
	return false, "the test is false"
}
