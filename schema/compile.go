package schema

import (
	"fmt"
	"slices"
	"strings"

	"cuelang.org/go/cue/ast"
	"cuelang.org/go/cue/literal"
	"cuelang.org/go/cue/token"
)

// compiler turns definitions into specs. It knows the part of CUE that the
// schema files are written in; anything else is an error, found by the tests.
type compiler struct {
	defs definitions
	done map[string]*spec
	// limits: every struct is open and nothing is required, as for settings
	// that only limit what other settings say.
	limits bool
}

// maxChoices bounds the variants of one place: joining two choices multiplies
// them.
const maxChoices = 200

// placeError is a part of a text that the compiler does not take.
type placeError struct {
	pos  token.Pos
	text string
	// name is the name that stands there and means nothing, "" for all else.
	name string
}

func (e *placeError) Error() string { return e.pos.String() + ": " + e.text }

func failAt(pos token.Pos, format string, args ...any) error {
	return &placeError{pos: pos, text: fmt.Sprintf(format, args...)}
}

// definition returns the spec of a named definition. While a definition that
// mentions itself is being compiled, its unfinished spec is returned.
func (c *compiler) definition(name string) (*spec, error) {
	if s := c.done[name]; s != nil {
		return s, nil
	}
	f := c.defs[name]
	if f == nil {
		return nil, fmt.Errorf("definition %s does not exist", name)
	}
	s := &spec{name: name}
	c.done[name] = s
	body, err := c.expr(f.Value)
	if err != nil {
		return nil, fmt.Errorf("definition %s: %w", name, err)
	}
	s.alts, s.def, s.hasDef, s.doc = body.alts, body.def, body.hasDef, docOf(f)
	return s, nil
}

func (c *compiler) expr(e ast.Expr) (*spec, error) {
	switch e := e.(type) {
	case *ast.Ident:
		return c.ident(e)
	case *ast.BasicLit:
		v, err := literalValue(e)
		if err != nil {
			return nil, err
		}
		return constant(v), nil
	case *ast.ParenExpr:
		return c.expr(e.X)
	case *ast.BottomLit:
		return &spec{}, nil // no value at all: the key must not be there
	case *ast.StructLit:
		return c.structure(e)
	case *ast.ListLit:
		return c.listLit(e)
	case *ast.UnaryExpr:
		return c.unary(e)
	case *ast.BinaryExpr:
		return c.binary(e)
	case *ast.CallExpr:
		return c.call(e)
	}
	return nil, failAt(e.Pos(), "expression %T is not supported", e)
}

func constant(v any) *spec {
	return &spec{alts: []*alt{{kinds: kindOf(v), consts: []any{v}}}}
}

func (c *compiler) ident(e *ast.Ident) (*spec, error) {
	types := map[string]kinds{
		"_": kindAny, "string": kindString, "int": kindInt, "float": kindFloat, "number": kindNumber,
		"bool": kindBool, "null": kindNull,
	}
	if k, ok := types[e.Name]; ok {
		return &spec{alts: []*alt{{kinds: k}}}, nil
	}
	switch e.Name {
	case "true", "false":
		return constant(e.Name == "true"), nil
	}
	if strings.HasPrefix(e.Name, "#") || strings.HasPrefix(e.Name, "_#") {
		return c.definition(e.Name)
	}
	return nil, &placeError{pos: e.Pos(), text: fmt.Sprintf("name %q is not supported", e.Name), name: e.Name}
}

func literalValue(e *ast.BasicLit) (any, error) {
	switch e.Kind {
	case token.NULL:
		return nil, nil
	case token.TRUE, token.FALSE:
		return e.Kind == token.TRUE, nil
	case token.STRING:
		s, err := literal.Unquote(e.Value)
		if err != nil {
			return nil, failAt(e.Pos(), "%v", err)
		}
		return s, nil
	case token.INT, token.FLOAT:
		return numberLiteral(e)
	}
	return nil, failAt(e.Pos(), "literal %s is not supported", e.Value)
}

