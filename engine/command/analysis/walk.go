package analysis

import (
	"github.com/skillctl/skillctl/engine/argv"
	"github.com/skillctl/skillctl/engine/command"
	"github.com/skillctl/skillctl/engine/command/dir"
	"github.com/skillctl/skillctl/engine/command/script"
	"mvdan.cc/sh/v3/syntax"
)

// scope is what is known about a place in the tree.
type scope struct {
	t       *script.Text
	dialect command.Dialect
	parent  int
	edge    string
	via     string
	ctx     command.Context
	stdin   argv.Stdin
	dir     dir.Set
}

func inherited() argv.Stdin { return argv.Stdin{Kind: "inherit", From: []int{}} }

func (a *analyser) stmts(list []*syntax.Stmt, sc scope) dir.After {
	out, known := dir.Same(sc.dir), a.values.set
	defer func() { a.values.set = known }()
	for i, s := range list {
		if i > 0 {
			a.construct("sequence", sc.t, int(s.Pos().Offset()), int(s.Pos().Offset()))
			sc.dir = out.OK
			if !a.errexit || sc.ctx.Condition {
				sc.dir = out.OK.Union(out.Bad)
			}
		}
		out = a.stmt(s, sc)
		a.sets(s)
	}
	return out
}

func (a *analyser) stmt(s *syntax.Stmt, sc scope) dir.After {
	if len(a.facts.Commands) >= command.MaxCommands {
		if a.facts.Parse.Limit == "" {
			a.fail("too_many_commands", "there are more than 4,000 commands", sc.t.Span(int(s.Pos().Offset()), int(s.End().Offset())))
		}
		return dir.Same(sc.dir)
	}
	from, to := int(s.Pos().Offset()), int(s.End().Offset())
	if s.Negated {
		sc.ctx.Negated = true
		a.construct("negation", sc.t, from, from+1)
	}
	if s.Background {
		sc.ctx.Background = true
		a.construct("background", sc.t, from, to)
	}
	out := a.plain(s, sc, from, to)
	switch {
	case s.Background:
		return dir.Same(sc.dir)
	case s.Negated:
		return dir.After{OK: out.Bad, Bad: out.OK}
	}
	return out
}

// plain walks a statement without what stands around it.
func (a *analyser) plain(s *syntax.Stmt, sc scope, from, to int) dir.After {
	switch c := s.Cmd.(type) {
	case *syntax.CallExpr:
		return a.call(c, s, sc)
	case *syntax.DeclClause:
		a.declaration(c, s, sc)
		return dir.Same(sc.dir)
	case *syntax.TestClause:
		a.testClause(c, s, sc)
		return dir.Same(sc.dir)
	case *syntax.LetClause:
		a.letClause(c, s, sc)
		return dir.Same(sc.dir)
	case *syntax.ArithmCmd:
		a.arithmetic(c, s, sc)
		return dir.Same(sc.dir)
	case nil:
		id := a.none(sc, from, to)
		a.redirects(s.Redirs, &sc, id, "command")
		a.facts.Commands[id].Stdin = sc.stdin
		return dir.Same(sc.dir)
	}
	if len(s.Redirs) > 0 {
		a.redirects(s.Redirs, &sc, -1, "compound")
	}
	return a.compound(s.Cmd, sc)
}

// none adds a command that runs no program: assignments or redirects alone.
func (a *analyser) none(sc scope, from, to int) int {
	id := a.add(sc, nil, from, to)
	a.facts.Commands[id].Kind, a.facts.Commands[id].Role = "none", "none"
	return id
}

