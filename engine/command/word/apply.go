package word

import (
	"slices"
	"strings"

	"github.com/skillctl/skillctl/engine/argv"
	"github.com/skillctl/skillctl/engine/command/mark"
	"mvdan.cc/sh/v3/expand"
	"mvdan.cc/sh/v3/syntax"
)

// maxApplied is how long a value may be, in bytes, of which a part is taken or replaced.
const maxApplied = 4 << 10

// applied is the name under which an operator finds the value that it is applied to.
const applied = "_value"

// applies is what an expansion with an operator makes of a value: ${x#a}, ${x/a/b}, ${x:1},
// ${x^^}. It is nil where that depends on more than values of variables.
func applies(p *syntax.ParamExp) func(string, func(string) (string, bool)) (string, bool) {
	if p.Param == nil || p.Exp != nil && p.Exp.Op == syntax.OtherParamOps && !plainTransform(p.Exp.Word) {
		return nil
	}
	names, plain := operands(p)
	if !plain || !replacesPlainly(p) {
		return nil
	}
	one := &syntax.ParamExp{Param: &syntax.Lit{Value: applied}, Slice: p.Slice, Repl: p.Repl, Exp: p.Exp}
	word := &syntax.Word{Parts: []syntax.WordPart{&syntax.DblQuoted{Parts: []syntax.WordPart{one}}}}
	return func(value string, of func(string) (string, bool)) (out string, ok bool) {
		if len(value) > maxApplied {
			return "", false
		}
		defer func() {
			if recover() != nil { // a form that the library does not have
				out, ok = "", false
			}
		}()
		known := true
		env := expand.FuncEnviron(func(name string) string {
			if name == applied {
				return value
			}
			if !slices.Contains(names, name) {
				return "" // what the library asks for itself, such as IFS
			}
			got, ok := of(name)
			known = known && ok && (p.Repl == nil || !strings.ContainsAny(got, `&\`) && !strings.ContainsAny(got[:min(1, len(got))], "#%/"))
			return got
		})
		out, err := expand.Literal(&expand.Config{Env: env}, word)
		return out, err == nil && known && len(out) <= 4*maxApplied && !mark.Added(out, value)
	}
}

// replacesPlainly reports whether a replacement is of a text wherever it stands, by a text: a
// pattern that begins with "#" or "%" is held to the begin or the end, and "&" stands for what
// was matched, both of which the library does not know.
func replacesPlainly(p *syntax.ParamExp) bool {
	if p.Repl == nil {
		return true
	}
	if p.Repl.Orig == nil || len(p.Repl.Orig.Parts) == 0 {
		return false
	}
	for i, part := range p.Repl.Orig.Parts {
		switch part := part.(type) {
		case *syntax.ParamExp: // what it is is looked at when it is known
		case *syntax.Lit:
			if i == 0 && strings.ContainsAny(part.Value[:min(1, len(part.Value))], "#%/") {
				return false
			}
		default:
			return false
		}
	}
	if p.Repl.With == nil {
		return true
	}
	plain := true
	syntax.Walk(p.Repl.With, func(n syntax.Node) bool {
		if l, ok := n.(*syntax.Lit); ok {
			plain = plain && !strings.ContainsAny(l.Value, `&\`)
		}
		return plain
	})
	return plain
}

// plainTransform reports whether the letter of ${x@Q} is one that evaluates nothing.
func plainTransform(w *syntax.Word) bool {
	if w == nil {
		return false
	}
	switch w.Lit() {
	case "Q", "E", "U", "u", "L":
		return true
	}
	return false
}

// operands are the variables in the words of an operator, and whether these words are made
// of nothing but text and plain variables.
func operands(p *syntax.ParamExp) (names []string, plain bool) {
	plain = true
	look := func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.ParamExp:
			plain = plain && n.Param != nil && argv.IsIdentifier(n.Param.Value) && !n.Excl && !n.Length && n.Index == nil && n.Slice == nil && n.Repl == nil && n.Exp == nil && n.Names == 0
			if plain {
				names = append(names, n.Param.Value)
			}
		case *syntax.Lit:
			plain = plain && !strings.Contains(n.Value, "~") // a home folder, which is looked up
		case *syntax.CmdSubst, *syntax.ProcSubst, *syntax.ArithmExp, *syntax.ExtGlob:
			plain = false
		}
		return plain
	}
	for _, w := range operatorWords(p) {
		syntax.Walk(w, look)
	}
	if p.Slice != nil {
		for _, x := range []syntax.ArithmExpr{p.Slice.Offset, p.Slice.Length} {
			if x == nil {
				continue
			}
			syntax.Walk(x, look)
			// A name that is evaluated stands there without a dollar sign.
			syntax.Walk(x, func(n syntax.Node) bool {
				if l, ok := n.(*syntax.Lit); ok && argv.IsIdentifier(l.Value) {
					names = append(names, l.Value)
				}
				return true
			})
		}
	}
	return names, plain
}

// operatorWords are the words of an operator.
func operatorWords(p *syntax.ParamExp) []*syntax.Word {
	var out []*syntax.Word
	if p.Repl != nil {
		out = append(out, p.Repl.Orig, p.Repl.With)
	}
	if p.Exp != nil {
		out = append(out, p.Exp.Word)
	}
	return slices.DeleteFunc(out, func(w *syntax.Word) bool { return w == nil })
}
