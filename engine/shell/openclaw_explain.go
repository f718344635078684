package shell

import (
	"regexp"
	"strings"
	"sync"

	"mvdan.cc/sh/v3/syntax"
)

// ocStep is one command that the explanation found.
type ocStep struct {
	argv     []string
	raw      string
	from, to int // span in the text of its level, prelude included
	prelude  bool
	payload  bool // it came out of the text of a shell
	parent   int  // the step whose text held it, -1 for none
	top      bool
	expands  bool
	heredoc  bool
	dynamic  bool // some argument expands a variable
	op       string
	words    []Word
	// risks are what recordCommandRisks of OpenClaw says of the argv.
	prompt []string
	inline string
	shell  bool // it is itself a shell with a text
	// inner are unanalyzable risks inside the step, before marks those in its
	// assignments.
	inner  []string
	before []string
	t      *text
}

// ocExplanation is a text as OpenClaw explains it.
type ocExplanation struct {
	ok      bool
	steps   []*ocStep
	risks   []ocRisk
	shapes  []string
	dynamic int // step with a dynamic argument that blocks, -1 for none
}

// ocRisk makes a text unanalyzable. Step is the top-level step that holds it,
// -1 when it stands outside of any.
type ocRisk struct {
	kind string
	step int
}

type ocWalker struct {
	out    *ocExplanation
	a      *analyser
	t      *text
	depth  int
	parent int // step whose payload is walked
	holder int // top-level step inside which everything stands, -1 for none
	nested bool
}

var ocContinuation = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\\(?:\r\n|\n|\r)`) })

// explainOpenClaw parses and walks a text.
func explainOpenClaw(src string) *ocExplanation {
	out := &ocExplanation{ok: true, dynamic: -1}
	w := &ocWalker{out: out, a: newAnalyser(newFacts("command", Bash, src), options{dialect: Bash}), parent: -1, holder: -1}
	w.read(newText(src))
	return out
}

func (w *ocWalker) risk(kind string) {
	w.out.risks = append(w.out.risks, ocRisk{kind, w.holder})
}

func (w *ocWalker) read(t *text) {
	w.t = t
	src := t.src
	if ocContinuation().MatchString(src) || strings.Contains(src, "\n\\") {
		w.out.risks = append(w.out.risks, ocRisk{"line-continuation", w.wholeText()})
	}
	if strings.HasSuffix(src, `\`) && !strings.HasSuffix(src, `\\`) {
		w.risk("syntax-error")
		w.out.ok = false
	}
	if limit, _ := prescan(src); limit != "" || len(src) > 131072 {
		w.out.ok = false
		w.risk("unanalyzable")
		return
	}
	p := parsers.bash.Get().(*syntax.Parser)
	text := ocText(src)
	file, err := p.Parse(&clocked{r: strings.NewReader(text), deadline: w.a.deadline}, "")
	if err == nil {
		parsers.bash.Put(p)
	} else {
		file, err = retryOpenClaw(text)
	}
	if err != nil {
		w.out.ok = false
		w.risk("syntax-error")
		return
	}
	w.t = newText(text)
	w.stmts(file.Stmts, "")
}

// wholeText marks a risk that spans the whole text: it stands inside a step
// only if that step is all there is.
const ocWhole = -2

func (w *ocWalker) wholeText() int {
	if w.holder >= 0 {
		return w.holder
	}
	return ocWhole
}

// ocText makes the white space of tree-sitter that of a shell, byte for byte.
func ocText(src string) string {
	text := src
	if rest, ok := strings.CutPrefix(src, "\ufeff"); ok {
		text = "   " + rest
	}
	if !strings.ContainsAny(text, "\f\v") {
		return text
	}
	var q quotes
	out := []byte(text)
	for i, r := range text {
		if q.plain(r) && (r == '\f' || r == '\v') {
			out[i] = ' '
		}
	}
	return string(out)
}

var ocIndexed = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(^|[\s;&|'"])([A-Za-z_][A-Za-z0-9_]*)\[([A-Za-z0-9_]+)\](\+?=)`)
})

// retryOpenClaw reads forms that tree-sitter accepts and the shell parser does
// not: a lone ";;" at the end, and an indexed assignment before a command.
func retryOpenClaw(src string) (*syntax.File, error) {
	text := src
	if cut, ok := strings.CutSuffix(strings.TrimRight(src, " \t\n"), ";;"); ok {
		text = cut + " ;"
	}
	text = ocIndexed().ReplaceAllStringFunc(text, func(s string) string {
		m := ocIndexed().FindStringSubmatch(s)
		return m[1] + m[2] + "_" + m[3] + strings.Repeat("_", len(m[4])-1) + "+="
	})
	if text == src {
		return nil, errSlow
	}
	return syntax.NewParser(syntax.Variant(syntax.LangBash)).Parse(strings.NewReader(text), "")
}

func (w *ocWalker) stmts(list []*syntax.Stmt, op string) {
	for i, s := range list {
		joined := ";"
		if i == len(list)-1 {
			joined = op
		}
		w.stmt(s, joined)
	}
}