func (a *analyser) compound(cmd syntax.Command, sc scope) dir.After {
	from, to := int(cmd.Pos().Offset()), int(cmd.End().Offset())
	mark := func(kind string) { a.construct(kind, sc.t, from, to) }
	switch c := cmd.(type) {
	case *syntax.BinaryCmd:
		return a.binary(c, sc)
	case *syntax.Block:
		mark("group")
		return a.stmts(c.Stmts, sc)
	case *syntax.Subshell:
		mark("subshell")
		sc.ctx.Subshell = true
		a.stmts(c.Stmts, sc)
	case *syntax.IfClause:
		mark("if")
		return a.ifClause(c, sc)
	case *syntax.WhileClause:
		if c.Until {
			mark("until")
		} else {
			mark("while")
		}
		sc.ctx.Loop, sc.ctx.Rounds = true, 0
		return a.loop(sc, func(sc scope) dir.After {
			cond := sc
			cond.ctx.Condition = true
			out := a.stmts(c.Cond, cond)
			defer a.knowing(c.Cond)()
			sc.ctx.Conditional = true
			sc.dir = out.OK.Union(out.Bad)
			return a.stmts(c.Do, sc)
		})
	case *syntax.ForClause:
		return a.forClause(c, sc, mark)
	case *syntax.CaseClause:
		mark("case")
		return a.caseClause(c, sc)
	case *syntax.FuncDecl:
		mark("function")
		a.function(c, sc)
	case *syntax.TimeClause:
		mark("time")
		if c.Stmt != nil {
			return a.stmt(c.Stmt, sc)
		}
	case *syntax.CoprocClause:
		mark("coproc")
		a.coproc(c, sc)
	default:
		a.opaque(command.OpaqueConstruct, sc.parent, "a command of a kind that is not known", sc.t.Span(from, to))
	}
	return dir.Same(sc.dir)
}

func (a *analyser) binary(c *syntax.BinaryCmd, sc scope) dir.After {
	if c.Op != syntax.AndStmt && c.Op != syntax.OrStmt {
		a.pipeline(c, sc)
		return dir.Same(sc.dir)
	}
	op := int(c.OpPos.Offset())
	left := sc
	left.ctx.Condition = true
	x := a.stmt(c.X, left)
	known := a.values.set
	defer func() { a.values.set = known }()
	a.sets(c.X)
	right := sc
	right.ctx.Conditional = true
	if c.Op == syntax.AndStmt {
		a.construct("and", sc.t, op, op+2)
		right.dir = x.OK
		y := a.stmt(c.Y, right)
		return dir.After{OK: y.OK, Bad: x.Bad.Union(y.Bad)}
	}
	a.construct("or", sc.t, op, op+2)
	right.dir = x.Bad
	y := a.stmt(c.Y, right)
	return dir.After{OK: x.OK.Union(y.OK), Bad: y.Bad}
}

func (a *analyser) pipeline(c *syntax.BinaryCmd, sc scope) {
	var parts []*syntax.Stmt
	var collect func(s *syntax.Stmt)
	collect = func(s *syntax.Stmt) {
		b, ok := s.Cmd.(*syntax.BinaryCmd)
		if ok && (b.Op == syntax.Pipe || b.Op == syntax.PipeAll) && len(s.Redirs) == 0 && !s.Negated {
			collect(b.X)
			collect(b.Y)
			return
		}
		parts = append(parts, s)
	}
	collect(c.X)
	collect(c.Y)
	a.construct("pipeline", sc.t, int(c.Pos().Offset()), int(c.End().Offset()))
	first := 0
	for i, p := range parts {
		part := sc
		part.ctx.Pipe, part.ctx.Pipes = i, len(parts)
		if i > 0 {
			from := make([]int, 0, 4)
			for id := first; id < len(a.facts.Commands); id++ {
				from = append(from, id)
			}
			part.stdin = argv.Stdin{Kind: "pipe", From: from}
		}
		first = len(a.facts.Commands)
		a.stmt(p, part)
	}
}

func (a *analyser) function(c *syntax.FuncDecl, sc scope) {
	if c.Name == nil || c.Body == nil {
		a.opaque(command.OpaqueConstruct, sc.parent, "a function without a name", sc.t.Span(int(c.Pos().Offset()), int(c.End().Offset())))
		return
	}
	name := c.Name.Value
	a.facts.Functions = append(a.facts.Functions, command.Function{Name: name, Kind: "function", Span: sc.t.Span(int(c.Name.Pos().Offset()), int(c.Name.End().Offset()))})
	body := sc
	body.ctx.Function, body.ctx.Rounds = name, 0
	body.ctx.Conditional = true
	// The caller decides where it runs and what feeds it.
	body.dir = a.calledIn(name, 0)
	if body.stdin.Kind == "inherit" {
		body.stdin = argv.Stdin{Kind: "dynamic", From: []int{}}
	}
	outside := a.values.function
	a.values.function = true
	a.stmt(c.Body, body)
	a.values.function = outside
	a.moving = a.moving || moves(c.Body)
	if a.reached[c] && sc.edge == command.EdgeText && !sc.ctx.Conditional && !sc.ctx.Subshell && !sc.ctx.Background && sc.ctx.Pipes == 1 && sc.ctx.Function == "" && !sc.ctx.Loop {
		a.visible[name] = true
	}
}

