package chain

import (
	"slices"
	"strings"

	"github.com/skillctl/skillctl/engine/flow/code"
)

// picked are the sources of what a program picks out of a record by names that secrets
// have, where nothing is known of the record: the arguments of a call, the headers of a
// request. by are the functions that pick, tests what must be so.
func (e *engine) picked(from *value, by []*value, tests []*code.Node, n *code.Node) []*taint {
	if n == nil || from == nil || len(from.texts) > 0 || len(from.items) > 0 || len(from.fields) > 0 || len(sure(e.all(from))) > 0 {
		return nil
	}
	w := picking{e: e, found: map[string]bool{}}
	for _, one := range by {
		if one.fn != nil {
			w.scope = one.fn.scope
			w.list(one.fn.def.Body)
		}
	}
	w.list(tests)
	if w.not || len(w.found) < 2 {
		return nil
	}
	var named []string
	for _, word := range tables().Called {
		if w.found[word] {
			named = append(named, word)
		}
	}
	return e.source("picked", "what is called "+strings.Join(named, ", "), n)
}

// pickedBy is picked for the tests of a list that is made of another one.
func (e *engine) pickedBy(from *value, n *code.Node, s *scope) []*taint {
	if n.Name != "sequence" {
		return nil
	}
	var tests []*code.Node
	for _, part := range n.List[1:] {
		if part.Kind == code.Other && len(part.List) == 1 {
			tests = append(tests, part.List[0])
		}
	}
	if len(tests) == 0 {
		return nil
	}
	return e.picked(from, []*value{{fn: &closure{def: &code.Function{}, scope: s}}}, tests, n)
}

// picking looks through a test for words that names of secrets have.
type picking struct {
	e     *engine
	scope *scope
	found map[string]bool
	// not says that it leaves something out, instead of taking it.
	not   bool
	depth int
}

func (w *picking) list(nodes []*code.Node) {
	for _, n := range nodes {
		w.node(n)
	}
}

func (w *picking) node(n *code.Node) {
	if n == nil || w.not || w.depth > maxNested*4 || !w.e.worked() {
		return
	}
	w.depth++
	defer func() { w.depth-- }()
	switch n.Kind {
	case code.Other:
		w.not = w.not || n.Name == "" && len(n.List) == 1 || slices.Contains([]string{"not", "!=", "!=="}, n.Name)
	case code.Text:
		w.text(n.Name)
	case code.Name:
		w.value(w.scope.find(n.Name))
	case code.Each: // any(… for …)
		w.node(n.X)
		for _, part := range n.List[1:] {
			w.node(part)
		}
		return
	case code.Func:
		w.list(n.Func.Body)
	}
	w.node(n.X)
	w.list(n.List)
}

// value looks through a value that is a list of words, or a pattern.
func (w *picking) value(v *value) {
	if v == nil || len(sure(v.taints)) > 0 {
		return
	}
	parts := []*value{v}
	if parts = append(parts, v.items...); v.made != nil {
		parts = append(parts, v.made.list...)
	}
	for _, part := range parts {
		for _, text := range part.texts {
			w.text(text)
		}
	}
}

func (w *picking) text(text string) {
	if len(text) > maxName {
		return
	}
	text = strings.ToLower(text)
	for _, word := range tables().Called {
		if strings.Contains(text, word) {
			w.found[word] = true
		}
	}
}
