package plan

import (
	"github.com/open-policy-agent/opa/v1/ast"
)

// Data is the document data.
type Data interface {
	// Table is the data table of a name, nil where there is none. It is asked where the
	// header of the image says where tables are.
	Table(name string) (*ast.Term, error)
	// Whole is all of the document. It is asked where policies look at more than tables.
	Whole() (*ast.Term, error)
}

// document stands for data, for what is above its tables and for what is above joined
// rules, where policies look at nothing else: a table is read, and a rule asked, when one
// looks at it. Policies see no such value.
type document struct {
	ast.Value
	// depth is how many names lead here.
	depth int
	// tables: they lead on to the tables.
	tables bool
	// joined are the rules of other policies that they lead on to.
	joined []*joined
}

// document is data as a program is given it.
func (p *Program) document() (*ast.Term, error) {
	switch {
	case p.data == nil:
		return ast.NewTerm(ast.NewObject()), nil
	case len(p.image.head.Tables) > 0:
		return &ast.Term{Value: &document{tables: true, joined: p.joined}}, nil
	}
	return p.data.Whole()
}

// dotDocument is what stands at a name in data, nil for nothing.
func (m *machine) dotDocument(d *document, key *ast.Term) *ast.Term {
	name, ok := key.Value.(ast.String)
	if !ok {
		return nil
	}
	path := m.image.head.Tables
	if d.tables && d.depth == len(path) {
		table, err := m.program.data.Table(string(name))
		if err != nil {
			m.fail(err)
			return nil
		}
		return table
	}
	next := &document{depth: d.depth + 1, tables: d.tables && string(name) == path[d.depth]}
	for _, rule := range d.joined {
		switch {
		case rule.path[d.depth] != string(name):
		case len(rule.path) == next.depth:
			return m.said(rule)
		default:
			next.joined = append(next.joined, rule)
		}
	}
	if !next.tables && len(next.joined) == 0 {
		return nil
	}
	return &ast.Term{Value: next}
}