func numberLiteral(e *ast.BasicLit) (any, error) {
	var info literal.NumInfo
	if err := literal.ParseNum(e.Value, &info); err != nil {
		return nil, failAt(e.Pos(), "%v", err)
	}
	text := info.String()
	var i int64
	if e.Kind == token.INT {
		if _, err := fmt.Sscanf(text, "%d", &i); err == nil {
			return i, nil
		}
	}
	var f float64
	if _, err := fmt.Sscanf(text, "%g", &f); err != nil {
		return nil, failAt(e.Pos(), "read number %s: %v", text, err)
	}
	return f, nil
}

func (c *compiler) listLit(e *ast.ListLit) (*spec, error) {
	l := &list{}
	for _, el := range e.Elts {
		dots, ok := el.(*ast.Ellipsis)
		if !ok {
			s, err := c.expr(el)
			if err != nil {
				return nil, err
			}
			l.fixed = append(l.fixed, s)
			continue
		}
		l.rest = anything()
		if dots.Type != nil {
			s, err := c.expr(dots.Type)
			if err != nil {
				return nil, err
			}
			l.rest = s
		}
	}
	s := &spec{alts: []*alt{{kinds: kindList, list: l}}}
	if v, ok := constList(e); ok {
		s.def = v // used only when marked as the default
	}
	return s, nil
}

// constList returns the value of a list of literals.
func constList(e *ast.ListLit) ([]any, bool) {
	out := []any{}
	for _, el := range e.Elts {
		lit, ok := el.(*ast.BasicLit)
		if !ok {
			return nil, false
		}
		v, err := literalValue(lit)
		if err != nil {
			return nil, false
		}
		out = append(out, v)
	}
	return out, true
}

func (c *compiler) unary(e *ast.UnaryExpr) (*spec, error) {
	if e.Op == token.MUL {
		return c.defaulted(e.X)
	}
	if lit, ok := e.X.(*ast.BasicLit); ok && (e.Op == token.SUB || e.Op == token.ADD) {
		return signed(e, lit)
	}
	sign, x := 1.0, e.X
	if neg, ok := x.(*ast.UnaryExpr); ok && neg.Op == token.SUB {
		sign, x = -1, neg.X
	}
	lit, ok := x.(*ast.BasicLit)
	if !ok {
		return nil, failAt(e.Pos(), "%s needs a literal", e.Op)
	}
	v, err := literalValue(lit)
	if err != nil {
		return nil, err
	}
	if n, ok := number(v); ok && sign < 0 {
		v = sign * n
	}
	return bound(e.Op, v)
}

// signed compiles -1 and +1.
func signed(e *ast.UnaryExpr, lit *ast.BasicLit) (*spec, error) {
	v, err := literalValue(lit)
	if err != nil {
		return nil, err
	}
	n, ok := number(v)
	if !ok {
		return nil, failAt(e.Pos(), "%s needs a number", e.Op)
	}
	if e.Op == token.SUB {
		n = -n
	}
	return constant(n), nil
}

func bound(op token.Token, v any) (*spec, error) {
	if text, ok := v.(string); ok {
		ops := map[token.Token]checkOp{token.MAT: opMatch, token.NMAT: opNotMatch, token.NEQ: opNot}
		o, ok := ops[op]
		if !ok {
			return nil, fmt.Errorf("operator %s on a string is not supported", op)
		}
		ch := check{op: o, text: text}
		if o != opNot {
			ch.re = newExpression(text, asciiOf(text))
		}
		return &spec{alts: []*alt{{kinds: kindString, checks: []check{ch}}}}, nil
	}
	num, ok := number(v)
	ops := map[token.Token]checkOp{token.GEQ: opMin, token.LEQ: opMax, token.GTR: opAbove, token.LSS: opBelow}
	o, known := ops[op]
	if !ok || !known {
		return nil, fmt.Errorf("operator %s on %v is not supported", op, v)
	}
	return &spec{alts: []*alt{{kinds: kindNumber, checks: []check{{op: o, num: num}}}}}, nil
}

