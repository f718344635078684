package plan

import (
	"github.com/open-policy-agent/opa/v1/ast"
	"github.com/open-policy-agent/opa/v1/topdown"
)

// list is a list that is being filled, or what a relation gives. No policy sees it as
// a value: it is scanned, counted or sealed.
type list struct {
	ast.Value
	terms []*ast.Term
}

// newList is a list that is to be filled, in one piece of memory with place for a few.
func newList() *ast.Term {
	all := &struct {
		term  ast.Term
		list  list
		place [4]*ast.Term
	}{}
	all.list.terms, all.term.Value = all.place[:0], &all.list
	return &all.term
}

// same reports whether two values are equal; what is undefined equals nothing else.
func same(a, b *ast.Term) bool {
	if a == nil || b == nil {
		return a == b
	}
	return a == b || a.Equal(b)
}

// size is how many elements a value has.
func size(term *ast.Term) (int, bool) {
	if term == nil {
		return 0, false
	}
	switch v := term.Value.(type) {
	case *list:
		return len(v.terms), true
	case *ast.Array:
		return v.Len(), true
	case ast.Object:
		return v.Len(), true
	case ast.Set:
		return v.Len(), true
	case ast.String:
		return len([]rune(string(v))), true
	}
	return 0, false
}

// is reports whether a value is of the type that an op asks for.
func is(op Op, term *ast.Term) bool {
	if term == nil {
		return false
	}
	switch v := term.Value.(type) {
	case *View:
		return v.elements == nil && op == OpIsObject || v.elements != nil && op == OpIsArray
	case *document:
		return op == OpIsObject
	case *ast.Array:
		return op == OpIsArray
	case ast.Object:
		return op == OpIsObject
	case ast.Set:
		return op == OpIsSet
	}
	return false
}

// dot is what a value has at a key, nil for nothing.
func (m *machine) dot(source, key *ast.Term) *ast.Term {
	if source == nil || key == nil {
		return nil
	}
	switch v := source.Value.(type) {
	case *View:
		return m.dotView(v, key)
	case ast.Object:
		if key = m.whole(key); key == nil {
			return nil
		}
		return v.Get(key)
	case *document:
		return m.dotDocument(v, key)
	case *ast.Array:
		return v.Get(key)
	case ast.Set:
		if key = m.whole(key); key != nil && v.Contains(key) {
			return key
		}
	}
	return nil
}

// merge is a, with what b has besides; where both have objects, these are merged.
func merge(a, b *ast.Term) *ast.Term {
	if a == nil {
		return b
	}
	left, ok := a.Value.(ast.Object)
	right, ok2 := b.Value.(ast.Object)
	if !ok || !ok2 {
		return a
	}
	merged, _ := left.MergeWith(right, func(x, y *ast.Term) (*ast.Term, bool) { return merge(x, y), false })
	return ast.NewTerm(merged)
}

func cancelled() error {
	return &topdown.Error{Code: topdown.CancelErr, Message: "caller cancelled query execution"}
}
