package assemble_test

import (
	"context"
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/open-policy-agent/opa/v1/ast"
	"github.com/open-policy-agent/opa/v1/topdown"

	"github.com/skillctl/skillctl/engine/policy/plan"
	"github.com/skillctl/skillctl/engine/policy/plan/assemble/modules"
)

// bounded are policies of which a and c do little, and b holds all against all.
func bounded(t *testing.T) *plan.Program {
	t.Helper()
	parsed := map[string]*ast.Module{}
	for file, text := range map[string]string{
		"all.rego": `package all

answer := {name: said | some name; said := data.parts[name].said}

slow if {
	some x in input.list
	some y in input.list
	x + y == -1
}

table := sum([n | some n in data.skillctl.tables.numbers; n > 0])
`,
		"parts/a.rego": "package parts.a\n\nsaid := count(input.list) + (data.all.table * 0)\n",
		"parts/b.rego": "package parts.b\n\nsaid := \"slow\" if data.all.slow\n\nelse := \"quick\"\n",
		"parts/c.rego": "package parts.c\n\nsaid := concat(\"\", [\"c\", input.text]) if {\n\tupper(input.text) != \"\"\n\tsome x in input.list\n\tx == 1\n}\n",
	} {
		module, err := ast.ParseModule(file, text)
		if err != nil {
			t.Fatal(err)
		}
		parsed[file] = module
	}
	text, err := modules.Image(context.Background(), &plan.Sources{
		Digest: "test", Modules: parsed, Capabilities: ast.CapabilitiesForThisVersion(), Entries: []string{"data.all.answer"},
	})
	if err != nil {
		t.Fatal(err)
	}
	image, err := plan.Open(text)
	if err != nil {
		t.Fatal(err)
	}
	program, ok := image.Program("data.all.answer", nil, func(name string) (topdown.BuiltinFunc, bool) {
		return topdown.GetBuiltin(name), ast.BuiltinMap[name].Relation
	}, whole{ast.MustParseTerm(`{"skillctl": {"tables": {"numbers": [1, 2, 3]}}}`)})
	if !ok {
		t.Fatal("there is no program")
	}
	return program
}

func boundedInput(n int, text string) *ast.Term {
	list := make([]*ast.Term, n)
	for i := range list {
		list[i] = ast.IntNumberTerm(i)
	}
	return ast.ObjectTerm(
		[2]*ast.Term{ast.StringTerm("list"), ast.ArrayTerm(list...)},
		[2]*ast.Term{ast.StringTerm("text"), ast.StringTerm(text)},
	)
}

func isPart(file string) bool { return strings.HasPrefix(file, "parts/") }

// TestBudget: a part that would take more than its share is left out, the others say what
// they say, and what is spent is the same each time, whatever was kept from before.
func TestBudget(t *testing.T) {
	t.Parallel()
	program := bounded(t)
	for _, c := range []struct {
		name   string
		input  *ast.Term
		budget plan.Budget
		answer string
		left   []string
	}{
		{"no budget", boundedInput(200, "x"), plan.Budget{}, `{"a": 200, "b": "quick", "c": "cx"}`, nil},
		{"enough", boundedInput(200, "x"), plan.Budget{Part: 1_000_000, Whole: 2_000_000, Apart: isPart}, `{"a": 200, "b": "quick", "c": "cx"}`, nil},
		{"not for one part", boundedInput(200, "x"), plan.Budget{Part: 20_000, Whole: 1_000_000, Apart: isPart}, `{"a": 200, "c": "cx"}`, []string{"parts/b.rego"}},
		{"not for what comes behind", boundedInput(200, "x"), plan.Budget{Part: 20_000, Whole: 40_000, Apart: isPart}, `{"a": 200}`, []string{"parts/b.rego", "parts/c.rego"}},
		{"a long text", boundedInput(2, strings.Repeat("x", 1<<16)), plan.Budget{Part: 500, Whole: 10_000, Apart: isPart}, `{"a": 2, "b": "quick"}`, []string{"parts/c.rego"}},
	} {
		var before plan.Spent
		for round := range 3 {
			results, spent, err := program.EvalWithin(context.Background(), c.input, c.budget)
			if err != nil || len(results) != 1 {
				t.Fatalf("%s: %v, %v", c.name, results, err)
			}
			if got := results[0].Get(ast.StringTerm("result")); !got.Equal(ast.MustParseTerm(c.answer)) {
				t.Errorf("%s: %.200v, want %s", c.name, got, c.answer)
			}
			if !slices.Equal(spent.Left, c.left) {
				t.Errorf("%s: %v are left out, want %v", c.name, spent.Left, c.left)
			}
			if round > 0 && !reflect.DeepEqual(spent, before) {
				t.Errorf("%s: %v is spent, and %v before", c.name, spent, before)
			}
			before = spent
		}
	}
}

// TestBudgetOutsideOfParts: what is in no part cannot be left out.
func TestBudgetOutsideOfParts(t *testing.T) {
	t.Parallel()
	_, spent, err := bounded(t).EvalWithin(context.Background(), boundedInput(200, "x"), plan.Budget{Part: 10_000, Whole: 20_000})
	if !errors.Is(err, plan.ErrSpent) || spent.Units < 20_000 || spent.Units > 21_000 {
		t.Errorf("%v, %v", spent, err)
	}
}
