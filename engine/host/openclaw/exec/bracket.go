package openclawexec

import (
	"regexp"
	"slices"
	"strings"
	"sync"

	"mvdan.cc/sh/v3/syntax"
)

var testOperator = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^-[a-zA-Z]+$`) })

// ocBracket reports whether tree-sitter cannot read a [ … ]: there is no closing
// bracket, or operands without an operator between them.
func (w *ocWalker) ocBracket(c *syntax.CallExpr) bool {
	if c.Args[0].Lit() != "[" {
		return false
	}
	last := len(c.Args) - 1
	if last < 1 || c.Args[last].Lit() != "]" {
		return true
	}
	if last == 1 && strings.ContainsAny(w.between(c.Args[0], c.Args[1]), "<>") {
		return true
	}
	wanted := last > 1 // an operand
	operators := []string{"=", "==", "=~", "!=", "<=", ">=", "+", "-", "+=", "-="}
	for i, a := range c.Args[1:last] {
		text := w.source(a)
		if tornOperand().MatchString(text) || strings.Contains(text, "[") && strings.Contains(text, `\`) && len(a.Parts) == 1 {
			return true
		}
		// A < or > that stands before the word is a redirect to our parser.
		compared := strings.ContainsAny(w.between(c.Args[i], a), "<>")
		operator := testOperator().MatchString(text)
		switch {
		case compared && wanted:
			return true
		case wanted && (text == "!" || operator && i < last-2):
			continue
		case wanted && operator && i > 0 && !testOperator().MatchString(w.source(c.Args[i])):
			return true
		case wanted:
			wanted = false
		case slices.Contains(operators, text) || operator:
			wanted = true
		default:
			return true
		}
	}
	return wanted
}

// tornOperand is a word in [ … ] that tree-sitter tears apart.
var tornOperand = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^(\{|--|~$|\\[()]|[A-Za-z_][A-Za-z0-9_]*\[)`) })

// between is the text between two words.
func (w *ocWalker) between(a, b syntax.Node) string {
	return cut(w.t.Src, int(a.End().Offset()), int(b.Pos().Offset()))
}
