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

// document stands for data, and for what is above its tables, where policies look at
// nothing else: a table is read when one looks at it. Policies see no such value.
type document struct {
	ast.Value
	// depth is how many names lead here.
	depth int
}

// document is data as a program is given it.
func (p *Program) document() (*ast.Term, error) {
	switch {
	case p.data == nil:
		return ast.NewTerm(ast.NewObject()), nil
	case len(p.image.head.Tables) > 0:
		return &ast.Term{Value: &document{}}, nil
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
	if d.depth < len(path) {
		if string(name) != path[d.depth] {
			return nil
		}
		return &ast.Term{Value: &document{depth: d.depth + 1}}
	}
	table, err := m.program.data.Table(string(name))
	if err != nil {
		m.fail(err)
		return nil
	}
	return table
}
