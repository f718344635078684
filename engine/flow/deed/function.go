package deed

import (
	"slices"
	"strconv"

	"mvdan.cc/sh/v3/syntax"
)

// part is the body of a function of a script, with its name.
type part struct {
	name       string
	begin, end uint
}

// enter notes the function that a node lies in: what $1 is there is what that is called with.
func (s *script) enter(n syntax.Node) {
	if n == nil {
		return
	}
	s.here = ""
	if p := s.within(n); p != nil {
		s.here = p.name
	}
}

// pass notes what a function of the script is called with.
func (s *script) pass(call *syntax.CallExpr) {
	if len(call.Args) == 0 {
		return
	}
	name := call.Args[0].Lit()
	if !slices.ContainsFunc(s.inside, func(p part) bool { return p.name == name }) {
		return
	}
	for i, arg := range call.Args[1:] {
		on := s.whose(s.said(arg))
		if on == "" {
			continue
		}
		for _, as := range []string{strconv.Itoa(i + 1), "@", "*"} {
			s.passed[name+" "+as] = on
		}
	}
}

// maxFunctions is how many functions of a script are looked at: in those behind, $1 is taken for what the
// script is run with.
const maxFunctions = 200

// parts notes the functions of a script.
func (s *script) parts(file *syntax.File) {
	syntax.Walk(file, func(n syntax.Node) bool {
		if f, ok := n.(*syntax.FuncDecl); ok && len(s.inside) < maxFunctions {
			s.inside = append(s.inside, part{f.Name.Value, f.Body.Pos().Offset(), f.Body.End().Offset()})
		}
		return true
	})
}

// within is the function that a node lies in, the inmost of several, nil outside of all.
func (s *script) within(n syntax.Node) *part {
	var found *part
	for i := range s.inside {
		if p := &s.inside[i]; p.begin <= n.Pos().Offset() && n.End().Offset() <= p.end && (found == nil || p.begin >= found.begin) {
			found = p
		}
	}
	return found
}
