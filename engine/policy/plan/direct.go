package plan

import (
	"strings"

	"github.com/open-policy-agent/opa/v1/ast"
)

// direct gives the value of a built-in function for up to three arguments; those that
// there are not are nil. nil: the function itself is to be called, which says what is
// wrong with them.
//
// OPA calls a function with a context of some hundred bytes, a list of operands that is
// made for the call and a function that takes the value; for those that compare two
// values that is most of the call, and they are four in five. What they give is what the
// functions of OPA give, which a test holds against each other.
type direct func(a, b, c *ast.Term) *ast.Term

// directOf is how a built-in function is worked out here, nil where it is called.
func (i *Image) directOf(name string) direct {
	switch name {
	case ast.Equal.Name:
		return func(a, b, _ *ast.Term) *ast.Term { return truth(a.Equal(b)) }
	case ast.NotEqual.Name:
		return func(a, b, _ *ast.Term) *ast.Term { return truth(!a.Equal(b)) }
	case ast.GreaterThan.Name:
		return func(a, b, _ *ast.Term) *ast.Term { return truth(a.Value.Compare(b.Value) > 0) }
	case ast.GreaterThanEq.Name:
		return func(a, b, _ *ast.Term) *ast.Term { return truth(a.Value.Compare(b.Value) >= 0) }
	case ast.LessThan.Name:
		return func(a, b, _ *ast.Term) *ast.Term { return truth(a.Value.Compare(b.Value) < 0) }
	case ast.LessThanEq.Name:
		return func(a, b, _ *ast.Term) *ast.Term { return truth(a.Value.Compare(b.Value) <= 0) }
	case ast.Contains.Name:
		return ofTexts(strings.Contains)
	case ast.StartsWith.Name:
		return ofTexts(strings.HasPrefix)
	case ast.EndsWith.Name:
		return ofTexts(strings.HasSuffix)
	case ast.Lower.Name:
		return changed(strings.ToLower)
	case ast.TrimSpace.Name:
		return changed(strings.TrimSpace)
	case ast.IsString.Name:
		return func(a, _, _ *ast.Term) *ast.Term { return truth(isText(a)) }
	case ast.Count.Name:
		return func(a, _, _ *ast.Term) *ast.Term { return count(a) }
	case ast.Member.Name:
		return func(a, b, _ *ast.Term) *ast.Term { return member(a, b) }
	case ast.ObjectGet.Name:
		return objectGet
	case ast.ObjectUnion.Name:
		return func(a, b, _ *ast.Term) *ast.Term { return objectUnion(a, b) }
	case ast.Or.Name:
		return func(a, b, _ *ast.Term) *ast.Term { return union(a, b) }
	case ast.Concat.Name:
		return func(a, b, _ *ast.Term) *ast.Term { return concat(a, b) }
	case ast.TrimPrefix.Name:
		return cut(strings.TrimPrefix)
	case ast.TrimSuffix.Name:
		return cut(strings.TrimSuffix)
	case ast.Replace.Name:
		return replace
	case ast.Split.Name:
		return func(a, b, _ *ast.Term) *ast.Term { return split(a, b) }
	case ast.ArrayConcat.Name:
		return func(a, b, _ *ast.Term) *ast.Term { return arrayConcat(a, b) }
	}
	return i.expressions.direct(name)
}

// maxDirect is how many arguments a function has at most that is worked out here.
const maxDirect = 3

func truth(holds bool) *ast.Term { return ast.InternedTerm(holds) }

// ofTexts is a function that says whether something is so of two texts.
func ofTexts(holds func(text, part string) bool) direct {
	return func(a, b, _ *ast.Term) *ast.Term {
		text, ok := a.Value.(ast.String)
		part, ok2 := b.Value.(ast.String)
		if !ok || !ok2 {
			return nil
		}
		return truth(holds(string(text), string(part)))
	}
}

// changed is a function that makes another text of one.
func changed(change func(text string) string) direct {
	return func(a, _, _ *ast.Term) *ast.Term {
		text, ok := a.Value.(ast.String)
		if !ok {
			return nil
		}
		other := change(string(text))
		if other == string(text) {
			return a
		}
		return ast.InternedTerm(other)
	}
}

// cut is a function that takes something away from a text.
func cut(by func(text, part string) string) direct {
	return func(a, b, _ *ast.Term) *ast.Term {
		part, ok := b.Value.(ast.String)
		if !ok {
			return nil
		}
		return changed(func(text string) string { return by(text, string(part)) })(a, nil, nil)
	}
}

// concat joins the texts of a list or a set.
func concat(by, of *ast.Term) *ast.Term {
	between, ok := by.Value.(ast.String)
	if !ok {
		return nil
	}
	switch v := of.Value.(type) {
	case *ast.Array:
		return concatOf(string(between), v.Len(), v.Elem)
	case ast.Set:
		all := v.Slice()
		return concatOf(string(between), len(all), func(i int) *ast.Term { return all[i] })
	}
	return nil
}

