package analysis

import (
	"path"
	"strings"

	"github.com/skillctl/skillctl/engine/argv"
	"github.com/skillctl/skillctl/engine/command"
	"github.com/skillctl/skillctl/engine/command/dir"
	"github.com/skillctl/skillctl/engine/command/word"
	"github.com/skillctl/skillctl/internal/document"
	"mvdan.cc/sh/v3/syntax"
)

// add appends a command with the given words and returns its id.
func (a *analyser) add(sc scope, args []argv.Word, from, to int) int {
	c := command.Command{
		ID: len(a.facts.Commands), Parent: sc.parent, Edge: sc.edge, Via: sc.via, Kind: "simple", Args: args,
		Role: "none", Known: true, Context: sc.ctx, Stdin: sc.stdin, Hits: []argv.Hit{}, Writes: []argv.Write{}, Dir: sc.dir.Fact(),
		Span: sc.t.Span(from, to),
	}
	if args == nil {
		c.Args = []argv.Word{}
	}
	if a.anew >= 0 {
		of := a.anew
		c.Of = &of
	}
	if c.Parent >= 0 {
		c.Depth = a.facts.Commands[c.Parent].Depth + 1
	}
	if sc.t.Nested() {
		in := sc.t.Own(from, to)
		c.Inner = &in
	}
	shown := make([]string, len(c.Args))
	c.Argv, c.Exact = make([]string, len(c.Args)), true
	for i, w := range c.Args {
		shown[i], c.Argv[i] = w.Text, w.Text
		if w.Value != nil {
			c.Argv[i] = *w.Value
		}
		c.Exact = c.Exact && w.Value != nil && !w.Glob && !w.Brace
	}
	c.Text = strings.Join(shown, " ")
	a.facts.Commands = append(a.facts.Commands, c)
	return c.ID
}

// call walks a simple command of the shell.
func (a *analyser) call(c *syntax.CallExpr, s *syntax.Stmt, sc scope) dir.After {
	from, to := int(s.Pos().Offset()), int(s.End().Offset())
	if len(c.Args) > 0 {
		from, to = int(c.Args[0].Pos().Offset()), int(c.Args[len(c.Args)-1].End().Offset())
	}
	if a.words += len(c.Args) + len(c.Assigns); a.words > maxWords {
		a.fail("too_many_nodes", "the commands have more than 20,000 words", sc.t.Span(from, from))
		return dir.Same(sc.dir)
	}
	var args []argv.Word
	for _, w := range c.Args {
		args = append(args, a.fields(sc.t, w, sc.dialect)...)
	}
	if len(args) == 0 {
		id := a.none(sc, from, to)
		a.assigns(c.Assigns, "statement", sc, id)
		for _, w := range c.Args {
			a.inner(w, sc, id)
		}
		a.redirects(s.Redirs, &sc, id, "command")
		a.facts.Commands[id].Stdin = sc.stdin
		return dir.Same(sc.dir)
	}
	id := a.add(sc, args, from, to)
	a.looks(c.Args)
	a.assigns(c.Assigns, "prefix", sc, id)
	for _, w := range c.Args {
		a.inner(w, sc, id)
	}
	scope := "command"
	if len(args) == 1 && args[0].Value != nil && *args[0].Value == "exec" {
		scope = "exec"
	}
	a.redirects(s.Redirs, &sc, id, scope)
	a.facts.Commands[id].Stdin = sc.stdin
	return a.classify(id, sc, true)
}

// run adds a command whose words are known, reached through another one, and
// finds out what it runs in turn. Builtins and functions of the shell are not
// visible to it unless shell is set.
func (a *analyser) run(args []argv.Word, sc scope, at document.Span, shell *bool) int {
	switch {
	case len(a.facts.Commands) >= command.MaxCommands:
		a.limit("too_many_commands")
		a.opaque(command.OpaqueLimit, sc.parent, "there are more than 4,000 commands", at)
		return -1
	case sc.parent >= 0 && a.facts.Commands[sc.parent].Depth >= maxDepth:
		a.limit("too_deep")
		a.opaque(command.OpaqueLimit, sc.parent, "commands are nested more than 24 deep", at)
		return -1
	}
	id := a.add(sc, args, 0, 0)
	a.facts.Commands[id].Span = at
	a.facts.Commands[id].Inner = nil
	if !sc.t.Nested() && len(args) > 0 {
		a.facts.Commands[id].Span = document.Span{Start: args[0].Span.Start, End: args[len(args)-1].Span.End}
	}
	a.classify(id, sc, shell != nil && *shell)
	return id
}

// classify says what the first word of a command is and follows what it runs.
// shell is true when the shell looks the name up, so that functions and
// builtins count.
func (a *analyser) classify(id int, sc scope, shell bool) dir.After {
	out := a.classified(id, sc, shell)
	a.spell(id, sc, shell)
	return out
}

func (a *analyser) classified(id int, sc scope, shell bool) dir.After {
	c := &a.facts.Commands[id]
	name := c.Args[0]
	if name.Value == nil || name.Glob || name.Tilde && !strings.HasPrefix(*name.Value, "~/") || name.Brace && name.Value == nil {
		c.Role = "dynamic"
		if name.Value != nil {
			c.Base = path.Base(*name.Value)
		}
		a.opaque(command.OpaqueName, id, "the name of the program is not known before it runs", name.Span)
		return dir.Same(sc.dir)
	}
	value := *name.Value
	c.Name = &value
	c.Base = value
	if i := strings.LastIndexByte(value, '/'); i >= 0 {
		c.Base = value[i+1:]
	}
	c.Role = "program"
	if shell {
		switch {
		case a.visible[value] && !a.unset[value]:
			c.Role = "function"
			if a.moving {
				return dir.Same(dir.Set{Unknown: true})
			}
			return dir.Same(sc.dir)
		case isBuiltin(value, sc.dialect):
			c.Role = "builtin"
			return a.runBuiltin(id, sc)
		case strings.HasSuffix(value, "=") || c.Base == "":
		}
	}
	a.follow(id, sc)
	return dir.Same(sc.dir)
}

