package analysis

import (
	"strings"

	"github.com/skillctl/skillctl/engine/argv"
	"github.com/skillctl/skillctl/engine/command"
	"github.com/skillctl/skillctl/engine/command/word"
	"mvdan.cc/sh/v3/syntax"
)

func (a *analyser) assigns(list []*syntax.Assign, how string, sc scope, id int) {
	for _, as := range list {
		a.assignment(as, how, sc, id)
	}
}

// assignment records one assignment of the grammar.
func (a *analyser) assignment(as *syntax.Assign, how string, sc scope, id int) {
	from, to := int(as.Pos().Offset()), int(as.End().Offset())
	v := argv.Assignment{Command: id, How: how, Op: "=", Span: sc.t.Span(from, to)}
	if as.Name != nil {
		name := as.Name.Value
		v.Name = &name
	}
	switch {
	case as.Index != nil:
		v.Op = "index"
		a.subscript(as.Index, sc, id)
		a.inner(as.Index, sc, id)
	case as.Array != nil:
		v.Op = "array"
		a.construct("array", sc.t, from, to)
		a.difference("array", sc.t, from, to)
		for _, e := range as.Array.Elems {
			v.Placed = v.Placed || e.Index != nil
			if e.Index != nil {
				a.subscript(e.Index, sc, id)
			}
			if e.Value != nil {
				v.Each = append(v.Each, a.each(sc.t, e.Value, sc.dialect, a.word(sc.t, e.Value, sc.dialect), id)...)
			}
		}
	case as.Append:
		v.Op = "+="
	}
	if as.Append && as.Array != nil {
		v.Op, v.Placed = "array", true
	}
	if as.Value != nil {
		w := a.word(sc.t, as.Value, sc.dialect)
		v.Value = &w
	} else if as.Array == nil && !as.Naked {
		empty := ""
		v.Value = &argv.Word{Value: &empty, Quote: "none", Params: []string{}, Span: v.Span}
	}
	a.assign(v)
	a.promptVariable(v)
	if as.Value != nil {
		a.inner(as.Value, sc, id)
	}
	if as.Array != nil {
		a.inner(as.Array, sc, id)
	}
}

// parameter walks one ${…}.
func (a *analyser) parameter(p *syntax.ParamExp, sc scope, id int) {
	a.takes(p, sc.t, id)
	from, to := int(p.Pos().Offset()), int(p.End().Offset())
	name := ""
	if p.Param != nil {
		name = p.Param.Value
	}
	hide := func(kind, level string) {
		a.hide(command.Hidden{Kind: kind, Command: id, Text: sc.t.Src[from:min(to, len(sc.t.Src))], Level: level, Params: []string{name}, Span: sc.t.Span(from, to), Words: variableWords([]string{name}), Names: true})
	}
	if p.Excl && p.Names == 0 {
		if !word.IsAll(p.Index) {
			hide("indirection", a.level())
		}
	}
	if p.Index != nil && !word.IsAll(p.Index) {
		a.subscript(p.Index, sc, id)
	}
	if p.Slice != nil {
		for _, x := range []syntax.ArithmExpr{p.Slice.Offset, p.Slice.Length} {
			if x != nil {
				a.hiddenArithmetic("arithmetic", p, x, sc, id)
			}
		}
	}
	if p.Flags != nil || p.NestedParam != nil || len(p.Modifiers) > 0 {
		a.opaque(command.OpaqueConstruct, id, "a parameter expansion of another shell", sc.t.Span(from, to))
	}
	if p.Exp == nil {
		return
	}
	switch p.Exp.Op {
	case syntax.AssignUnset, syntax.AssignUnsetOrNull:
		v := argv.Assignment{Command: id, How: "param", Name: &name, Op: "=", Span: sc.t.Span(from, to)}
		if p.Exp.Word != nil {
			w := a.word(sc.t, p.Exp.Word, sc.dialect)
			v.Value = &w
		}
		a.assign(v)
		a.promptVariable(v)
	case syntax.OtherParamOps:
		if p.Exp.Word == nil || strings.ContainsAny(p.Exp.Word.Lit(), "P") || p.Exp.Word.Lit() == "" {
			hide("prompt-expansion", "certain")
		}
	}
}