func concatOf(between string, n int, at func(i int) *ast.Term) *ast.Term {
	size := 0
	for i := range n {
		part, ok := at(i).Value.(ast.String)
		if !ok {
			return nil
		}
		size += len(part) + len(between)
	}
	switch {
	case size > maxReplaced:
		return nil // OPA also looks whether the evaluation was cancelled
	case n == 1:
		return at(0)
	}
	var text strings.Builder
	text.Grow(size)
	for i := range n {
		if i > 0 {
			text.WriteString(between)
		}
		text.WriteString(string(at(i).Value.(ast.String)))
	}
	return ast.InternedTerm(text.String())
}

// replace puts a text for each place of another one. OPA makes a table of 256 letters for that.
func replace(of, old, by *ast.Term) *ast.Term {
	text, ok := of.Value.(ast.String)
	from, ok2 := old.Value.(ast.String)
	to, ok3 := by.Value.(ast.String)
	if !ok || !ok2 || !ok3 || from == "" || len(text)*max(1, len(to)) > maxReplaced {
		return nil
	}
	return changed(func(text string) string { return strings.ReplaceAll(text, string(from), string(to)) })(of, nil, nil)
}

// split gives the parts of a text.
func split(of, by *ast.Term) *ast.Term {
	text, ok := of.Value.(ast.String)
	between, ok2 := by.Value.(ast.String)
	if !ok || !ok2 {
		return nil
	}
	parts := strings.Split(string(text), string(between))
	terms := make([]*ast.Term, len(parts))
	for i, part := range parts {
		terms[i] = ast.InternedTerm(part)
	}
	return ast.ArrayTerm(terms...)
}

func arrayConcat(a, b *ast.Term) *ast.Term {
	one, ok := a.Value.(*ast.Array)
	other, ok2 := b.Value.(*ast.Array)
	switch {
	case !ok || !ok2:
		return nil
	case one.Len() == 0:
		return b
	case other.Len() == 0:
		return a
	}
	terms := make([]*ast.Term, 0, one.Len()+other.Len())
	for i := range one.Len() {
		terms = append(terms, one.Elem(i))
	}
	for i := range other.Len() {
		terms = append(terms, other.Elem(i))
	}
	return ast.ArrayTerm(terms...)
}

func isText(term *ast.Term) bool {
	_, ok := term.Value.(ast.String)
	return ok
}

func count(term *ast.Term) *ast.Term {
	if n, ok := size(term); ok {
		return ast.InternedTerm(n)
	}
	return nil
}

func member(one, of *ast.Term) *ast.Term {
	switch v := of.Value.(type) {
	case ast.Set:
		return truth(v.Contains(one))
	case *ast.Array:
		for i := range v.Len() {
			if same(one, v.Elem(i)) {
				return truth(true)
			}
		}
		return truth(false)
	}
	return nil
}

// objectGet is what an object has at a key, or else another value. A list of keys is a
// path, and left to OPA.
func objectGet(of, key, otherwise *ast.Term) *ast.Term {
	object, ok := of.Value.(ast.Object)
	if !ok {
		return nil
	}
	if _, path := key.Value.(*ast.Array); path {
		return nil
	}
	if value := object.Get(key); value != nil {
		return value
	}
	return otherwise
}

func union(a, b *ast.Term) *ast.Term {
	one, ok := a.Value.(ast.Set)
	other, ok2 := b.Value.(ast.Set)
	switch {
	case !ok || !ok2:
		return nil
	case one.Len() == 0:
		return b
	case other.Len() == 0:
		return a
	}
	return ast.NewTerm(one.Union(other))
}

// objectUnion has the keys of two objects: where both are objects again they are joined, else the
// second one counts.
func objectUnion(a, b *ast.Term) *ast.Term {
	one, ok := a.Value.(ast.Object)
	other, ok2 := b.Value.(ast.Object)
	switch {
	case !ok || !ok2:
		return nil
	case one.Len() == 0:
		return b
	case other.Len() == 0:
		return a
	}
	pairs := make([][2]*ast.Term, 0, one.Len()+other.Len())
	one.Foreach(func(key, value *ast.Term) {
		if second := other.Get(key); second != nil {
			if value = objectUnion(value, second); value == nil {
				value = second
			}
		}
		pairs = append(pairs, [2]*ast.Term{key, value})
	})
	other.Foreach(func(key, value *ast.Term) {
		if one.Get(key) == nil {
			pairs = append(pairs, [2]*ast.Term{key, value})
		}
	})
	return ast.ObjectTerm(pairs...)
}
