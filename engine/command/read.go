package command

import (
	"errors"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/skillctl/skillctl/engine/argv"
)

// read parses t and walks what it holds. Texts that cannot be read leave an
// Opaque entry.
func (a *analyser) read(t *Text, d Dialect, sc scope) {
	sc.t, sc.dialect = t, d
	fail := func(limit, message string, from, to int) {
		if t.outer == nil {
			a.fail(limit, message, t.Span(from, to))
			return
		}
		reason := OpaqueSyntax
		if limit != "" {
			reason = OpaqueLimit
			a.limit(limit)
		}
		a.opaque(reason, sc.parent, message, t.Span(from, to))
	}
	if parserPool(d) == nil {
		a.opaque(OpaqueDialect, sc.parent, "there is no grammar for this shell", t.Span(0, len(t.Src)))
		return
	}
	if limit, at := Prescan(t.Src); limit != "" {
		fail(limit, "the command is nested too deeply or has too many parts", at, at+1)
		return
	}
	a.suspectCharacters(t, sc.parent)
	file, err := ParseText(t.Src, d, a.deadline)
	if err != nil {
		from, message := SyntaxError(err)
		limit := ""
		if errors.Is(err, errSlow) {
			limit = "too_slow"
		}
		fail(limit, message, from, min(from+1, len(t.Src)))
		return
	}
	a.suspicious = a.suspicious || codeLike(file)
	a.collect(file.Stmts, sc)
	a.comments(file, t)
	a.stmts(file.Stmts, sc)
}

// suspectCharacters finds places where shells and the parser disagree: white
// space that is none to a shell, and line continuations inside an operator.
// Quotes are tracked roughly: it only has to be right about carriage returns in
// quoted text.
func (a *analyser) suspectCharacters(t *Text, command int) {
	s := t.Src
	if !strings.ContainsAny(s, "\v\f\r\\") {
		return
	}
	quote := byte(0)
	for i := 0; i < len(s); i++ {
		switch c := s[i]; c {
		case '\v', '\f', '\r':
			if quote == 0 {
				a.opaque(OpaqueConstruct, command, "a control character that shells do not take for white space", t.Span(i, i+1))
			}
		case '\\':
			if i+1 < len(s) && s[i+1] == '\n' {
				a.construct("line-continuation", t, i, i+2)
				if splitsToken(s, i) {
					a.opaque(OpaqueConstruct, command, "a line continuation inside an operator", t.Span(i, i+2))
				}
			}
			if quote != '\'' {
				i++
			}
		case '\'', '"':
			switch quote {
			case 0:
				quote = c
			case c:
				quote = 0
			}
		}
	}
}

// splitsToken reports whether the line continuation at s[i] stands between two
// characters that would be one operator without it.
func splitsToken(s string, i int) bool {
	before := i - 1
	for before >= 1 && s[before] == '\n' && s[before-1] == '\\' {
		before -= 2
	}
	after := i + 2
	for after+1 < len(s) && s[after] == '\\' && s[after+1] == '\n' {
		after += 2
	}
	if before < 0 || after >= len(s) {
		return false
	}
	switch s[before] {
	case '$':
		return strings.IndexByte("({['\"", s[after]) >= 0 || s[after] == '_' || argv.IsNameByte(s[after])
	case '&', '|', ';', '<', '>', '(':
		return strings.IndexByte("&|;<>(", s[after]) >= 0
	}
	return false
}

func (a *analyser) comments(file *syntax.File, t *Text) {
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
	// Functions that stand before the first command surely exist afterwards,
	// inside one another too.
	if sc.edge != EdgeText {
		return
	}
	for _, s := range stmts {
		f, ok := s.Cmd.(*syntax.FuncDecl)
		switch {
		case ok && f.Name != nil && !s.Background && len(s.Redirs) == 0:
			a.visible[f.Name.Value] = true
		case ok:
		default:
			if c, isCall := s.Cmd.(*syntax.CallExpr); !isCall || len(c.Args) > 0 && c.Args[0].Lit() != "set" {
				return
			}
		}
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
