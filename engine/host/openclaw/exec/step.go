package openclawexec

import (
	"regexp"
	"strings"
	"sync"

	"mvdan.cc/sh/v3/syntax"

	"github.com/skillctl/skillctl/engine/argv"
	"github.com/skillctl/skillctl/engine/command"
	"github.com/skillctl/skillctl/engine/command/word"
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
			word := word.DecodeAssign(w.t, as, command.Bash)
			step.argv = append(step.argv, textOf(word))
			step.words = append(step.words, word)
			step.dynamic = step.dynamic || expandsVariable(word)
		}
	}
	step.raw = cut(w.t.Src, from, to)
	if name == "[[" || name == "let" {
		step.dynamic = strings.Contains(step.raw, "$")
	}
	w.add(step)
	w.within(step, func() { w.inner(c) })
}

func cut(s string, from, to int) string { return s[min(from, len(s)):min(max(from, to), len(s))] }

// textOf is the decoded value of a word, or its text when it is dynamic.
func textOf(w argv.Word) string {
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
	s := &ocStep{argv: append([]string{}, head...), from: from, to: to, op: op, raw: cut(w.t.Src, from, to)}
	args, prefixed := c.Args, len(c.Assigns) > 0
	if prefixed {
		as := c.Assigns[0]
		s.prelude = !as.Append && as.Index == nil
	}
	for len(head) == 0 && len(args) > 0 && looseAssign().MatchString(w.source(args[0])) {
		args, prefixed = args[1:], true
	}
	if len(args) == 0 && len(head) == 0 {
		w.inner(c)
		return
	}
	if len(head) == 0 {
		w.name(args[0], prefixed)
	}
	for i, arg := range args {
		w.stepWord(s, arg, len(head) == 0 && i == 0, i == len(args)-1)
	}
	s.expands = expandsInText(cut(w.t.Src, w.argumentsFrom(from, head, args), to))
	if s.argv[0] == "" {
		// No command at all to OpenClaw.
		w.inner(c)
		return
	}
	w.add(s)
	w.within(s, func() { w.innerParts(s, c) })
	w.analyse(s)
}

// stepWord adds one word of a command.
func (w *ocWalker) stepWord(s *ocStep, arg *syntax.Word, name, last bool) {
	w.literalDollar(arg)
	word := word.Decode(w.t, arg, command.Bash)
	value, dynamic, keep := w.argument(word, arg, last && !name)
	if text := w.source(arg); name && (text == "==" || text == "=~") {
		value = text
	} else if last && text == `\ ` || tornNumber().MatchString(text) {
		w.broken()
	}
	if !keep && !name {
		return
	}
	s.words = append(s.words, word)
	s.argv = append(s.argv, value)
	if !name {
		s.dynamic = s.dynamic || dynamic && ocExpansion().MatchString(w.source(arg))
		s.heredoc = s.heredoc || strings.HasPrefix(value, "<<")
	}
}

// argumentsFrom is where the text begins that is looked at for expansions: what
// stands behind the name, for [ … ] behind its first word.
func (w *ocWalker) argumentsFrom(from int, head []string, args []*syntax.Word) int {
	switch {
	case len(head) > 0:
		return from + len(head[0])
	case args[0].Lit() == "[" && len(args) > 1:
		return int(args[1].End().Offset())
	}
	return int(args[0].End().Offset())
}

// innerParts records what is substituted inside a command.
func (w *ocWalker) innerParts(s *ocStep, c *syntax.CallExpr) {
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
	if w.ocBracket(c) {
		w.broken()
	}
}

// broken records that tree-sitter cannot read the text here.
func (w *ocWalker) broken() {
	w.risk("syntax-error")
	w.out.ok = false
}

func (w *ocWalker) source(n syntax.Node) string {
	return cut(w.t.Src, int(n.Pos().Offset()), int(n.End().Offset()))
}

