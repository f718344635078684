package policy

import (
	"fmt"
	"slices"

	"github.com/open-policy-agent/opa/v1/ast"
)

// guard adds a rule to a module that says where a rule of the entry point has
// conditions that hold and a value that is undefined: it would say nothing, as if all
// were well. names are the rules of the package. It reports whether there is such a rule.
func guard(module *ast.Module, entry string, names []string) bool {
	var guards []*ast.Rule
	for _, rule := range module.Rules {
		value := rule.Head.Key
		if value == nil {
			value = rule.Head.Value
		}
		if !isEntry(rule, entry) || rule.Default || rule.Else != nil || len(rule.Head.Args) > 0 || ast.IsConstant(value.Value) {
			continue
		}
		conditions, making := parted(rule.Body, value)
		if !iterates(value, making, rule.Body, names) {
			guards = append(guards, guardOf(module, rule, value, conditions, making))
		}
	}
	module.Rules = append(module.Rules, guards...)
	return len(guards) > 0
}

// guardOf is {place} if the conditions of a rule hold and its value is undefined.
func guardOf(module *ast.Module, rule *ast.Rule, value *ast.Term, conditions, making ast.Body) *ast.Rule {
	at := rule.Loc()
	made := append(making.Copy(), ast.Equality.Expr(ast.VarTerm("skillctl_value"), value.Copy()))
	undefined := ast.Equality.Expr(ast.ArrayComprehensionTerm(ast.BooleanTerm(true), numbered(made)), ast.ArrayTerm())
	ast.WalkExprs(undefined, func(x *ast.Expr) bool { x.Location = value.Location; return false })
	undefined.Location = value.Location
	head := ast.NewHead(ast.Var(failedRule), nil)
	head.Key = ast.StringTerm(fmt.Sprintf("%s:%d:%d", at.File, at.Row, max(at.Col, 1)))
	head.Location = at
	return &ast.Rule{Head: head, Body: numbered(append(conditions.Copy(), undefined)), Location: at, Module: module}
}

func numbered(body ast.Body) ast.Body {
	for i, expr := range body {
		expr.Index = i
	}
	return body
}

// parted tells the conditions of a rule from what only writes its message:
// variables of the value that are set to a text or an object that is put together, and
// that nothing else asks for.
func parted(body ast.Body, value *ast.Term) (conditions, making ast.Body) {
	wanted := variables(value)
	for i := len(body) - 1; i >= 0; i-- {
		name, writes := written(body[i])
		if writes && wanted.Contains(name) && !slices.ContainsFunc(conditions, func(e *ast.Expr) bool { return variables(e).Contains(name) }) {
			making = append(ast.Body{body[i]}, making...)
			wanted.Update(variables(body[i]))
			continue
		}
		conditions = append(ast.Body{body[i]}, conditions...)
	}
	if len(conditions) == 0 {
		conditions = ast.NewBody(ast.NewExpr(ast.BooleanTerm(true)))
	}
	return conditions, making
}

// written is the variable that an expression sets to a text or an object that it puts
// together.
func written(expr *ast.Expr) (ast.Var, bool) {
	if expr.Negated || len(expr.With) > 0 || !expr.IsAssignment() {
		return "", false
	}
	name, ok := expr.Operand(0).Value.(ast.Var)
	switch value := expr.Operand(1).Value.(type) {
	case ast.Object:
		return name, ok
	case ast.Call:
		ref, isRef := value[0].Value.(ast.Ref)
		return name, ok && isRef && (ref.Equal(ast.Sprintf.Ref()) || ref.Equal(ast.Concat.Ref()))
	}
	return "", false
}

// iterates reports whether a value has variables to which nothing gives one value:
// then there may be none of it, rightly.
func iterates(value *ast.Term, making, body ast.Body, names []string) bool {
	given := variables(body)
	for _, x := range append(ast.Body{ast.NewExpr(value)}, making...) {
		for v := range variables(x) {
			if v.IsWildcard() || !given.Contains(v) && !slices.Contains(names, string(v)) {
				return true
			}
		}
	}
	return false
}

// variables are those of an expression or term itself: neither names of rules and
// functions before a dot or a bracket, nor what is only known inside of a comprehension.
func variables(x any) ast.VarSet {
	visitor := ast.NewVarVisitor().WithParams(ast.VarVisitorParams{SkipRefCallHead: true, SkipClosures: true, SkipRefHead: false})
	visitor.Walk(x)
	out := visitor.Vars().Copy()
	for _, name := range []ast.Var{"input", "data"} {
		delete(out, name)
	}
	return out
}
