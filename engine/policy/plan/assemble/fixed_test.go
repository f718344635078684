package assemble_test

import (
	"context"
	"strconv"
	"sync"
	"testing"

	"github.com/open-policy-agent/opa/v1/ast"
	"github.com/open-policy-agent/opa/v1/topdown"

	"github.com/skillctl/skillctl/engine/policy/plan"
	"github.com/skillctl/skillctl/engine/policy/plan/assemble/modules"
)

const followsData = `package t

names := {upper(name) | some name in data.skillctl.tables.names}

longest := max({count(name) | some name in names})

none if "nobody" in data.skillctl.tables.names

asked := input.name

mixed := {name | some name in names; name != upper(asked)}

narrow := n if n := count(names) with data.skillctl.tables as {"names": ["x"]}

other := names_left if names_left := mixed with input.name as "b"

joined(a) := concat("-", [a, concat("", sort(names))])

answer := {"longest": longest, "mixed": mixed, "narrow": narrow, "other": other, "joined": joined(input.name), "all": count(names), "none": gone}

default gone := "nobody"

gone := none
`

// TestKept: a program that is asked again, with other inputs and by several at a time,
// keeps what follows from data, and nothing that follows from an input.
func TestKept(t *testing.T) {
	t.Parallel()
	text, err := modules.Image(context.Background(), &plan.Sources{
		Digest: "test", Modules: map[string]*ast.Module{"t.rego": ast.MustParseModule(followsData)},
		Capabilities: ast.CapabilitiesForThisVersion(), Entries: []string{"data.t.answer"},
	})
	if err != nil {
		t.Fatal(err)
	}
	image, err := plan.Open(text)
	if err != nil {
		t.Fatal(err)
	}
	program, ok := image.Program("data.t.answer", nil, func(name string) (topdown.BuiltinFunc, bool) {
		return topdown.GetBuiltin(name), ast.BuiltinMap[name].Relation
	}, whole{ast.MustParseTerm(`{"skillctl": {"tables": {"names": ["a", "bcd", "b"]}}}`)})
	if !ok {
		t.Fatal("there is no program")
	}
	want := map[string]string{
		"a": `{"all": 3, "joined": "a-ABBCD", "longest": 3, "mixed": {"B", "BCD"}, "narrow": 1, "none": "nobody", "other": {"A", "BCD"}}`,
		"b": `{"all": 3, "joined": "b-ABBCD", "longest": 3, "mixed": {"A", "BCD"}, "narrow": 1, "none": "nobody", "other": {"A", "BCD"}}`,
	}
	var asked sync.WaitGroup
	for i := range 40 {
		asked.Go(func() {
			name := []string{"a", "b"}[i%2]
			results, err := program.Eval(context.Background(), ast.MustParseTerm(`{"name": `+strconv.Quote(name)+`}`))
			if err != nil || len(results) != 1 {
				t.Errorf("%v, %v", results, err)
				return
			}
			if got := results[0].Get(ast.StringTerm("result")); !got.Equal(ast.MustParseTerm(want[name])) {
				t.Errorf("%s: %s", name, got)
			}
		})
	}
	asked.Wait()
}
