package analysis

import (
	"github.com/skillctl/skillctl/engine/argv"
	"github.com/skillctl/skillctl/engine/command"
	"github.com/skillctl/skillctl/engine/command/arithmetic"
	"github.com/skillctl/skillctl/engine/command/value"
	"mvdan.cc/sh/v3/syntax"
)

// evaluates records an arithmetic expression and walks what it expands.
func (a *analyser) evaluates(kind string, x syntax.ArithmExpr, sc scope, id int) {
	a.hiddenArithmetic(kind, x, x, sc, id)
	a.inner(x, sc, id)
}

// hiddenArithmetic records that the variables of x are evaluated as
// arithmetic, so that a value such as a[$(cmd)] runs cmd. Numbers alone are not
// recorded.
func (a *analyser) hiddenArithmetic(kind string, n syntax.Node, x syntax.ArithmExpr, sc scope, id int) {
	params, code := arithmetic.Evaluated(x)
	a.arithmeticAssigns(x, sc, id)
	words := arithmetic.Words(sc.t, x, sc.dialect)
	if len(params) == 0 && !code && kind != "dollar-bracket" && len(words) == 0 {
		return
	}
	from, to := int(n.Pos().Offset()), min(int(n.End().Offset()), len(sc.t.Src))
	level := a.level()
	if code {
		level = "certain"
	}
	a.hide(command.Hidden{Kind: kind, Command: id, Text: sc.t.Src[from:max(from, to)], Level: level, Params: params, Span: sc.t.Span(from, to), Words: words})
}

// integers records assignments to the variables that a shell itself makes integers: it
// evaluates whatever they are given. What a text declares as one is found in
// declare.go.
func (a *analyser) integers(vars *value.Values) {
	for _, v := range a.facts.Assignments {
		if v.Name == nil || v.Op == "unset" || v.Op == "export" || !argv.VariableOfShell(*v.Name).Integer || !vars.Sets(*v.Name) {
			continue
		}
		names := []string{*v.Name}
		a.hide(command.Hidden{Kind: "integer-attribute", Command: v.Command, Text: *v.Name, Level: a.level(), Params: names, Span: v.Span, Words: variableWords(names)})
	}
}

// subscript records an array index: bash evaluates it as arithmetic unless the
// array is associative.
func (a *analyser) subscript(x syntax.ArithmExpr, sc scope, id int) {
	params, code := arithmetic.Evaluated(x)
	quoted, subst := arithmetic.Substitutes(x)
	a.arithmeticAssigns(x, sc, id)
	words := arithmetic.Words(sc.t, x, sc.dialect)
	if len(params) == 0 && !code && !subst && len(words) == 0 {
		return
	}
	from, to := int(x.Pos().Offset()), min(int(x.End().Offset()), len(sc.t.Src))
	level := a.level()
	if code || quoted && code {
		level = "certain"
	}
	a.hide(command.Hidden{Kind: "subscript", Command: id, Text: sc.t.Src[from:max(from, to)], Level: level, Params: params, Span: sc.t.Span(from, to), Words: words})
}

// testOperators looks at the operators of [[ … ]] that evaluate their operands.
func (a *analyser) testOperators(x syntax.TestExpr, sc scope, id int) {
	switch x := x.(type) {
	case *syntax.ParenTest:
		a.testOperators(x.X, sc, id)
	case *syntax.UnaryTest:
		if x.Op == syntax.TsVarSet || x.Op == syntax.TsRefVar {
			if w, ok := x.X.(*syntax.Word); ok {
				a.nameOperand(a.word(sc.t, w, sc.dialect), id)
			}
			return
		}
		a.testOperators(x.X, sc, id)
	case *syntax.BinaryTest:
		switch x.Op {
		case syntax.TsEql, syntax.TsNeq, syntax.TsLeq, syntax.TsGeq, syntax.TsLss, syntax.TsGtr:
			for _, side := range []syntax.TestExpr{x.X, x.Y} {
				if w, ok := side.(*syntax.Word); ok {
					a.arithmeticOperand(a.word(sc.t, w, sc.dialect), id)
				}
			}
		case syntax.TsReMatch:
			if w, ok := x.Y.(*syntax.Word); ok {
				a.word(sc.t, w, sc.dialect)
			}
		default:
			a.testOperators(x.X, sc, id)
			a.testOperators(x.Y, sc, id)
		}
	}
}
