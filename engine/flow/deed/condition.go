package deed

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/skillctl/skillctl/internal/lazydfa"
)

// conditions notes options by which somebody has it done, and branches on what is around.
func (s *script) conditions(n syntax.Node) bool {
	switch n := n.(type) {
	case *syntax.IfClause:
		if len(n.Cond) > 0 {
			s.branch(s.saidAll(n.Cond), n.Cond[0], n.Then, s.otherwise(n.Else))
		}
	case *syntax.BinaryCmd:
		if n.Op == syntax.AndStmt || n.Op == syntax.OrStmt && tested.MatchString(s.said(n.X)) {
			s.branch(s.said(n.X), n.X, []*syntax.Stmt{n.Y})
		}
	case *syntax.CaseClause:
		s.chosen(n)
	case *syntax.CaseItem:
		for _, p := range n.Patterns {
			if word := s.said(p); strings.HasPrefix(word, "-") && tables().flags.MatchString(word) {
				s.asks = true
			}
		}
		s.follows(n.Stmts)
	case *syntax.File:
		s.follows(n.Stmts)
	case *syntax.Block:
		s.follows(n.Stmts)
	case *syntax.Subshell:
		s.follows(n.Stmts)
	case *syntax.WhileClause:
		s.follows(n.Do)
	case *syntax.ForClause:
		s.follows(n.Do)
	}
	return true
}

// tested is a command that only tests something: what stands behind "||" depends on nothing else.
var tested = lazydfa.New(`^\s*(!\s*)?(\[|test\s|\(\()`)

// otherwise are the statements of "elif" and "else".
func (s *script) otherwise(n *syntax.IfClause) []*syntax.Stmt {
	var all []*syntax.Stmt
	for ; n != nil; n = n.Else {
		all = append(all, n.Then...)
	}
	return all
}

// chosen looks at the ways of "case".
func (s *script) chosen(n *syntax.CaseClause) {
	var all []*syntax.Stmt
	patterns := ""
	for _, item := range n.Items {
		all = append(all, item.Stmts...)
		for _, p := range item.Patterns {
			patterns += " " + s.said(p)
		}
	}
	if n.Word == nil || tables().superuser.MatchString(patterns) {
		return
	}
	// It compares the word with each of the patterns.
	s.gate(`case `+s.said(n.Word), n.Word, true, all)
}

// follows looks for statements that end the script, the function or the round of a loop where a
// condition is met: what stands behind them depends on it.
func (s *script) follows(list []*syntax.Stmt) {
	for i, one := range list[:max(len(list)-1, 0)] {
		switch c := one.Cmd.(type) {
		case *syntax.IfClause:
			if len(c.Cond) > 0 && s.ends(c.Then) {
				s.branch(s.saidAll(c.Cond), c.Cond[0], list[i+1:])
			}
		case *syntax.BinaryCmd:
			if (c.Op == syntax.AndStmt || c.Op == syntax.OrStmt) && tested.MatchString(s.said(c.X)) && s.ends([]*syntax.Stmt{c.Y}) {
				s.branch(s.said(c.X), c.X, list[i+1:])
			}
		}
	}
}

// ends reports whether the last of some statements leaves what they stand in.
func (s *script) ends(list []*syntax.Stmt) bool {
	if len(list) == 0 {
		return false
	}
	switch c := list[len(list)-1].Cmd.(type) {
	case *syntax.CallExpr:
		if len(c.Args) == 0 {
			return false
		}
		name := c.Args[0].Lit()
		return name == "exit" || name == "return" || name == "continue" || name == "break"
	case *syntax.Block:
		return s.ends(c.Stmts)
	}
	return false
}

func (s *script) saidAll(list []*syntax.Stmt) string {
	var b strings.Builder
	for _, one := range list {
		b.WriteString(s.said(one) + " ")
	}
	return b.String()
}

// compared is a comparison with what is written out: of something else it is no sign.
var compared = lazydfa.New(`(=|-eq|-ne|-gt|-ge|-lt|-le|>|<|~)\s*["']?[\w*.:%-]+["']?\s*(\]|\)|$)|\bgrep\b|%`)

func (s *script) branch(test string, at syntax.Node, ways ...[]*syntax.Stmt) {
	if flagged.MatchString(test) && tables().flags.MatchString(test) {
		s.asks = true
	}
	if test = strings.TrimSpace(test); !tables().superuser.MatchString(test) {
		s.gate(test, at, compared.MatchString(test), ways...)
	}
}

// gate tells of the first way that has an effect, where the test is one of what is around.
func (s *script) gate(test string, at syntax.Node, against bool, ways ...[]*syntax.Stmt) {
	for _, a := range tables().around {
		if !a.match.MatchString(test) || a.kind != "builder" && !against {
			continue
		}
		for _, way := range ways {
			act, call := s.effect(way)
			if act == "" || len(s.found) > maxTold {
				continue
			}
			if len(test) > maxShown {
				test = strings.ToValidUTF8(test[:maxShown], "")
			}
			s.found = append(s.found, Deed{Kind: "gate", Act: act, Call: call, On: a.kind, What: strings.Join(strings.Fields(test), " "), File: s.text.File, Span: s.span(int(at.Pos().Offset()), int(at.End().Offset()))})
			return
		}
		return
	}
}

// flagged is a condition on a variable of the script, or on what it was given.
var flagged = lazydfa.New(`\$\{?\w|\(\(\s*!?\s*[A-Za-z_]`)

// effect is what commands take away or send.
func (s *script) effect(list []*syntax.Stmt) (act, what string) {
	for _, one := range list {
		if act != "" || s.tired() {
			break
		}
		syntax.Walk(one, func(n syntax.Node) bool {
			call, ok := n.(*syntax.CallExpr)
			if act != "" || s.tired() {
				return false
			}
			if !ok || len(call.Args) == 0 {
				return true
			}
			switch name := call.Args[0].Lit(); {
			case tables().removers[name]:
				act, what = Delete, name
			case name == "curl" && strings.Contains(s.said(call), " -d") || name == "scp" || name == "nc":
				act, what = Send, name
			case name == "git" && destroys.MatchString(s.said(call)):
				act, what = Delete, s.said(call)
			}
			return true
		})
	}
	return act, what
}

var destroys = lazydfa.New(`\b(reset --hard|clean -\w*f|stash (drop|clear)|push .*(--force|-f\b|--delete|--mirror))`)
