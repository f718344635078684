package analysis

import (
	"slices"

	"github.com/skillctl/skillctl/engine/argv"
	"github.com/skillctl/skillctl/engine/command"
	"github.com/skillctl/skillctl/engine/command/dir"
	"mvdan.cc/sh/v3/syntax"
)

// loop walks a body that may run many times or not at all: a directory that it
// changes is not known inside it nor after it.
func (a *analyser) loop(sc scope, body func(scope) dir.After) dir.After {
	start, redirs := len(a.facts.Commands), len(a.facts.Redirects)
	out := body(sc)
	if out.OK.Equal(sc.dir) && out.Bad.Equal(sc.dir) {
		return out
	}
	for i := start; i < len(a.facts.Commands); i++ {
		a.facts.Commands[i].Dir = dir.Unknown()
	}
	for i := redirs; i < len(a.facts.Redirects); i++ {
		a.facts.Redirects[i].Dir = dir.Unknown()
	}
	return dir.Same(dir.Set{Unknown: true})
}

func (a *analyser) ifClause(c *syntax.IfClause, sc scope) dir.After {
	cond := sc
	cond.ctx.Condition = true
	test := a.stmts(c.Cond, cond)
	defer a.knowing(c.Cond)()
	sc.ctx.Conditional = true
	sc.dir = test.OK
	then := a.stmts(c.Then, sc)
	other := dir.Same(test.Bad)
	if c.Else != nil {
		sc.dir = test.Bad
		if len(c.Else.Cond) > 0 {
			other = a.ifClause(c.Else, sc)
		} else {
			other = a.stmts(c.Else.Then, sc)
		}
	}
	return dir.After{OK: then.OK.Union(other.OK), Bad: then.Bad.Union(other.Bad)}
}

func (a *analyser) forClause(c *syntax.ForClause, sc scope, mark func(string)) dir.After {
	how, rounds := "for", 0
	if c.Select {
		how = "select"
	}
	switch l := c.Loop.(type) {
	case *syntax.WordIter:
		mark(how)
		var value *argv.Word
		var each []argv.Word
		for _, w := range l.Items {
			one := a.word(sc.t, w, sc.dialect)
			each = append(each, a.each(sc.t, w, sc.dialect, one, sc.parent)...)
			a.inner(w, sc, sc.parent)
			if value == nil || !one.Static() {
				value = &one
			}
		}
		if len(l.Items) == 0 && !l.InPos.IsValid() {
			value = &variableWords([]string{"@"})[0]
			value.Expansions[0].All, value.Expansions[0].Quoted, value.Params = true, true, []string{"@"}
			each = []argv.Word{*value}
		}
		rounds = roundsOf(c, sc.ctx, each)
		a.assign(argv.Assignment{Command: sc.parent, How: how, Name: &l.Name.Value, Op: "=", Value: value, Each: each, Span: sc.t.Span(int(l.Name.Pos().Offset()), int(l.Name.End().Offset()))})
	case *syntax.CStyleLoop:
		mark("for-arith")
		for _, x := range []syntax.ArithmExpr{l.Init, l.Cond, l.Post} {
			if x != nil {
				a.evaluates("arithmetic", x, sc, sc.parent)
			}
		}
	}
	sc.ctx.Loop, sc.ctx.Rounds = true, rounds
	sc.ctx.Conditional = true
	known := a.values.set
	defer func() { a.values.set = known }()
	if l, ok := c.Loop.(*syntax.WordIter); ok {
		a.values.set = append(slices.Clip(known), l.Name.Value)
	}
	return a.loop(sc, func(sc scope) dir.After { return a.stmts(c.Do, sc) })
}

func (a *analyser) caseClause(c *syntax.CaseClause, sc scope) dir.After {
	a.inner(c.Word, sc, sc.parent)
	out := dir.Same(sc.dir)
	for _, item := range c.Items {
		for _, p := range item.Patterns {
			a.inner(p, sc, sc.parent)
		}
		one := sc
		one.ctx.Conditional = true
		item := a.stmts(item.Stmts, one)
		out = dir.After{OK: out.OK.Union(item.OK), Bad: out.Bad.Union(item.Bad)}
	}
	return out
}

// roundsOf is how often a loop runs at most, which stands in no other and gives its variable
// words that are spelled out; 0 where that is not known.
func roundsOf(c *syntax.ForClause, around command.Context, each []argv.Word) int {
	if c.Select || around.Loop || around.Function != "" || slices.ContainsFunc(each, func(w argv.Word) bool { return !w.Static() }) {
		return 0
	}
	return len(each)
}