// defaulted compiles `*x`: the variant and the value that stands for a missing
// one.
func (c *compiler) defaulted(x ast.Expr) (*spec, error) {
	s, err := c.expr(x)
	if err != nil {
		return nil, err
	}
	out := *s
	out.name = ""
	if isList := len(s.alts) == 1 && s.alts[0].list != nil; isList && s.def != nil {
		// The other side of the disjunction says what the list may hold.
		return &spec{def: s.def, hasDef: true}, nil
	}
	switch {
	case len(s.alts) == 1 && len(s.alts[0].consts) == 1:
		out.def = s.alts[0].consts[0]
	case s.def == nil:
		return nil, failAt(x.Pos(), "a default must be a literal")
	}
	out.hasDef = true
	return &out, nil
}

func (c *compiler) binary(e *ast.BinaryExpr) (*spec, error) {
	x, err := c.expr(e.X)
	if err != nil {
		return nil, err
	}
	y, err := c.expr(e.Y)
	if err != nil {
		return nil, err
	}
	switch e.Op {
	case token.AND:
		out := both(x, y)
		switch {
		case len(out.alts) == 0:
			return nil, failAt(e.Pos(), "no value can satisfy both sides")
		case len(out.alts) > maxChoices:
			return nil, failAt(e.Pos(), "more than %d choices", maxChoices)
		}
		return out, nil
	case token.OR:
		out := &spec{alts: eitherAlts(x.alts, y.alts)}
		if len(out.alts) > maxChoices {
			return nil, failAt(e.Pos(), "more than %d choices", maxChoices)
		}
		for _, s := range []*spec{y, x} {
			if s.hasDef {
				out.def, out.hasDef = s.def, true
			}
		}
		return out, nil
	}
	return nil, failAt(e.Pos(), "operator %s is not supported", e.Op)
}

// eitherAlts returns the variants of both sides, without constants that another
// variant takes anyway: `*300 | int` is int.
func eitherAlts(x, y []*alt) []*alt {
	out := append(append([]*alt(nil), x...), y...)
	return slices.DeleteFunc(slices.Clone(out), func(a *alt) bool {
		return a.consts != nil && slices.ContainsFunc(out, func(b *alt) bool { return b != a && b.takesAll(a.consts) })
	})
}

// takesAll reports whether a, which is no enumeration, accepts every value.
func (a *alt) takesAll(values []any) bool {
	if a.consts != nil || a.object != nil || a.list != nil {
		return false
	}
	return !slices.ContainsFunc(values, func(v any) bool {
		return a.kinds&kindOf(v) == 0 || slices.ContainsFunc(a.checks, func(c check) bool { _, ok := c.holds(v); return !ok })
	})
}

// call compiles the length validators of packages strings and list.
func (c *compiler) call(e *ast.CallExpr) (*spec, error) {
	sel, ok := e.Fun.(*ast.SelectorExpr)
	if !ok || len(e.Args) != 1 {
		return nil, failAt(e.Pos(), "call is not supported")
	}
	pkg, _ := sel.X.(*ast.Ident)
	fn, _ := sel.Sel.(*ast.Ident)
	lit, isLit := e.Args[0].(*ast.BasicLit)
	if pkg == nil || fn == nil || !isLit {
		return nil, failAt(e.Pos(), "call is not supported")
	}
	v, err := literalValue(lit)
	if err != nil {
		return nil, err
	}
	num, _ := number(v)
	switch pkg.Name + "." + fn.Name {
	case "strings.MinRunes":
		return &spec{alts: []*alt{{kinds: kindString, checks: []check{{op: opMinRunes, num: num}}}}}, nil
	case "strings.MaxRunes":
		return &spec{alts: []*alt{{kinds: kindString, checks: []check{{op: opMaxRunes, num: num}}}}}, nil
	case "list.MinItems":
		return &spec{alts: []*alt{{kinds: kindList, checks: []check{{op: opMinItems, num: num}}}}}, nil
	case "list.MaxItems":
		return &spec{alts: []*alt{{kinds: kindList, checks: []check{{op: opMaxItems, num: num}}}}}, nil
	}
	return nil, failAt(e.Pos(), "function %s.%s is not supported", pkg.Name, fn.Name)
}
