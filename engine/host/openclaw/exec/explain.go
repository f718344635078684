package openclawexec

import (
	"regexp"
	"strings"
	"sync"
	"time"

	"mvdan.cc/sh/v3/syntax"

	"github.com/skillctl/skillctl/engine/argv"
	"github.com/skillctl/skillctl/engine/command"
	"github.com/skillctl/skillctl/engine/command/script"
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
	words    []argv.Word
	// risks are what recordCommandRisks of OpenClaw says of the argv.
	prompt []string
	inline string
	shell  bool // it is itself a shell with a text
	// inner are unanalyzable risks inside the step, before marks those in its
	// assignments.
	inner  []string
	before []string
	t      *script.Text
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
	out *ocExplanation
	// deadline is when reading gives up.
	deadline time.Time
	t        *script.Text
	depth    int
	parent   int // step whose payload is walked
	holder   int // top-level step inside which everything stands, -1 for none
	nested   bool
}

var ocContinuation = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\\(?:\r\n|\n|\r)`) })

// explainOpenClaw parses and walks a text.
func explainOpenClaw(src string) *ocExplanation {
	out := &ocExplanation{ok: true, dynamic: -1}
	w := &ocWalker{out: out, deadline: script.Deadline(), parent: -1, holder: -1}
	w.read(script.New(src))
	return out
}

func (w *ocWalker) risk(kind string) {
	w.out.risks = append(w.out.risks, ocRisk{kind, w.holder})
}

func (w *ocWalker) read(t *script.Text) {
	w.t = t
	src := t.Src
	if ocContinuation().MatchString(src) || strings.Contains(src, "\n\\") {
		w.out.risks = append(w.out.risks, ocRisk{"line-continuation", w.wholeText()})
	}
	if strings.HasSuffix(src, `\`) && !strings.HasSuffix(src, `\\`) {
		w.risk("syntax-error")
		w.out.ok = false
	}
	if limit, _ := script.Prescan(src); limit != "" || len(src) > 131072 {
		w.out.ok = false
		w.risk("unanalyzable")
		return
	}
	text := ocText(src)
	file, err := script.Parse(text, command.Bash, w.deadline)
	if err != nil {
		file, err = retryOpenClaw(text, err)
	}
	if err != nil {
		w.out.ok = false
		w.risk("syntax-error")
		return
	}
	w.t = script.New(text)
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
	var q script.QuoteState
	out := []byte(text)
	for i, r := range text {
		if q.Plain(r) && (r == '\f' || r == '\v') {
			out[i] = ' '
		}
	}
	return string(out)
}

var ocIndexed = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(^|[\s;&|'"])([A-Za-z_][A-Za-z0-9_]*)\[([A-Za-z0-9_]+)\](\+?=)`)
})

// retryOpenClaw reads forms that tree-sitter accepts and the shell parser does
// not: a lone ";;" at the end, and an indexed assignment before a command. The
// error is what the parser said.
func retryOpenClaw(src string, err error) (*syntax.File, error) {
	text := src
	if cut, ok := strings.CutSuffix(strings.TrimRight(src, " \t\n"), ";;"); ok {
		text = cut + " ;"
	}
	text = ocIndexed().ReplaceAllStringFunc(text, func(s string) string {
		m := ocIndexed().FindStringSubmatch(s)
		return m[1] + m[2] + "_" + m[3] + strings.Repeat("_", len(m[4])-1) + "+="
	})
	if text == src {
		return nil, err
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
		w.compared(s.Redirs)
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
		w.coproc(c, op)
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
	if call, ok := argumentsOnly(c.Stmt.Cmd); ok {
		w.redirects(c.Stmt.Redirs)
		w.step(head, call, int(c.Pos().Offset()), int(call.End().Offset()), op)
		return
	}
	w.stmt(c.Stmt, op)
	if len(w.out.steps) == before {
		w.add(&ocStep{argv: head, raw: "time", from: int(c.Pos().Offset()), to: int(c.End().Offset()), op: op})
	}
}

// argumentsOnly is a command behind another one's name: what would be assignments before
// it are words. There is none where they are parts of arrays.
func argumentsOnly(c syntax.Command) (*syntax.CallExpr, bool) {
	call, ok := c.(*syntax.CallExpr)
	if !ok || len(call.Assigns) == 0 {
		return call, ok
	}
	var words []*syntax.Word
	for _, as := range call.Assigns {
		if as.Name == nil || as.Naked || as.Index != nil || as.Array != nil {
			return nil, false
		}
		name := as.Name.Value + "="
		if as.Append {
			name = as.Name.Value + "+="
		}
		end := syntax.NewPos(as.Pos().Offset()+uint(len(name)), as.Pos().Line(), as.Pos().Col()+uint(len(name)))
		word := &syntax.Word{Parts: []syntax.WordPart{&syntax.Lit{ValuePos: as.Pos(), ValueEnd: end, Value: name}}}
		if as.Value != nil {
			word.Parts = append(word.Parts, as.Value.Parts...)
		}
		words = append(words, word)
	}
	return &syntax.CallExpr{Args: append(words, call.Args...)}, true
}

// coproc is an ordinary program to tree-sitter, too.
func (w *ocWalker) coproc(c *syntax.CoprocClause, op string) {
	from, to := int(c.Pos().Offset()), int(c.End().Offset())
	w.redirects(c.Stmt.Redirs) // of whatever stands behind, a name alone too
	if call, ok := c.Stmt.Cmd.(*syntax.CallExpr); ok && c.Name == nil && len(call.Assigns) == 0 {
		w.step([]string{"coproc"}, call, from, to, op)
		return
	}
	w.words(c, "coproc", c, from, to, op)
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

// compared looks at the words that stand behind < and > in [ … ].
func (w *ocWalker) compared(list []*syntax.Redirect) {
	if len(w.out.steps) == 0 {
		return
	}
	step := w.out.steps[len(w.out.steps)-1]
	w.within(step, func() {
		for _, r := range list {
			w.inner(r.Word)
			step.dynamic = step.dynamic || w.dynamic(r.Word) && ocExpansion().MatchString(w.source(r.Word))
		}
	})
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
