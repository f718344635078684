package policy

import (
	"fmt"
	"slices"
	"strings"

	"github.com/open-policy-agent/opa/v1/ast"

	"github.com/skillctl/skillctl/schema"
)

// reasonFields are the fields of a reason that something reads.
func reasonFields(kind Kind) []string {
	fields := []string{"effect", "message", "hint", "rule", "setting"}
	if kind == KindInstall {
		return append(fields, "file", "line")
	}
	return append(fields, "span")
}

// checkReasons refuses reasons that are written with a field that nothing reads, or an
// effect that there is not. What is put together as it is asked is judged then.
func (o *Owned) checkReasons() error {
	if o.Kind == KindLint {
		return nil
	}
	var problems []Problem
	for _, module := range o.modules {
		for _, rule := range module.Rules {
			if isEntry(rule, o.Kind.Entry()) {
				for _, reason := range reasonsOf(rule) {
					problems = append(problems, o.misread(reason)...)
				}
			}
		}
	}
	if len(problems) > 0 {
		return &ProblemError{Problems: problems}
	}
	return nil
}

// reasonsOf are the objects that are written as what a rule says: in its head, as an
// element of a list or set there, or set to a variable that is its head.
func reasonsOf(rule *ast.Rule) []ast.Object {
	var found []ast.Object
	for ; rule != nil; rule = rule.Else {
		value := rule.Head.Key
		if value == nil {
			value = rule.Head.Value
		}
		found = append(found, objectsOf(value)...)
		for _, expr := range rule.Body {
			if !expr.Negated && (expr.IsAssignment() || expr.IsEquality()) && len(expr.Operands()) == 2 && value != nil && expr.Operand(0).Equal(value) {
				found = append(found, objectsOf(expr.Operand(1))...)
			}
		}
	}
	return found
}

func objectsOf(term *ast.Term) []ast.Object {
	if term == nil {
		return nil
	}
	var found []ast.Object
	add := func(element *ast.Term) { found = append(found, objectsOf(element)...) }
	switch value := term.Value.(type) {
	case ast.Object:
		return []ast.Object{value}
	case ast.Set:
		value.Foreach(add)
	case *ast.Array:
		value.Foreach(add)
	}
	return found
}

// misread says what is wrong with a reason as it is written.
func (o *Owned) misread(reason ast.Object) []Problem {
	var problems []Problem
	fields := reasonFields(o.Kind)
	reason.Foreach(func(key, value *ast.Term) {
		name, ok := key.Value.(ast.String)
		said, isText := value.Value.(ast.String)
		switch {
		case ok && !slices.Contains(fields, string(name)):
			text := fmt.Sprintf("a reason has no field %q", string(name))
			if near := schema.Nearest(string(name), fields); near != "" {
				text += fmt.Sprintf("; did you mean %q?", near)
			}
			problems = append(problems, problem(key.Location, fmt.Sprintf("%s (its fields: %s)", text, strings.Join(fields, ", "))))
		case name == "effect" && isText && !slices.Contains([]string{"deny", "ask", "warn"}, string(said)):
			problems = append(problems, problem(value.Location, fmt.Sprintf("the effect of a reason is %q; %s", string(said), wantedEffect)))
		}
	})
	return problems
}

// wantedEffect says which effects there are.
const wantedEffect = "it must be deny, ask or warn, since policies of an operator can only tighten"
