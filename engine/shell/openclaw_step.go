package shell

import (
	"regexp"
	"strings"
	"sync"

	"mvdan.cc/sh/v3/syntax"
)

func (w *ocWalker) call(c *syntax.CallExpr, s *syntax.Stmt, op string) {
	if len(c.Args) == 0 {
		for _, as := range c.Assigns {
			w.inner(as)
		}
		return
	}
	if c.Args[0].Lit() == "unset" || c.Args[0].Lit() == "unsetenv" {
		// A statement of its own to tree-sitter, not a command.
		w.inner(c)
		return
	}
	w.step(nil, c, int(c.Pos().Offset()), int(c.End().Offset()), op)
}

// words adds a step for a construct whose words do not matter.
func (w *ocWalker) words(n syntax.Node, name string, c syntax.Node, from, to int, op string) {
	step := &ocStep{argv: []string{name}, from: from, to: to, op: op}
	if d, ok := n.(*syntax.DeclClause); ok {
		step.argv = []string{d.Variant.Value}
		for _, as := range d.Args {
			word := w.a.assignWord(as, scope{t: w.t, dialect: Bash})
			step.argv = append(step.argv, textOf(word))
			step.words = append(step.words, word)
			step.dynamic = step.dynamic || expandsVariable(word)
		}
	}
	step.raw = cut(w.t.src, from, to)
	if name == "[[" {
		step.dynamic = strings.Contains(step.raw, "$")
	}
	w.add(step)
	w.within(step, func() { w.inner(c) })
}

func cut(s string, from, to int) string { return s[min(from, len(s)):min(max(from, to), len(s))] }

// textOf is the decoded value of a word, or its text when it is dynamic.
func textOf(w Word) string {
	if w.Value != nil {
		return *w.Value
	}
	return strings.Trim(w.Text, `"`)
}

// within marks what fn finds as standing inside a top-level step.
func (w *ocWalker) within(step *ocStep, fn func()) {
	holder := w.holder
	if holder < 0 {
		w.holder = len(w.out.steps) - 1
	}
	before := len(w.out.risks)
	fn()
	for _, r := range w.out.risks[before:] {
		step.inner = append(step.inner, r.kind)
	}
	w.holder = holder
}

func (w *ocWalker) add(s *ocStep) {
	s.parent, s.payload, s.top, s.t = w.parent, w.parent >= 0, w.parent < 0 && !w.nested, w.t
	w.out.steps = append(w.out.steps, s)
}

// step adds the step of a simple command. head are words before its own.
func (w *ocWalker) step(head []string, c *syntax.CallExpr, from, to int, op string) {
	s := &ocStep{argv: append([]string{}, head...), from: from, to: to, op: op, raw: cut(w.t.src, from, to)}
	name := w.a.word(w.t, c.Args[0], Bash)
	if len(c.Assigns) > 0 {
		as := c.Assigns[0]
		s.prelude = !as.Append && as.Index == nil && as.Array == nil
	}
	args := c.Args
	for len(head) == 0 && len(args) > 1 && looseAssign().MatchString(args[0].Lit()) {
		args = args[1:]
	}
	for i, arg := range args {
		word := w.a.word(w.t, arg, Bash)
		w.literalDollar(arg)
		value, keep := w.argument(word, arg)
		if !keep && len(s.argv) > 0 {
			continue
		}
		s.words = append(s.words, word)
		s.argv = append(s.argv, value)
		s.dynamic = s.dynamic || i > 0 && expandsVariable(word)
		s.expands = s.expands || i > 0 && renderExpands(word)
		s.heredoc = s.heredoc || i > 0 && strings.HasPrefix(ocValue(word), "<<")
	}
	if n := len(s.words); n > 1 && s.words[n-1].Text == `\ ` {
		w.out.ok = false
		w.risk("syntax-error")
	}
	w.add(s)
	w.within(s, func() {
		before := len(w.out.risks)
		for _, as := range c.Assigns {
			w.inner(as)
		}
		for _, r := range w.out.risks[before:] {
			s.before = append(s.before, r.kind)
		}
		for _, arg := range c.Args {
			w.inner(arg)
		}
		if isDynamicName(name) {
			w.risk("dynamic-executable")
		}
		if ocBracket(c) {
			w.out.ok = false
			w.risk("syntax-error")
		}
	})
	w.analyse(s)
}

