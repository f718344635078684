package plan

import (
	"fmt"
	"slices"
	"testing"

	"github.com/open-policy-agent/opa/v1/ast"
	"github.com/open-policy-agent/opa/v1/topdown"
)

// What is worked out here is what OPA's function gives, of every kind of value, and what
// is left to it includes all that it refuses.
func TestDirect(t *testing.T) {
	t.Parallel()
	var values []*ast.Term
	for _, text := range []string{
		`null`, `true`, `false`, `0`, `1`, `1.0`, `1e0`, `-3`, `"1"`, `""`, `"a"`, `"aé"`, `" A b "`, `"b"`, `"(a)|[^ab]|$"`, `"["`, `"$1é"`, `"(?i)\\bA"`,
		`[]`, `["a"]`, `["a", "b", ""]`, `["a", 1, null]`, `[["a"]]`, `{}`, `{"a": 1}`, `{"a": {"a": false}}`, `{"a": {"b": 1}, "c": 2}`, `{1: "a"}`, `{["a"]: 2}`,
		`set()`, `{"a"}`, `{"a", "b"}`, `{"a", 1, [1]}`, `{{"a"}}`,
	} {
		values = append(values, ast.MustParseTerm(text))
	}
	image, worked := &Image{}, 0
	for _, builtin := range ast.Builtins {
		work := image.directOf(builtin.Name)
		if work == nil {
			continue
		}
		worked++
		call, n := topdown.GetBuiltin(builtin.Name), len(builtin.Decl.FuncArgs().Args)
		for _, args := range combinations(values, n) {
			var wanted *ast.Term
			err := call(topdown.BuiltinContext{Location: &ast.Location{}}, args, func(term *ast.Term) error {
				wanted = term
				return nil
			})
			given := slices.Concat(args, make([]*ast.Term, maxDirect-n))
			got := work(given[0], given[1], given[2])
			if got != nil && (err != nil || wanted == nil || !got.Equal(wanted)) {
				t.Errorf("%s%v is %v, and by OPA %v (%v)", builtin.Name, args, got, wanted, err)
			}
		}
	}
	if worked < 25 {
		t.Errorf("%d functions are worked out here", worked)
	}
}

// combinations are all lists of n values.
func combinations(values []*ast.Term, n int) [][]*ast.Term {
	if n == 0 {
		return [][]*ast.Term{nil}
	}
	var all [][]*ast.Term
	for _, before := range combinations(values, n-1) {
		for _, value := range values {
			all = append(all, append(slices.Clone(before), value))
		}
	}
	return all
}

// What is worked out here is not called, and so makes no list and takes no context.
func TestDirectAllocates(t *testing.T) {
	a, b := ast.StringTerm("a"), ast.StringTerm("b")
	for _, name := range []string{ast.NotEqual.Name, ast.Contains.Name, ast.StartsWith.Name, ast.GreaterThan.Name} {
		work := (&Image{}).directOf(name)
		if n := testing.AllocsPerRun(100, func() { work(a, b, nil) }); n > 0 {
			t.Errorf("%s allocates %s", name, fmt.Sprint(n))
		}
	}
}