// payload reads a text that a shell of the given dialect will run. The words
// that give it stand at the span of w.
func (a *analyser) payload(src string, w argv.Word, d command.Dialect, edge, via string, sc scope) {
	if sc.parent >= 0 && a.facts.Commands[sc.parent].Depth >= maxDepth {
		a.limit("too_deep")
		a.opaque(command.OpaqueLimit, sc.parent, "commands are nested more than 24 deep", w.Span)
		return
	}
	sc.edge, sc.via = edge, via
	sc.ctx.Pipe, sc.ctx.Pipes = 0, 1
	a.read(sc.t.Inside(src, w.Span), d, sc)
}

// declaration walks export, declare, typeset, local, readonly and nameref.
func (a *analyser) declaration(c *syntax.DeclClause, s *syntax.Stmt, sc scope) {
	from, to := int(c.Pos().Offset()), int(c.End().Offset())
	args := []argv.Word{argv.Literal(c.Variant.Value, c.Variant.Value, sc.t.Span(from, from+len(c.Variant.Value)))}
	for _, as := range c.Args {
		args = append(args, a.assignWord(as, sc))
	}
	id := a.add(sc, args, from, to)
	cmd := &a.facts.Commands[id]
	cmd.Kind, cmd.Role = "declaration", "builtin"
	cmd.Name, cmd.Base = cmd.Args[0].Value, c.Variant.Value
	for _, as := range c.Args {
		if as.Name != nil && !as.Naked {
			a.assignment(as, howDeclared(c.Variant.Value), sc, id)
			continue
		}
		a.inner(as, sc, id)
		if as.Name == nil {
			if as.Value != nil && sc.dialect == command.Bash && word.HasBrace(as.Value) {
				// Each word that the braces make may be an assignment.
				a.assign(argv.Assignment{Command: id, How: howDeclared(c.Variant.Value), Op: "=", Span: sc.t.Span(int(as.Pos().Offset()), int(as.End().Offset()))})
			}
			// A quoted word may still be an assignment: export "A=1".
			a.declareWords(id, []argv.Word{a.assignWord(as, sc)}, sc)
		}
	}
	a.redirects(s.Redirs, &sc, id, "command")
	a.facts.Commands[id].Stdin = sc.stdin
	a.declared(id, sc)
}

func (a *analyser) testClause(c *syntax.TestClause, s *syntax.Stmt, sc scope) {
	from, to := int(c.Pos().Offset()), int(c.End().Offset())
	a.construct("dbracket", sc.t, from, to)
	id := a.add(sc, []argv.Word{argv.Literal("[[", "[[", sc.t.Span(from, from+2))}, from, to)
	cmd := &a.facts.Commands[id]
	cmd.Kind, cmd.Role, cmd.Name, cmd.Base = "test", "builtin", cmd.Args[0].Value, "[["
	cmd.Text = sc.t.Src[from:min(to, len(sc.t.Src))]
	a.looksAt(c.X)
	a.inner(c, sc, id)
	a.testOperators(c.X, sc, id)
	a.redirects(s.Redirs, &sc, id, "command")
}

func (a *analyser) letClause(c *syntax.LetClause, s *syntax.Stmt, sc scope) {
	from, to := int(c.Pos().Offset()), int(c.End().Offset())
	args := []argv.Word{argv.Literal("let", "let", sc.t.Span(from, from+3))}
	for _, x := range c.Exprs {
		f, e := int(x.Pos().Offset()), int(x.End().Offset())
		args = append(args, argv.Word{Text: sc.t.Src[f:min(e, len(sc.t.Src))], Quote: "none", Params: []string{}, Span: sc.t.Span(f, e)})
	}
	id := a.add(sc, args, from, to)
	cmd := &a.facts.Commands[id]
	cmd.Kind, cmd.Role, cmd.Name, cmd.Base = "arithmetic", "builtin", cmd.Args[0].Value, "let"
	for _, x := range c.Exprs {
		a.evaluates("arithmetic", x, sc, id)
	}
	a.redirects(s.Redirs, &sc, id, "command")
}

func (a *analyser) arithmetic(c *syntax.ArithmCmd, s *syntax.Stmt, sc scope) {
	from, to := int(c.Pos().Offset()), int(c.End().Offset())
	a.construct("arithmetic", sc.t, from, to)
	id := a.add(sc, []argv.Word{argv.Literal("((", "((", sc.t.Span(from, from+2))}, from, to)
	cmd := &a.facts.Commands[id]
	cmd.Kind, cmd.Role, cmd.Name, cmd.Base = "arithmetic", "builtin", cmd.Args[0].Value, "(("
	cmd.Text = sc.t.Src[from:min(to, len(sc.t.Src))]
	if c.X != nil {
		a.evaluates("arithmetic", c.X, sc, id)
	}
	a.redirects(s.Redirs, &sc, id, "command")
}

// isBuiltin reports whether a shell of the dialect has a builtin of that name.
func isBuiltin(name string, d command.Dialect) bool { return argv.IsBuiltin(name, d == command.POSIX) }
