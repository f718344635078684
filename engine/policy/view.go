package policy

import (
	"fmt"
	"reflect"

	"github.com/open-policy-agent/opa/v1/ast"

	"github.com/skillctl/skillctl/engine/policy/plan"
)

// inputView is a Go value as a plan sees it: what it has of structs, and of lists of
// them, becomes a value where a policy looks at it. The value may not change while the
// question is answered.
func inputView(input any) (*ast.Term, error) {
	if value, ok := input.(ast.Value); ok {
		return ast.NewTerm(value), nil
	}
	v := reflect.ValueOf(input)
	if !v.IsValid() || !plainType(v.Type()) {
		return termOf(v)
	}
	return viewOf(v)
}

// viewOf is a view of a value of a plain type, or the value where there is nothing to
// put off.
func viewOf(v reflect.Value) (*ast.Term, error) {
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() && plainType(v.Type().Elem()) {
			return viewOf(v.Elem())
		}
	case reflect.Interface:
		if holdsPlain(v) {
			return viewOf(v.Elem())
		}
	case reflect.Struct:
		return viewOfStruct(v)
	case reflect.Slice:
		element := v.Type().Elem()
		if v.Len() > 0 && plainType(element) && (element.Kind() == reflect.Struct || element.Kind() == reflect.Pointer) {
			return viewOfList(v)
		}
	}
	return termOfPlain(v)
}

// holdsPlain reports whether an interface has a value of a plain type in it: the facts of a
// question stand in one that is for any unit.
func holdsPlain(v reflect.Value) bool {
	return v.Kind() == reflect.Interface && !v.IsNil() && plainType(v.Elem().Type())
}

func viewOfStruct(v reflect.Value) (*ast.Term, error) {
	known := planOf(v.Type())
	view := &structView{of: v, known: known, terms: make([]*ast.Term, len(known.fields))}
	// What was turned into a value before is there, or cannot be given to a policy: that
	// is an error whether one looks at it or not.
	for _, i := range known.odd {
		if !holdsPlain(v.FieldByIndex(known.fields[i].index)) {
			if _, err := view.field(i); err != nil {
				return nil, err
			}
		}
	}
	return plan.NewObjectView(view), nil
}

func viewOfList(v reflect.Value) (*ast.Term, error) {
	elements := make([]*ast.Term, v.Len())
	for i := range elements {
		element, err := viewOf(v.Index(i))
		if err != nil {
			return nil, err
		}
		elements[i] = element
	}
	return plan.NewListView(elements), nil
}

// structView is what a view of a struct is of.
type structView struct {
	of    reflect.Value
	known *structPlan
	// terms are those of fields that were looked at.
	terms []*ast.Term
}

// Field is what stands at a name.
func (s *structView) Field(name string) (*ast.Term, error) {
	i, ok := s.known.place(name)
	if !ok {
		return nil, nil
	}
	return s.field(i)
}

func (s *structView) field(i int) (*ast.Term, error) {
	if s.terms[i] != nil {
		return s.terms[i], nil
	}
	field := &s.known.fields[i]
	value := s.of.FieldByIndex(field.index)
	if field.omitEmpty && isEmpty(value) {
		return nil, nil
	}
	of := termOf
	if field.plain || holdsPlain(value) {
		of = viewOf
	}
	term, err := of(value)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", field.key, err)
	}
	s.terms[i] = term
	return term, nil
}

// Whole is all fields.
func (s *structView) Whole() (*ast.Term, error) {
	object := ast.NewObjectWithCapacity(len(s.known.fields))
	for i := range s.known.fields {
		term, err := s.field(i)
		if err != nil {
			return nil, err
		}
		if term == nil {
			continue
		}
		if term, err = whole(term); err != nil {
			return nil, err
		}
		object.Insert(s.known.fields[i].key, term)
	}
	return ast.NewTerm(object), nil
}

// whole is a value with no view in it.
func whole(term *ast.Term) (*ast.Term, error) {
	if view, ok := term.Value.(*plan.View); ok {
		return view.Whole()
	}
	return term, nil
}
