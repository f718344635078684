package policy

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/open-policy-agent/opa/v1/ast"
)

// TestOursHaveOneValue holds that a value and a function cannot come to two answers for
// one request: the evaluator ends the whole question with an error then, and nothing
// is said of the skill. What is chosen from several is chosen by its place or order
// ([…][0], min, max), and bodies that may hold at the same time are joined by else.
func TestOursHaveOneValue(t *testing.T) {
	t.Parallel()
	modules, _ := ours(t)
	for _, problem := range severalValues(modules) {
		t.Error(problem)
	}
	for name, c := range map[string]struct {
		text string
		bad  bool
	}{
		"member of a set":         {"f(x) := y if some y in x", true},
		"any index":               {"f(x) := x[_]", true},
		"by way of another name":  {"f(x) := z if {\nsome y in x\nz := upper(y)\n}", true},
		"first of a list":         {"f(x) := [y | some y in x][0]", false},
		"value of its own key":    {"f[k] := v if some k, v in input", false},
		"member only asked about": {"f(x) := 1 if some y in x", false},
		"bodies that may overlap": {"f(x) := 1 if startswith(x, \"a\")\nf(x) := 2 if endswith(x, \"b\")", true},
		"joined by else":          {"f(x) := 1 if startswith(x, \"a\")\nelse := 2 if endswith(x, \"b\")", false},
		"and its opposite":        {"f(x) := 1 if startswith(x, \"a\")\nf(x) := 2 if not startswith(x, \"a\")", false},
		"constants":               {"f(x) := 1 if x.a == \"a\"\nf(x) := 2 if x.a == \"b\"", false},
		"sets with a member both": {"f(x) := 1 if x in {\"a\", \"b\"}\nf(x) := 2 if x in {\"b\"}", true},
		"sets without one":        {"f(x) := 1 if x in {\"a\", \"b\"}\nf(x) := 2 if x in {\"c\"}", false},
		"other arguments":         {"f(\"a\") := 1\nf(\"b\") := 2", false},
		"none and some":           {"f(x) := 1 if count(x) == 0\nf(x) := 2 if count(x) > 0", false},
	} {
		found := severalValues(map[string]*ast.Module{"a.rego": ast.MustParseModule("package p\n" + c.text)})
		if (len(found) > 0) != c.bad {
			t.Errorf("%s: %v", name, found)
		}
	}
}

func severalValues(modules map[string]*ast.Module) []string {
	known := map[string]map[ast.Var]bool{}
	constants := map[string]map[ast.Var]ast.Value{}
	for _, module := range modules {
		of := module.Package.Path.String()
		if known[of] == nil {
			known[of] = map[ast.Var]bool{"input": true, "data": true}
			constants[of] = map[ast.Var]ast.Value{}
		}
		for _, rule := range module.Rules {
			name := rule.Head.Ref()[0].Value.(ast.Var)
			known[of][name] = true
			if rule.Else == nil && formOf(rule) == "a value" && isConstant(rule.Head.Value) && rule.Body.Equal(ast.NewBody(ast.NewExpr(ast.BooleanTerm(true)))) {
				constants[of][name] = rule.Head.Value.Value
			}
		}
	}
	var out []string
	for _, file := range slices.Sorted(maps.Keys(modules)) {
		if strings.HasSuffix(file, "_test.rego") {
			continue
		}
		module := modules[file]
		settled := maps.Clone(known[module.Package.Path.String()])
		for _, one := range module.Imports {
			settled[one.Name()] = true
		}
		named := map[string][]*ast.Rule{}
		for _, rule := range module.Rules {
			if formOf(rule) == "a set" || rule.Default {
				continue
			}
			for one := rule; one != nil; one = one.Else {
				if name := chosen(one, rule.Head, maps.Clone(settled)); name != "" {
					out = append(out, fmt.Sprintf("%s: the value of %s is whichever %s is met first", one.Location, rule.Head.Ref(), name))
				}
			}
			name := rule.Head.Ref().String()
			whole := spelledOut(rule, constants[module.Package.Path.String()])
			for _, other := range named[name] {
				if !apart(whole, other) {
					out = append(out, fmt.Sprintf("%s: %s may have this value and that of line %d", rule.Location, name, other.Location.Row))
					break
				}
			}
			named[name] = append(named[name], whole)
		}
	}
	return out
}

// spelledOut is a rule that has the sets of its package in place of their names where it
// asks whether something is in them.
func spelledOut(rule *ast.Rule, constants map[ast.Var]ast.Value) *ast.Rule {
	out := rule.Copy()
	for one := out; one != nil; one = one.Else {
		ast.NewGenericVisitor(func(x any) bool {
			call, ok := x.(*ast.Expr)
			if !ok || !call.IsCall() || call.Operator().String() != "internal.member_2" {
				return false
			}
			if name, ok := call.Operand(1).Value.(ast.Var); ok && constants[name] != nil {
				call.Terms.([]*ast.Term)[2] = ast.NewTerm(constants[name])
			}
			return false
		}).Walk(one.Body)
	}
	return out
}

// chosen is a variable of the value of a rule that its body may bind to several things.
// head is that of the whole rule: an else has its arguments.
func chosen(rule *ast.Rule, head *ast.Head, settled map[ast.Var]bool) string {
	if rule.Head.Value == nil {
		return ""
	}
	for _, arg := range head.Args {
		outerVars(arg, func(v ast.Var) { settled[v] = true })
	}
	for _, part := range head.Ref()[1:] {
		outerVars(part, func(v ast.Var) { settled[v] = true })
	}
	open := func(x any) string {
		found := ""
		outerVars(x, func(v ast.Var) {
			if found == "" && !settled[v] {
				found = string(v)
			}
		})
		return found
	}
	settle := func(x any) bool {
		if open(x) == "" {
			return false
		}
		outerVars(x, func(v ast.Var) { settled[v] = true })
		return true
	}
	for again := true; again; {
		again = false
		for _, expr := range rule.Body {
			if some, ok := expr.Terms.(*ast.SomeDecl); ok {
				// The value of a key is one.
				if call, ok := some.Symbols[0].Value.(ast.Call); ok && len(call) == 4 && open(call[1]) == "" && open(call[3]) == "" {
					again = settle(call[2]) || again
				}
				continue
			}
			if !expr.IsAssignment() && !expr.IsEquality() || expr.Negated {
				continue
			}
			if open(expr.Operand(1)) == "" {
				again = settle(expr.Operand(0)) || again
			} else if expr.IsEquality() && open(expr.Operand(0)) == "" {
				again = settle(expr.Operand(1)) || again
			}
		}
	}
	return open(rule.Head.Value)
}

// outerVars visits those of a term that are no names of functions and stand outside of
// comprehensions, in which whatever is met is taken.
func outerVars(x any, visit func(ast.Var)) {
	ast.NewGenericVisitor(func(x any) bool {
		switch x := x.(type) {
		case *ast.ArrayComprehension, *ast.SetComprehension, *ast.ObjectComprehension, *ast.Every:
			return true
		case ast.Call:
			for _, arg := range x[1:] {
				outerVars(arg, visit)
			}
			return true
		case ast.Var:
			visit(x)
		}
		return false
	}).Walk(x)
}
