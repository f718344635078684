package analysis

import (
	"github.com/skillctl/skillctl/engine/argv"
	"github.com/skillctl/skillctl/engine/command/arithmetic"
	"github.com/skillctl/skillctl/engine/command/word"
	"mvdan.cc/sh/v3/syntax"
)

// arithmeticAssigns records the variables that an expression sets.
func (a *analyser) arithmeticAssigns(x syntax.ArithmExpr, sc scope, id int) {
	syntax.Walk(x, func(n syntax.Node) bool {
		var target syntax.ArithmExpr
		switch n := n.(type) {
		case *syntax.CmdSubst, *syntax.ProcSubst, *syntax.ArithmExp:
			return false // walked on its own
		case *syntax.BinaryArithm:
			switch n.Op {
			case syntax.Assgn, syntax.AddAssgn, syntax.SubAssgn, syntax.MulAssgn, syntax.QuoAssgn, syntax.RemAssgn,
				syntax.AndAssgn, syntax.OrAssgn, syntax.XorAssgn, syntax.ShlAssgn, syntax.ShrAssgn:
				target = n.X
			}
		case *syntax.UnaryArithm:
			if n.Op == syntax.Inc || n.Op == syntax.Dec {
				target = n.X
			}
		case *syntax.Word:
			// let "x=1" is one word for the parser.
			if w := word.Decode(sc.t, n, sc.dialect); !argv.IsIdentifier(w.Shape()) {
				a.textAssigns(w.Shape(), w, id)
			}
		}
		if target == nil {
			return true
		}
		from, to := int(target.Pos().Offset()), min(int(target.End().Offset()), len(sc.t.Src))
		v := argv.Assignment{Command: id, How: "arithmetic", Op: "=", Span: sc.t.Span(from, to)}
		for _, name := range arithmetic.First(sc.t.Src[min(from, to):to]) {
			v.Name = &name
		}
		a.assign(v)
		return true
	})
}

// textAssigns records the variables that a text sets when it is evaluated.
func (a *record) textAssigns(text string, w argv.Word, id int) {
	_, set := arithmetic.Names(text)
	for _, name := range set {
		a.assign(argv.Assignment{Command: id, How: "arithmetic", Name: &name, Op: "=", Span: w.Span})
	}
}
