package policy

import (
	"slices"
	"strings"

	"github.com/open-policy-agent/opa/v1/ast"
)

// apart says whether two rules of one name cannot hold for one request with values that
// differ.
func apart(a, b *ast.Rule) bool {
	if differ(a.Head.Args, b.Head.Args) || differ(a.Head.Ref()[1:], b.Head.Ref()[1:]) {
		return true
	}
	for one := a; one != nil; one = one.Else {
		for other := b; other != nil; other = other.Else {
			same := one.Head.Value.Equal(other.Head.Value) && isConstant(one.Head.Value)
			if !same && !opposed(with(one, a, b), with(other, b, a)) {
				return false
			}
		}
	}
	return true
}

// with is the body of a rule, or of an else of it, with the value that it needs, and with
// what its arguments are in the names that another rule has for them.
func with(body, rule, other *ast.Rule) ast.Body {
	out := append(slices.Clone(body.Body), ast.NewExpr(body.Head.Value))
	for i, arg := range rule.Head.Args {
		if isConstant(arg) && i < len(other.Head.Args) {
			out = append(out, ast.Equality.Expr(other.Head.Args[i], arg))
		}
	}
	return out
}

// differ says whether no call has arguments of both forms.
func differ[T ~[]*ast.Term](a, b T) bool {
	for i := range min(len(a), len(b)) {
		if isConstant(a[i]) && isConstant(b[i]) && !a[i].Equal(b[i]) {
			return true
		}
		one, isOne := a[i].Value.(*ast.Array)
		other, isOther := b[i].Value.(*ast.Array)
		if isOne && isOther && one.Len() != other.Len() {
			return true
		}
	}
	return false
}

// opposed says whether one line of a body denies one of the other.
func opposed(a, b ast.Body) bool {
	for _, one := range a {
		for _, other := range b {
			if denies(one, other) || denies(other, one) {
				return true
			}
		}
	}
	return false
}

// denies says whether two lines cannot hold at the same time.
func denies(a, b *ast.Expr) bool {
	if a.Negated != b.Negated && sameTerms(a, b) {
		return true
	}
	// What is not there cannot be used. (That it may be false is not thought of.)
	if a.Negated && !b.Negated && uses(b, a) {
		return true
	}
	if a.Negated || b.Negated {
		return a.Negated && !b.Negated && within(b, a) || b.Negated && !a.Negated && within(a, b)
	}
	of, allowed := heldValues(a)
	also, others := heldValues(b)
	if of != nil && also != nil && of.Equal(also) {
		return !slices.ContainsFunc(allowed, func(value *ast.Term) bool { return slices.ContainsFunc(others, value.Equal) })
	}
	if of != nil && b.IsCall() && len(b.Operands()) == 2 && b.Operand(0).Equal(of) && isConstant(b.Operand(1)) {
		return !slices.ContainsFunc(allowed, func(value *ast.Term) bool { return compares(b.Operator().String(), value, b.Operand(1)) })
	}
	if a.IsCall() && b.IsCall() && len(a.Operands()) == 2 && len(b.Operands()) == 2 && a.Operand(0).Equal(b.Operand(0)) {
		one, other := a.Operator().String(), b.Operator().String()
		if a.Operand(1).Equal(b.Operand(1)) {
			return opposites[one] == other || one == "lt" && other == "gt"
		}
		if isConstant(a.Operand(1)) && isConstant(b.Operand(1)) {
			below := slices.Contains([]string{"lt", "lte"}, one) && slices.Contains([]string{"gt", "gte"}, other)
			return below && a.Operand(1).Value.Compare(b.Operand(1).Value) < 0
		}
	}
	one, is := typedTerm(a)
	other, isOther := typedTerm(b)
	return one != nil && other != nil && one.Equal(other) && is != isOther
}

var opposites = map[string]string{"lt": "gte", "gte": "lt", "gt": "lte", "lte": "gt", "equal": "neq", "neq": "equal", "eq": "neq"}

// uses says whether a line needs the term whose absence the other one wants.
func uses(line, absent *ast.Expr) bool {
	var of ast.Value
	switch terms := absent.Terms.(type) {
	case *ast.Term:
		of = terms.Value
	case []*ast.Term:
		of = ast.Call(terms)
	default:
		return false
	}
	found := false
	ast.NewGenericVisitor(func(x any) bool {
		switch x := x.(type) {
		case *ast.ArrayComprehension, *ast.SetComprehension, *ast.ObjectComprehension, *ast.Every:
			return true
		case ast.Ref:
			prefix, ok := of.(ast.Ref)
			found = found || ok && x.HasPrefix(prefix) || ast.NewTerm(x).Value.Compare(of) == 0
		case ast.Call:
			found = found || x.Compare(of) == 0
		case ast.Var:
			found = found || x.Compare(of) == 0
		}
		return found
	}).Walk(line)
	return found
}

// within says whether no is "not x in S" with all that yes allows x to be in S.
func within(yes, no *ast.Expr) bool {
	of, allowed := heldValues(yes)
	also, others := heldValues(no)
	if of == nil || also == nil || !of.Equal(also) {
		return false
	}
	for _, value := range allowed {
		if !slices.ContainsFunc(others, value.Equal) {
			return false
		}
	}
	return true
}

// compares is whether a constant is to another as a line wants; true where it is not known.
func compares(operator string, value, other *ast.Term) bool {
	order := value.Value.Compare(other.Value)
	switch operator {
	case "neq":
		return order != 0
	case "gt":
		return order > 0
	case "gte":
		return order >= 0
	case "lt":
		return order < 0
	case "lte":
		return order <= 0
	}
	return true
}

// heldValues are what a line holds a term to be, one of constants.
func heldValues(expr *ast.Expr) (*ast.Term, []*ast.Term) {
	if !expr.IsCall() {
		return nil, nil
	}
	switch expr.Operator().String() {
	case "eq", "equal":
		for i := range 2 {
			if isConstant(expr.Operand(1-i)) && !isConstant(expr.Operand(i)) {
				return expr.Operand(i), []*ast.Term{expr.Operand(1 - i)}
			}
		}
	case "internal.member_2":
		if set, ok := expr.Operand(1).Value.(ast.Set); ok && isConstant(expr.Operand(1)) {
			return expr.Operand(0), set.Slice()
		}
	}
	return nil, nil
}

// typedTerm is the term that a line holds to be of a type, and which.
func typedTerm(expr *ast.Expr) (*ast.Term, string) {
	if !expr.IsCall() {
		return nil, ""
	}
	if kind, ok := strings.CutPrefix(expr.Operator().String(), "is_"); ok {
		return expr.Operand(0), kind
	}
	if of, allowed := heldValues(expr); len(allowed) == 1 {
		return of, ast.ValueName(allowed[0].Value)
	}
	return nil, ""
}

func isConstant(term *ast.Term) bool {
	constant := true
	ast.NewGenericVisitor(func(x any) bool {
		switch x.(type) {
		case ast.Var, *ast.ArrayComprehension, *ast.SetComprehension, *ast.ObjectComprehension:
			constant = false
		}
		return !constant
	}).Walk(term)
	return constant
}

func sameTerms(a, b *ast.Expr) bool {
	one, other := a.Copy(), b.Copy()
	one.Negated, other.Negated = false, false
	return one.Equal(other)
}
