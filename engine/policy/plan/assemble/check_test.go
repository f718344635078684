package assemble_test

import (
	"context"
	"testing"

	"github.com/open-policy-agent/opa/v1/ast"
	"github.com/open-policy-agent/opa/v1/ir"
	"github.com/open-policy-agent/opa/v1/topdown"

	"github.com/skillctl/skillctl/engine/policy/plan"
	"github.com/skillctl/skillctl/engine/policy/plan/assemble"
	"github.com/skillctl/skillctl/engine/policy/plan/assemble/modules"
	"github.com/skillctl/skillctl/policies"
)

// TestCheck: the image of all policies is as an image has to be; one that is cut or has
// more behind it is not.
func TestCheck(t *testing.T) {
	t.Parallel()
	whole := policies.Plan()
	if err := plan.Check(whole); err != nil {
		t.Fatal(err)
	}
	for _, part := range []int{0, 1, 3, 8, 100, 1000} {
		if plan.Check(whole[:len(whole)*part/1001]) == nil {
			t.Errorf("%d of 1001 parts of it hold", part)
		}
	}
	if plan.Check(whole+"\x00") == nil {
		t.Error("it holds with more behind it")
	}
}

// TestCheckDamaged: an image of which one bit is changed, at any place, is either told, or
// gives an answer or an error: it neither ends the program nor goes on for ever.
func TestCheckDamaged(t *testing.T) {
	t.Parallel()
	text, err := modules.Image(context.Background(), &plan.Sources{
		Digest: "test", Modules: map[string]*ast.Module{"t.rego": ast.MustParseModule(followsData)},
		Capabilities: ast.CapabilitiesForThisVersion(), Entries: []string{"data.t.answer"},
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := plan.Check(text); err != nil {
		t.Fatal(err)
	}
	told := 0
	for at := range text {
		damaged := []byte(text)
		damaged[at] ^= 1 << (at % 8)
		if plan.Check(string(damaged)) != nil {
			told++
			continue
		}
		image, err := plan.Open(string(damaged))
		if err != nil {
			t.Errorf("byte %d: it holds, and cannot be read: %v", at, err)
			continue
		}
		program, ok := image.Program("data.t.answer", nil, func(name string) (topdown.BuiltinFunc, bool) {
			builtin := ast.BuiltinMap[name]
			return topdown.GetBuiltin(name), builtin != nil && builtin.Relation
		}, whole{ast.MustParseTerm(`{"skillctl": {"tables": {"names": ["a", "bcd", "b"]}}}`)})
		if ok {
			_, _ = program.Eval(context.Background(), ast.MustParseTerm(`{"name": "a"}`))
		}
	}
	if told < len(text)/4 {
		t.Errorf("%d of %d are told", told, len(text))
	}
}

// TestCheckRecursion: an image in which a function comes to itself is told.
func TestCheckRecursion(t *testing.T) {
	t.Parallel()
	for name, edges := range map[string][2]string{"of one": {"a", "a"}, "of two": {"b", "a"}} {
		text, err := assemble.Assemble(calling(edges), &plan.Sources{Digest: "test"})
		if err != nil {
			t.Fatal(err)
		}
		if plan.Check(text) == nil {
			t.Errorf("a cycle %s holds", name)
		}
	}
	text, err := assemble.Assemble(calling([2]string{"b", ""}), &plan.Sources{Digest: "test"})
	if err != nil {
		t.Fatal(err)
	}
	if err := plan.Check(text); err != nil {
		t.Error(err)
	}
}

// calling is a plan of two functions, a and b, each of which calls one, "" for none.
func calling(edges [2]string) *ir.Policy {
	policy := &ir.Policy{
		Static: &ir.Static{Files: []*ir.StringConst{{Value: "t.rego"}}},
		Plans:  &ir.Plans{},
		Funcs:  &ir.Funcs{},
	}
	at := ir.Location{File: 0, Row: 1, Col: 1}
	for i, called := range edges {
		body := &ir.Block{}
		set := &ir.AssignIntStmt{Value: 1, Target: 3, Location: at}
		body.Stmts = append(body.Stmts, set)
		if called != "" {
			body.Stmts = append(body.Stmts, &ir.CallStmt{Func: called, Args: []ir.Operand{{Value: ir.Local(0)}, {Value: ir.Local(1)}}, Result: 4, Location: at})
		}
		policy.Funcs.Funcs = append(policy.Funcs.Funcs, &ir.Func{
			Name: []string{"a", "b"}[i], Params: []ir.Local{0, 1}, Return: 2,
			Blocks: []*ir.Block{{Stmts: []ir.Stmt{&ir.ResetLocalStmt{Target: 2, Location: at}}}, body, {Stmts: []ir.Stmt{&ir.ReturnLocalStmt{Source: 2, Location: at}}}},
		})
	}
	return policy
}
