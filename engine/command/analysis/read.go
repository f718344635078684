package analysis

import (
	"errors"
	"strings"

	"github.com/skillctl/skillctl/engine/argv"
	"github.com/skillctl/skillctl/engine/command"
	"github.com/skillctl/skillctl/engine/command/script"
	"mvdan.cc/sh/v3/syntax"
)

// read parses t and walks what it holds. Texts that cannot be read leave an
// Opaque entry.
func (a *analyser) read(t *script.Text, d command.Dialect, sc scope) {
	sc.t, sc.dialect = t, d
	fail := func(limit, message string, from, to int) {
		if !t.Nested() {
			a.fail(limit, message, t.Span(from, to))
			return
		}
		reason := command.OpaqueSyntax
		if limit != "" {
			reason = command.OpaqueLimit
			a.limit(limit)
		}
		a.opaque(reason, sc.parent, message, t.Span(from, to))
	}
	if !script.HasGrammar(d) {
		a.opaque(command.OpaqueDialect, sc.parent, "there is no grammar for this shell", t.Span(0, len(t.Src)))
		return
	}
	if limit, at := script.Prescan(t.Src); limit != "" {
		fail(limit, "the command is nested too deeply or has too many parts", at, at+1)
		return
	}
	a.continuations(t, sc.parent)
	file, err := script.Parse(t.Src, d, a.deadline)
	if err != nil {
		from, message := script.SyntaxError(err)
		limit := ""
		if errors.Is(err, script.ErrSlow) {
			limit = "too_slow"
		}
		fail(limit, message, from, min(from+1, len(t.Src)))
		return
	}
	a.suspectCharacters(t, file, sc.parent)
	a.suspicious = a.suspicious || codeLike(file)
	a.collect(file.Stmts, sc)
	a.comments(file, t)
	a.stmts(file.Stmts, sc)
}

func (a *analyser) comments(file *syntax.File, t *script.Text) {
	if !strings.Contains(t.Src, "#") {
		return
	}
	syntax.Walk(file, func(n syntax.Node) bool {
		if c, ok := n.(*syntax.Comment); ok {
			a.construct("comment", t, int(c.Pos().Offset()), int(c.End().Offset()))
		}
		return true
	})
}

// collect learns the functions and aliases of a text before it is walked.
func (a *analyser) collect(stmts []*syntax.Stmt, sc scope) {
	for _, s := range stmts {
		syntax.Walk(s, func(n syntax.Node) bool {
			switch n := n.(type) {
			case *syntax.CallExpr:
				if len(n.Args) > 1 && n.Args[0].Lit() == "unset" {
					for _, w := range n.Args[1:] {
						a.unset[w.Lit()] = true
					}
				}
			}
			return true
		})
	}
	if sc.edge != command.EdgeText {
		return
	}
	a.lineStarts(stmts, sc.t.Src)
	// Functions that stand before the first command surely exist afterwards,
	// inside one another too.
	for _, s := range stmts {
		f, ok := s.Cmd.(*syntax.FuncDecl)
		switch {
		case ok && f.Name != nil && !s.Background && len(s.Redirs) == 0:
			if a.reached[f] {
				a.visible[f.Name.Value] = true
			}
		case ok:
		default:
			if c, isCall := s.Cmd.(*syntax.CallExpr); !isCall || len(c.Args) > 0 && c.Args[0].Lit() != "set" {
				return
			}
		}
	}
}

// lineStarts finds the functions of a text that nothing can keep from being defined.
// An error in an expansion or an assignment, as of UID=1, makes bash leave out the
// rest of the line and go on with the next.
func (a *analyser) lineStarts(stmts []*syntax.Stmt, src string) {
	for i, s := range stmts {
		f, ok := s.Cmd.(*syntax.FuncDecl)
		if !ok {
			continue
		}
		before := strings.TrimRight(src[:min(int(s.Pos().Offset()), len(src))], " \t")
		line := before == "" || strings.HasSuffix(before, "\n") && backslashes(before[:len(before)-1])%2 == 0
		previous := false
		if i > 0 {
			p, isFunction := stmts[i-1].Cmd.(*syntax.FuncDecl)
			previous = isFunction && a.reached[p]
		}
		a.reached[f] = line || previous
	}
}

// lookHeredocs shows the bodies of quoted heredocs, which are literals as they
// stand, unless they go into a file.
func lookHeredocs(list []*syntax.Redirect, look func(string)) {
	for _, r := range list {
		if r.Hdoc == nil && (r.Op == syntax.RdrOut || r.Op == syntax.AppOut || r.Op == syntax.RdrClob) {
			return
		}
	}
	for _, r := range list {
		if r.Hdoc == nil {
			continue
		}
		for _, part := range r.Hdoc.Parts {
			if l, ok := part.(*syntax.Lit); ok {
				look(l.Value)
			}
		}
	}
}

// codeLike reports whether a literal of the text holds code-like text once
// quotes are removed: then evaluating a variable may run it.
func codeLike(file *syntax.File) bool {
	found := false
	look := func(s string) {
		found = found || strings.Contains(s, "$(") || strings.Contains(s, "`") || strings.Contains(s, "${") || strings.Contains(s, "$[") ||
			strings.Contains(s, "<(") || strings.HasSuffix(s, "$") && len(s) > 1
	}
	syntax.Walk(file, func(n syntax.Node) bool {
		switch n := n.(type) {
		case *syntax.SglQuoted:
			if n.Dollar {
				look(argv.DecodeANSI(n.Value))
			} else {
				look(n.Value)
			}
		case *syntax.Lit:
			if strings.Contains(n.Value, `\`) {
				look(strings.ReplaceAll(n.Value, `\`, ""))
			}
		case *syntax.Stmt:
			lookHeredocs(n.Redirs, look)
		}
		return !found
	})
	return found
}
