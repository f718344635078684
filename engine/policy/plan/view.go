package plan

import (
	"slices"

	"github.com/open-policy-agent/opa/v1/ast"
)

// View is a part of the input that becomes a value as far as policies look at it: most
// facts are looked at by few rules, and to make a value of all of them, with its hashes,
// takes as long as the rules. It stands in local variables only. What puts values
// together, compares them or hands them to a function is given the whole one.
type View struct {
	ast.Value
	of Parts
	// elements are those of a list, nil for an object.
	elements []*ast.Term
	whole    *ast.Term
}

// Parts is what a view is of.
type Parts interface {
	// Field is what an object has at a name, nil for nothing.
	Field(name string) (*ast.Term, error)
	// Whole is all of it, with no view in it.
	Whole() (*ast.Term, error)
}

// NewObjectView is a view of an object.
func NewObjectView(of Parts) *ast.Term { return termOf(View{of: of}) }

// NewListView is a view of a list that has these elements.
func NewListView(elements []*ast.Term) *ast.Term {
	if elements == nil {
		elements = []*ast.Term{}
	}
	return termOf(View{of: elementsOf(elements), elements: elements})
}

// termOf is the term of a view, in one piece of memory with it: there are hundreds in an
// evaluation.
func termOf(view View) *ast.Term {
	both := &struct {
		term ast.Term
		view View
	}{view: view}
	both.term.Value = &both.view
	return &both.term
}

// elementsOf is what the view of a list is of.
type elementsOf []*ast.Term

// Field is nothing: a list has no names.
func (elementsOf) Field(string) (*ast.Term, error) { return nil, nil }

// Whole is all elements.
func (l elementsOf) Whole() (*ast.Term, error) {
	terms := make([]*ast.Term, len(l))
	for i, element := range l {
		if view, ok := element.Value.(*View); ok {
			whole, err := view.Whole()
			if err != nil {
				return nil, err
			}
			element = whole
		}
		terms[i] = element
	}
	return ast.ArrayTerm(terms...), nil
}

// sealed is a list that a comprehension has made: what it picks of the input stays a view.
func sealed(terms []*ast.Term) *ast.Term {
	for _, term := range terms {
		if _, ok := term.Value.(*View); ok {
			return NewListView(terms)
		}
	}
	return ast.ArrayTerm(slices.Clip(terms)...)
}

// whole is a value of which no part is a view. Where that cannot be made the evaluation
// fails, and the value is undefined.
func (m *machine) whole(term *ast.Term) *ast.Term {
	if term == nil {
		return nil
	}
	switch v := term.Value.(type) {
	case *View:
		value, err := v.Whole()
		if err != nil {
			m.fail(err)
			return nil
		}
		return value
	case *document:
		if len(v.joined) > 0 && !v.tables {
			return m.wholeDocument(v)
		}
	}
	return term
}

// Whole is the value of all of it, which is made once.
func (v *View) Whole() (*ast.Term, error) {
	if v.whole == nil {
		value, err := v.of.Whole()
		if err != nil {
			return nil, err
		}
		v.whole = value
	}
	return v.whole, nil
}

// dotView is what a view has at a key, nil for nothing.
func (m *machine) dotView(view *View, key *ast.Term) *ast.Term {
	if view.elements != nil {
		number, ok := key.Value.(ast.Number)
		if !ok {
			return nil
		}
		if n, ok := number.Int(); ok && n >= 0 && n < len(view.elements) {
			return view.elements[n]
		}
		return nil
	}
	name, ok := key.Value.(ast.String)
	if !ok {
		return nil
	}
	value, err := view.of.Field(string(name))
	if err != nil {
		m.fail(err)
		return nil
	}
	return value
}

// wholeAt is the whole value of an operand, nil where it is undefined.
func (m *machine) wholeAt(locals []*ast.Term, operand uint32) *ast.Term {
	if operand&1 == 1 {
		return m.image.constant(operand >> 1)
	}
	return m.whole(locals[operand>>1])
}

// equal reports whether two values are equal; what is undefined equals nothing else.
func (m *machine) equal(a, b *ast.Term) bool {
	return a == b || same(m.whole(a), m.whole(b))
}

// size is how many elements a value has.
func (m *machine) size(term *ast.Term) (int, bool) {
	if term != nil {
		if view, ok := term.Value.(*View); ok && view.elements != nil {
			return len(view.elements), true
		}
	}
	return size(m.whole(term))
}

// ofView is the value of a built-in function that need not know all of its first
// argument, nil for the others.
func (m *machine) ofView(name string, args []uint32, l []*ast.Term) *ast.Term {
	first := m.at(l, args[0])
	if first == nil {
		return nil
	}
	view, ok := first.Value.(*View)
	if !ok {
		return nil
	}
	switch name {
	case ast.ObjectGet.Name:
		key, otherwise := m.at(l, args[1]), m.at(l, args[2])
		if view.elements != nil || key == nil || otherwise == nil || !isText(key) {
			return nil
		}
		if value := m.dotView(view, key); value != nil || m.err != nil {
			return value
		}
		return otherwise
	case ast.ObjectFilter.Name:
		return m.filter(view, m.at(l, args[1]))
	case ast.ArraySlice.Name:
		return view.slice(m.at(l, args[1]), m.at(l, args[2]))
	case ast.IsObject.Name:
		return truth(view.elements == nil)
	case ast.IsArray.Name:
		return truth(view.elements != nil)
	case ast.IsString.Name:
		return truth(false)
	case ast.Count.Name:
		if view.elements != nil {
			return ast.InternedTerm(len(view.elements))
		}
	}
	return nil
}

// slice is a part of a list, nil where OPA is to say what is wrong.
func (v *View) slice(start, stop *ast.Term) *ast.Term {
	if v.elements == nil || start == nil || stop == nil {
		return nil
	}
	from, ok := integer(start)
	to, ok2 := integer(stop)
	if !ok || !ok2 {
		return nil
	}
	to = min(max(to, 0), len(v.elements))
	return NewListView(v.elements[min(max(from, 0), to):to])
}

// filter is what an object has at the names of a list, nil where OPA is asked.
func (m *machine) filter(view *View, keys *ast.Term) *ast.Term {
	if view.elements != nil || keys == nil {
		return nil
	}
	names, ok := keys.Value.(*ast.Array)
	if !ok {
		return nil
	}
	object := ast.NewObjectWithCapacity(names.Len())
	for i := range names.Len() {
		value := m.whole(m.dotView(view, names.Elem(i)))
		if m.err != nil {
			return nil
		}
		if value != nil {
			object.Insert(names.Elem(i), value)
		}
	}
	return ast.NewTerm(object)
}