// looseAssign is what tree-sitter takes for an assignment and a shell does not.
var looseAssign = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[\p{L}\p{N}_]+=`) })

// argument is the value of a word in an argv; false drops it, as tree-sitter
// drops a lone dollar sign.
func (w *ocWalker) argument(word Word, arg *syntax.Word) (string, bool) {
	value := ocValue(word)
	if l, ok := arg.Parts[len(arg.Parts)-1].(*syntax.Lit); ok && strings.HasSuffix(l.Value, "$") && !strings.HasSuffix(l.Value, `\$`) {
		value = strings.TrimSuffix(value, "$")
		return value, value != ""
	}
	if len(arg.Parts) > 1 && word.Value != nil && strings.ContainsAny(word.Text, "*?[{") && !strings.Contains(word.Text, `\`) {
		// A concatenation with a pattern in it keeps its quotes.
		return word.Text, true
	}
	return value, true
}

// ocBracket reports whether a [ has no closing bracket.
func ocBracket(c *syntax.CallExpr) bool {
	if c.Args[0].Lit() != "[" {
		return false
	}
	for _, a := range c.Args[1:] {
		if l := a.Lit(); strings.Contains(l, "[") && strings.Contains(l, `\`) {
			return true
		}
	}
	return len(c.Args) < 2 || c.Args[len(c.Args)-1].Lit() != "]"
}

// ocValue is a word's value with $[ … ] left as it is written.
func ocValue(w Word) string {
	if w.Value != nil {
		return *w.Value
	}
	if strings.Contains(w.Text, "$[") && !expandsVariable(w) {
		return strings.Trim(w.Text, `"`)
	}
	return textOf(w)
}

func isDynamicName(w Word) bool {
	return w.Value == nil || w.Glob || w.Brace || strings.ContainsAny(w.Text, "{") && w.Quote == "none"
}

// literalDollar finds a dollar sign that tree-sitter cannot read: one before a
// character that begins no expansion.
func (w *ocWalker) literalDollar(word *syntax.Word) {
	for n, p := range word.Parts {
		l, ok := p.(*syntax.Lit)
		if !ok {
			continue
		}
		for i := 0; i < len(l.Value); i++ {
			switch {
			case l.Value[i] == '\\':
				i++
			case l.Value[i] != '$':
			case i+1 < len(l.Value) && (l.Value[i+1] == '.' || l.Value[i+1] == '['):
			case i+1 == len(l.Value) && n == len(word.Parts)-1:
			default:
				w.risk("syntax-error")
				w.out.ok = false
			}
		}
	}
}

var ocExpansion = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile("(?:\\$[A-Za-z0-9_@*?#$!-]|\\$\\{|`|\\$\\(|[<>]\\()")
})

// expandsVariable reports whether a word is dynamic and its text looks like an
// expansion.
func expandsVariable(w Word) bool {
	dynamic := w.Value == nil || w.Glob || w.Brace
	return dynamic && ocExpansion().MatchString(w.Text)
}

// renderExpands reports whether a word cannot stand in the enforced text.
func renderExpands(w Word) bool {
	return w.Glob || w.Brace || strings.HasPrefix(w.Text, "~") || w.Quote != "single" && w.Quote != "double" && bareBrace(w.Text)
}

// bareBrace finds an unquoted bracket or brace.
func bareBrace(s string) bool {
	var q quotes
	for _, r := range s {
		if q.plain(r) && (r == '{' || r == '[' || r == '*' || r == '?') {
			return true
		}
	}
	return false
}