// moves reports whether a body changes the folder of the shell that runs it, or runs a
// text that may.
func moves(body *syntax.Stmt) bool {
	found := false
	syntax.Walk(body, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.Subshell, *syntax.CmdSubst, *syntax.ProcSubst:
			return false
		case *syntax.CallExpr:
			for i, w := range n.Args {
				switch name := w.Lit(); name {
				case "cd", "chdir", "pushd", "popd", "eval", "source", ".":
					found = true
				case "command", "builtin":
					continue
				case "":
					found = found || i == 0
				}
				break
			}
		}
		return !found
	})
	return found
}

func (a *analyser) coproc(c *syntax.CoprocClause, sc scope) {
	sc.ctx.Background = true
	sc.stdin = argv.Stdin{Kind: "dynamic", From: []int{}}
	name := "COPROC"
	if c.Name != nil {
		name = c.Name.Lit()
	}
	a.assign(argv.Assignment{Command: sc.parent, How: "coproc", Name: &name, Op: "array", Span: sc.t.Span(int(c.Pos().Offset()), int(c.Pos().Offset())+6)})
	if c.Stmt != nil {
		a.stmt(c.Stmt, sc)
	}
}

// inner walks the expansions of a node: substitutions become commands, whose
// parent is the given command.
func (a *analyser) inner(n syntax.Node, sc scope, id int) {
	if n == nil {
		return
	}
	syntax.Walk(n, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.CmdSubst:
			a.substitution(n.Stmts, command.EdgeSubstitution, "$(", n, sc, id)
			if n.TempFile || n.ReplyVar {
				a.opaque(command.OpaqueConstruct, id, "a substitution that runs in this shell", sc.t.Span(int(n.Pos().Offset()), int(n.End().Offset())))
			}
			return false
		case *syntax.ProcSubst:
			a.construct("process", sc.t, int(n.Pos().Offset()), int(n.End().Offset()))
			a.substitution(n.Stmts, command.EdgeProcess, n.Op.String(), n, sc, id)
			return false
		case *syntax.ParamExp:
			a.parameter(n, sc, id)
		case *syntax.ArithmExp:
			kind := "arithmetic"
			if n.Bracket {
				kind = "dollar-bracket"
			}
			a.construct("arithmetic", sc.t, int(n.Pos().Offset()), int(n.End().Offset()))
			if n.X != nil {
				a.hiddenArithmetic(kind, n, n.X, sc, id)
			}
		case *syntax.SglQuoted:
			if n.Dollar {
				a.dollarQuote("ansi-quote", n, sc, id)
			}
		case *syntax.DblQuoted:
			if n.Dollar {
				a.dollarQuote("locale-quote", n, sc, id)
			}
		}
		return true
	})
}

// dollarQuote notes $'…' and $"…", which dash reads as a dollar sign.
func (a *analyser) dollarQuote(kind string, n syntax.Node, sc scope, id int) {
	from, to := int(n.Pos().Offset()), int(n.End().Offset())
	a.construct(kind, sc.t, from, to)
	a.difference(kind, sc.t, from, to)
	if sc.dialect == command.POSIX {
		a.opaque(command.OpaqueConstruct, id, "shells of this dialect disagree about this quote", sc.t.Span(from, to))
	}
}

func (a *analyser) substitution(list []*syntax.Stmt, edge, via string, n syntax.Node, sc scope, id int) {
	a.construct("substitution", sc.t, int(n.Pos().Offset()), int(n.End().Offset()))
	in := sc
	in.parent, in.edge, in.via = id, edge, via
	in.ctx = command.Context{Pipes: 1, Subshell: true, Conditional: sc.ctx.Conditional, Loop: sc.ctx.Loop, Function: sc.ctx.Function, Elsewhere: sc.ctx.Elsewhere}
	if via == ">(" {
		in.stdin = argv.Stdin{Kind: "pipe", From: []int{}}
		if id >= 0 {
			in.stdin.From = append(in.stdin.From, id)
		}
	}
	a.stmts(list, in)
}
