package plan

import (
	"errors"
	"math"
	"slices"

	"github.com/open-policy-agent/opa/v1/ast"
)

// Budget bounds the work of one evaluation, in units that are the same on each machine: a
// statement is one, and so are so many elements or bytes that a built-in function goes
// through (see [charge]). Whoever is asked about what somebody else has written must not
// be kept busy by it.
//
// What is bounded falls into parts, policies that each say something for themselves. One that
// would take more than its share is left out, and so are all that come after the budget
// of all parts is spent; what the others say stands.
type Budget struct {
	// Whole is what all parts together, and what puts them together, may take; 0 is no
	// bound. Part is the most that one part may take. As much is kept of Whole for what puts
	// them together.
	Part, Whole int
	// Apart reports whether a policy is a part, by the name of its file; nil for none.
	Apart func(file string) bool
}

// Spent is what an evaluation has taken.
type Spent struct {
	// Units are units of work.
	Units int
	// Left are the parts that were left out, by the names of their files, sorted.
	Left []string
}

// ErrSpent is what an evaluation ends with that has spent all of its budget outside of
// any part.
var ErrSpent = errors.New("the policies have more to do than they may")

// meter counts the work of one evaluation, and knows what it may come to.
type meter struct {
	work, limit int
	budget      Budget
	// parts is what parts may come to, inside says that one is worked out.
	parts  int
	inside bool
	left   map[string]bool
}

func newMeter(budget Budget) meter {
	if budget.Whole == 0 {
		return meter{limit: math.MaxInt}
	}
	return meter{limit: budget.Whole, budget: budget, parts: budget.Whole - budget.Part, left: map[string]bool{}}
}

func (m *meter) spent() Spent {
	s := Spent{Units: m.work}
	for file := range m.left {
		s.Left = append(s.Left, file)
	}
	slices.Sort(s.Left)
	return s
}

// over reports whether more was done than may be, and ends the evaluation then.
func (m *machine) over() bool {
	if m.meter.work <= m.meter.limit {
		return false
	}
	m.fail(ErrSpent)
	return true
}

// part is the value of a rule of a part, undefined where its share does not suffice. What
// it was to take from other rules, and these did not come to, is worked out anew by the
// next that asks: only whole values are kept.
func (m *machine) part(f *function, caller []*ast.Term) *ast.Term {
	meter := &m.meter
	file := m.image.head.Files[f.file]
	before := meter.limit
	meter.limit, meter.inside = min(meter.work+meter.budget.Part, meter.parts), true
	if meter.limit <= meter.work {
		m.fail(ErrSpent)
	}
	var value *ast.Term
	if m.err == nil {
		value = m.worked(f, caller)
	}
	meter.limit, meter.inside = before, false
	if errors.Is(m.err, ErrSpent) {
		m.err, value = nil, nil
		meter.left[file] = true
	}
	return value
}

// free is the value of a rule that follows from data alone, which counts for nothing: it is
// kept for the next evaluation, and what the same input comes to must not depend on which
// one is the first.
func (m *machine) free(f *function, caller []*ast.Term) *ast.Term {
	work, limit := m.meter.work, m.meter.limit
	m.meter.limit = math.MaxInt
	value := m.worked(f, caller)
	m.meter.work, m.meter.limit = work, limit
	return value
}

// apart reports whether a rule begins a part: one that another part asks is its work.
func (m *machine) apart(f *function) bool {
	return m.meter.budget.Apart != nil && !m.meter.inside && m.meter.budget.Apart(m.image.head.Files[f.file])
}

// charge says what a built-in function goes through.
type charge uint8

const (
	// chargeNone: what it does takes no longer for what is longer.
	chargeNone charge = iota
	// chargeTexts: some of the bytes of its arguments.
	chargeTexts
	// chargeSought: all elements of a list, in which something is looked for.
	chargeSought
	// chargeMatches: the bytes of its arguments, several times.
	chargeMatches
	// chargeAll: all elements of its arguments.
	chargeAll
)

// Bytes of a text that count as one unit: a statement takes some 30 ns, in which a text of
// that length is looked for, or held against an expression.
const (
	textUnit  = 64
	matchUnit = 8
)

// chargeOf is what a built-in function goes through, by its name.
func chargeOf(name string) charge {
	switch name {
	case ast.Equal.Name, ast.NotEqual.Name, ast.GreaterThan.Name, ast.GreaterThanEq.Name, ast.LessThan.Name, ast.LessThanEq.Name,
		ast.IsString.Name, ast.Count.Name, ast.ObjectGet.Name:
		return chargeNone
	case ast.Member.Name:
		return chargeSought
	case ast.Contains.Name, ast.StartsWith.Name, ast.EndsWith.Name, ast.Lower.Name, ast.TrimSpace.Name:
		return chargeTexts
	case ast.RegexMatch.Name, ast.RegexFind.Name, ast.RegexFindAllStringSubmatch.Name, ast.RegexSplit.Name, ast.RegexReplace.Name:
		return chargeMatches
	}
	return chargeAll
}

// units are what one argument, or the value, of a built-in function counts for.
func (c charge) units(term *ast.Term) int {
	if term == nil || c == chargeNone {
		return 0
	}
	if _, list := term.Value.(*ast.Array); c == chargeSought && !list {
		return 0
	}
	switch v := term.Value.(type) {
	case ast.String:
		if c == chargeMatches {
			return len(v) / matchUnit
		}
		return len(v) / textUnit
	case *list:
		return len(v.terms)
	case *ast.Array:
		return v.Len()
	case ast.Set:
		return v.Len()
	case ast.Object:
		return v.Len()
	}
	return 0
}

// made is what a text counts for that was put together of elements: these may be long.
func (c charge) made(term *ast.Term) int {
	if c != chargeAll {
		return 0
	}
	if text, ok := term.Value.(ast.String); ok {
		return len(text) / textUnit
	}
	return 0
}
