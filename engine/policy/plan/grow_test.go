package plan

import (
	"fmt"
	"testing"

	"github.com/open-policy-agent/opa/v1/ast"
)

// What grows in an object is put in its place as often as it grows, as plans of
// "name[key] contains value" do it: twice as much is twice the work, and at the end the
// object is one with what it holds.
func TestGrow(t *testing.T) {
	t.Parallel()
	grow := func(n int) (m *machine, value *ast.Term) {
		m, value = &machine{}, ast.NewTerm(ast.NewObject())
		object := value.Value.(ast.Object)
		for i := range n {
			for _, key := range []*ast.Term{ast.StringTerm("one"), ast.StringTerm(fmt.Sprint(i % (n / 2)))} {
				l := []*ast.Term{key, object.Get(key)}
				if l[1] == nil {
					l[1] = m.emptySet()
					m.put(value, Local(0), Local(1), l)
				}
				l[1] = m.added(l[1], ast.InternedTerm(i))
				m.put(value, Local(0), Local(1), l)
			}
		}
		return m, m.settled(value)
	}
	const n = 1000
	once, value := grow(n)
	twice, _ := grow(2 * n)
	if once.hashed == 0 || twice.hashed > 2*once.hashed+once.hashed/4 {
		t.Errorf("%d values were hashed, and %d for twice as many", once.hashed, twice.hashed)
	}
	wanted := ast.NewObject()
	value.Value.(ast.Object).Foreach(func(k, v *ast.Term) { wanted.Insert(k, v) })
	if value.Value.Hash() != wanted.Hash() || value.Value.Compare(wanted) != 0 || wanted.Len() != n/2+1 {
		t.Errorf("the object differs from one that is made of what it holds")
	}
	if len(once.grown) > 0 {
		t.Errorf("%d objects are left", len(once.grown))
	}
}

// Sets that nothing was put into are one, and stay empty when something is put into another.
func TestEmptySets(t *testing.T) {
	t.Parallel()
	m := &machine{}
	one, other := m.emptySet(), m.emptySet()
	filled := m.added(one, ast.StringTerm("a"))
	if one != other || filled == other || other.Value.(ast.Set).Len() != 0 || filled.Value.(ast.Set).Len() != 1 {
		t.Errorf("sets are %v, %v and %v", one, other, filled)
	}
	if again := m.added(filled, ast.StringTerm("b")); again != filled || filled.Value.(ast.Set).Len() != 2 {
		t.Errorf("a set with one more is %v, and was %v", again, filled)
	}
}