// stmt walks one statement; op joins its last command to what follows.
func (w *ocWalker) stmt(s *syntax.Stmt, op string) {
	if s.Background || s.Coprocess {
		w.shape("background")
	}
	if call, ok := s.Cmd.(*syntax.CallExpr); ok && len(s.Redirs) > 0 && isTestRedirect(call, s) {
		w.call(call, s, op)
		return
	}
	w.redirects(s.Redirs)
	switch c := s.Cmd.(type) {
	case *syntax.CallExpr:
		w.call(c, s, op)
	case *syntax.BinaryCmd:
		w.binary(c, op)
	case *syntax.DeclClause:
		w.words(c, "declaration", c, int(c.Pos().Offset()), int(c.End().Offset()), op)
	case *syntax.TestClause:
		w.words(c, "[[", c, int(c.Pos().Offset()), int(c.End().Offset()), op)
	case *syntax.LetClause:
		w.words(c, "let", c, int(c.Pos().Offset()), int(c.End().Offset()), op)
	case *syntax.TimeClause:
		w.time(c, op)
	case *syntax.CoprocClause:
		w.words(c, "coproc", c, int(c.Pos().Offset()), int(c.End().Offset()), op)
	case *syntax.FuncDecl:
		w.risk("function-definition")
		if c.Body != nil {
			w.stmt(c.Body, "")
		}
	case nil:
	default:
		w.control(c)
	}
}

func (w *ocWalker) shape(s string) { w.out.shapes = append(w.out.shapes, s) }

func (w *ocWalker) control(c syntax.Command) {
	switch c := c.(type) {
	case *syntax.Block:
		w.shape("group")
		w.stmts(c.Stmts, "")
	case *syntax.Subshell:
		w.shape("subshell")
		w.stmts(c.Stmts, "")
	case *syntax.ArithmCmd:
		w.shape("group")
		w.inner(c)
	case *syntax.IfClause:
		w.shape("if")
		for n := c; n != nil; n = n.Else {
			w.stmts(n.Cond, "")
			w.stmts(n.Then, "")
		}
	case *syntax.WhileClause:
		w.shape("while")
		w.stmts(c.Cond, "")
		w.stmts(c.Do, "")
	case *syntax.ForClause:
		if _, arithmetic := c.Loop.(*syntax.CStyleLoop); !arithmetic {
			w.shape("for")
		}
		if c.Loop != nil {
			w.inner(c.Loop)
		}
		w.stmts(c.Do, "")
	case *syntax.CaseClause:
		w.shape("case")
		w.inner(c.Word)
		for _, i := range c.Items {
			w.stmts(i.Stmts, "")
		}
	default:
		w.risk("syntax-error")
		w.out.ok = false
	}
}

func (w *ocWalker) binary(c *syntax.BinaryCmd, op string) {
	between := "|"
	switch c.Op {
	case syntax.AndStmt:
		between = "&&"
	case syntax.OrStmt:
		between = "||"
	}
	w.stmt(c.X, between)
	w.stmt(c.Y, op)
}

// time is an ordinary program to tree-sitter.
func (w *ocWalker) time(c *syntax.TimeClause, op string) {
	before := len(w.out.steps)
	if c.Stmt == nil {
		w.add(&ocStep{argv: []string{"time"}, raw: "time", from: int(c.Pos().Offset()), to: int(c.End().Offset()), op: op})
		return
	}
	head := []string{"time"}
	if c.PosixFormat {
		head = append(head, "-p")
	}
	if call, ok := c.Stmt.Cmd.(*syntax.CallExpr); ok && len(call.Assigns) == 0 {
		w.redirects(c.Stmt.Redirs)
		w.step(head, call, int(c.Pos().Offset()), int(call.End().Offset()), op)
		return
	}
	w.stmt(c.Stmt, op)
	if len(w.out.steps) == before {
		w.add(&ocStep{argv: head, raw: "time", from: int(c.Pos().Offset()), to: int(c.End().Offset()), op: op})
	}
}

// isTestRedirect reports whether every redirect stands inside [ … ], where
// tree-sitter takes it for a comparison.
func isTestRedirect(c *syntax.CallExpr, s *syntax.Stmt) bool {
	if len(c.Args) < 2 || c.Args[0].Lit() != "[" || c.Args[len(c.Args)-1].Lit() != "]" {
		return false
	}
	end := c.Args[len(c.Args)-1].Pos().Offset()
	for _, r := range s.Redirs {
		inside := r.Pos().Offset() < end && r.N == nil
		if !inside || r.Op != syntax.RdrIn && r.Op != syntax.RdrOut && r.Op != syntax.AppOut {
			return false
		}
	}
	return true
}

func (w *ocWalker) redirects(list []*syntax.Redirect) {
	for _, r := range list {
		switch r.Op {
		case syntax.Hdoc, syntax.DashHdoc:
			w.risk("heredoc")
		case syntax.WordHdoc:
			w.risk("here-string")
		default:
			w.risk("redirect")
		}
		if r.Word != nil {
			w.inner(r.Word)
		}
		if r.Hdoc != nil {
			w.inner(r.Hdoc)
		}
	}
}

// inner records substitutions inside a node and walks their commands, which
// only matter for strict inline eval and the control guard.
func (w *ocWalker) inner(n syntax.Node) {
	if n == nil {
		return
	}
	syntax.Walk(n, func(n syntax.Node) bool {
		var list []*syntax.Stmt
		switch n := n.(type) {
		case *syntax.CmdSubst:
			w.risk("command-substitution")
			list = n.Stmts
		case *syntax.ProcSubst:
			w.risk("process-substitution")
			list = n.Stmts
		case *syntax.ExtGlob:
			if n.Op != syntax.GlobZeroOrOne && n.Op != syntax.GlobZeroOrMore && n.Op != syntax.GlobOne {
				w.out.ok = false
			}
			w.risk("syntax-error")
			w.out.ok = false
			return true
		default:
			return true
		}
		nested := w.nested
		w.nested = true
		w.stmts(list, "")
		w.nested = nested
		return false
	})
}

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