// ocTornName is a name that the scanner of tree-sitter tears apart, because it
// looks like the beginning of an assignment; behind one a colon does, too.
var ocTornName = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(?:--)?(?:[A-Za-z_][A-Za-z0-9_]*([@%#\[:])|[A-Za-z0-9_]+([@%\[]))`)
})

// tornNumber is a number with a base and no digits.
var tornNumber = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^-?(0x)?[0-9]+#([^0-9A-Za-z@_]|$)`) })

// name looks at the word that names the program.
func (w *ocWalker) name(arg *syntax.Word, prefixed bool) {
	text := w.source(arg)
	if m := ocTornName().FindStringSubmatch(text); m != nil && (m[1] != ":" || prefixed) {
		w.broken()
		return
	}
	if strings.HasPrefix(text, "[") && text != "[" || strings.HasPrefix(text, "{") {
		w.broken()
		return
	}
	if text == "$" || w.dynamic(arg) {
		w.risk("dynamic-executable")
	}
}

// looseAssign is what tree-sitter takes for an assignment and a shell does not.
var looseAssign = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^([\p{L}\p{N}_]+|--[A-Za-z0-9_]+)\+?=`)
})

// dynamic reports whether OpenClaw takes a word for one that is expanded. A
// concatenation with a pattern in it is, even when the pattern is quoted.
func (w *ocWalker) dynamic(arg *syntax.Word) bool {
	if !isQuoted(arg) && ocPattern(w.source(arg)) {
		return true
	}
	dynamic := false
	syntax.Walk(arg, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.ParamExp, *syntax.CmdSubst, *syntax.ProcSubst:
			dynamic = true
		case *syntax.ArithmExp:
			// $[ … ] is plain text to tree-sitter.
			dynamic = dynamic || !n.Bracket
			return !n.Bracket
		}
		return !dynamic
	})
	return dynamic
}

// isQuoted reports whether a word is one quoted text and nothing else.
func isQuoted(arg *syntax.Word) bool {
	if len(arg.Parts) != 1 {
		return false
	}
	switch arg.Parts[0].(type) {
	case *syntax.SglQuoted, *syntax.DblQuoted:
		return true
	}
	return false
}

// ocPattern finds a glob, a bracket or a brace with something in it that no
// backslash stands before. Quotes do not matter.
func ocPattern(s string) bool {
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case '*', '?':
			return true
		case '[':
			if strings.IndexByte(s[i+1:], ']') > 0 {
				return true
			}
		case '{':
			if strings.IndexByte(s[i+1:], '}') > 0 {
				return true
			}
		}
	}
	return false
}

// argument is the value of a word in an argv, and whether it is expanded; keep
// is false for what tree-sitter drops: a lone dollar sign, and == and =~, which
// are operators to it.
func (w *ocWalker) argument(word argv.Word, arg *syntax.Word, last bool) (value string, dynamic, keep bool) {
	text := w.source(arg)
	if text == "==" || text == "=~" {
		if last {
			w.broken()
		}
		return "", false, false
	}
	dynamic = w.dynamic(arg)
	if rest, ok := strings.CutSuffix(text, "$$"); ok && rest != "" && !strings.ContainsAny(rest, "$`\"'\\") {
		return rest, ocPattern(text), true
	}
	value = ocValue(word)
	// White space behind a backslash at the beginning of a word is white space.
	for strings.HasPrefix(text, `\ `) {
		text, value = text[2:], strings.TrimPrefix(value, " ")
		if text == "" {
			return "", false, false
		}
	}
	if l, ok := arg.Parts[len(arg.Parts)-1].(*syntax.Lit); ok && strings.HasSuffix(l.Value, "$") && !strings.HasSuffix(l.Value, `\$`) {
		if next := cut(w.t.Src, int(arg.End().Offset()), int(arg.End().Offset())+1); trimJS(next) != "" {
			w.broken()
		}
		value = strings.TrimSuffix(value, "$")
		return value, dynamic, value != ""
	}
	if len(arg.Parts) > 1 && ocPattern(text) {
		return withoutBackslashes(text), true, true
	}
	return value, dynamic, true
}

// withoutBackslashes drops backslashes and nothing else.
func withoutBackslashes(s string) string {
	var out strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] == '\\' && i+1 < len(s) {
			i++
		}
		out.WriteByte(s[i])
	}
	return out.String()
}

// expandsInText reports whether the arguments of a command, as written, hold an
// unquoted glob, bracket or brace, or a tilde where a word may begin: then the
// text that would run cannot be written down. A quote does not end the
// beginning of a word here, as in OpenClaw.
func expandsInText(s string) bool {
	quote, escaped, start := rune(0), false, true
	for _, r := range s {
		switch {
		case escaped:
			escaped = false
		case quote != '\'' && r == '\\':
			escaped = true
		case quote != 0:
			if r == quote {
				quote = 0
			}
		case r == '\'' || r == '"':
			quote = r
		case trimJS(string(r)) == "":
			start = true
		case r == '~' && start, strings.ContainsRune("{*?[", r):
			return true
		default:
			start = false
		}
	}
	return false
}

// ocValue is a word's value with $[ … ] left as it is written.
func ocValue(w argv.Word) string {
	if w.Value != nil {
		return *w.Value
	}
	if strings.Contains(w.Text, "$[") && !expandsVariable(w) {
		return strings.Trim(w.Text, `"`)
	}
	return textOf(w)
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
func expandsVariable(w argv.Word) bool {
	dynamic := w.Value == nil || w.Glob || w.Brace
	return dynamic && ocExpansion().MatchString(w.Text)
}
