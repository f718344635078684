package command

import (
	"mvdan.cc/sh/v3/expand"
	"mvdan.cc/sh/v3/syntax"
)

// maxApplied is how long a value may be, in bytes, of which a part is taken or replaced.
const maxApplied = 4 << 10

// applies is what an expansion with an operator makes of a value: ${x#a}, ${x/a/b}, ${x:1},
// ${x^^}. It is nil where that depends on more than the value.
func applies(p *syntax.ParamExp) func(string) (string, bool) {
	if p.Param == nil || !plainOperator(p) {
		return nil
	}
	one := &syntax.ParamExp{Param: &syntax.Lit{Value: "x"}, Slice: p.Slice, Repl: p.Repl, Exp: p.Exp}
	word := &syntax.Word{Parts: []syntax.WordPart{&syntax.DblQuoted{Parts: []syntax.WordPart{one}}}}
	return func(value string) (out string, ok bool) {
		if len(value) > maxApplied {
			return "", false
		}
		defer func() {
			if recover() != nil { // a form that the library does not have
				out, ok = "", false
			}
		}()
		out, err := expand.Literal(&expand.Config{Env: expand.ListEnviron("x=" + value)}, word)
		return out, err == nil && len(out) <= 4*maxApplied
	}
}

// plainOperator reports whether all words of an operator are text, and it evaluates none.
func plainOperator(p *syntax.ParamExp) bool {
	if p.Exp != nil && p.Exp.Op == syntax.OtherParamOps {
		if p.Exp.Word == nil {
			return false
		}
		switch p.Exp.Word.Lit() {
		case "Q", "E", "U", "u", "L":
		default:
			return false
		}
	}
	plain := true
	look := func(n syntax.Node) bool {
		switch n.(type) {
		case *syntax.ParamExp, *syntax.CmdSubst, *syntax.ProcSubst, *syntax.ArithmExp, *syntax.ExtGlob:
			plain = false
		}
		return plain
	}
	if p.Slice != nil {
		for _, x := range []syntax.ArithmExpr{p.Slice.Offset, p.Slice.Length} {
			if x != nil {
				syntax.Walk(x, look)
				plain = plain && !namesIn(x)
			}
		}
	}
	if p.Repl != nil {
		for _, w := range []*syntax.Word{p.Repl.Orig, p.Repl.With} {
			if w != nil {
				syntax.Walk(w, look)
			}
		}
	}
	if p.Exp != nil && p.Exp.Word != nil {
		syntax.Walk(p.Exp.Word, look)
	}
	return plain
}

// namesIn reports whether a number is not written out: a name is that of a variable.
func namesIn(x syntax.ArithmExpr) bool {
	found := false
	syntax.Walk(x, func(n syntax.Node) bool {
		if l, ok := n.(*syntax.Lit); ok && (l.Value == "" || l.Value[0] < '0' || l.Value[0] > '9') {
			found = true
		}
		return !found
	})
	return found
}
