package plan

import "github.com/open-policy-agent/opa/v1/ast"

// insert puts a value into an object. A plan puts the sets of "name[key] contains value"
// into their object anew with each value that is added, and an object hashes all that it
// holds when a key of it gets another value: with n keys that is n² for n values. So what
// has only grown in its place stays there, and the object is made anew once, when the rule
// that makes it is through.
func (m *machine) insert(into, key, value *ast.Term) {
	object := into.Value.(ast.Object)
	known := object.Get(key)
	if known == nil {
		m.hashed++
		object.Insert(key, value)
		return
	}
	switch value.Value.(type) {
	case ast.Set, ast.Object:
		if known.Value == value.Value {
			if m.grown == nil {
				m.grown = map[ast.Object]bool{}
			}
			m.grown[object] = true
			return
		}
	}
	m.hashed += object.Len()
	object.Insert(key, value)
}

// settled is a value with the hashes of what it holds now.
func (m *machine) settled(value *ast.Term) *ast.Term {
	object, ok := value.Value.(ast.Object)
	if !ok || !m.grown[object] {
		return value
	}
	delete(m.grown, object)
	anew := ast.NewObject()
	object.Foreach(func(key, held *ast.Term) {
		m.hashed++
		anew.Insert(key, m.settled(held))
	})
	return ast.NewTerm(anew)
}

// emptySet is a set to be filled. Most rules that make one put nothing into it, so that all
// of an evaluation share one until then.
func (m *machine) emptySet() *ast.Term {
	if m.empty == nil {
		m.empty = ast.NewTerm(ast.NewSet())
	}
	return m.empty
}

// put puts an operand into an object. What grows in its place there cannot be the empty set
// of all.
func (m *machine) put(into *ast.Term, key, value uint32, l []*ast.Term) {
	if value&1 == 0 && m.empty != nil && l[value>>1] == m.empty {
		l[value>>1] = ast.NewTerm(ast.NewSet())
	}
	m.insert(into, m.wholeAt(l, key), m.wholeAt(l, value))
}

// added is a set with one more value.
func (m *machine) added(set, value *ast.Term) *ast.Term {
	if set == m.empty {
		set = ast.NewTerm(ast.NewSet())
	}
	set.Value.(ast.Set).Add(value)
	return set
}
