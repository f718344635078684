package document

import (
	"context"
	"fmt"

	"github.com/pelletier/go-toml/v2/unstable"
)

// tomlReader builds the tree from the expressions of the TOML library, which
// have places. It does not use the library's decoder: that has no places, and
// looks through all keys of a table for each new one.
type tomlReader struct {
	*source
	maxDepth int
	budget   *budget
	parser   unstable.Parser
	root     *Node
	// kinds remembers how tables and arrays of tables came to be: it decides
	// what may be added to them.
	kinds map[*Node]tableKind
	// indexes finds the keys of large tables.
	indexes map[*Node]map[string]int
	// table is what the lines now read belong to.
	table *tableHeader
}

// tableKind is how an object or array came to be.
type tableKind int

const (
	// implied tables are the parents of others, and may still be defined.
	implied tableKind = iota + 1
	// defined tables have had their "[header]".
	defined
	// dotted tables are made by dotted keys, and only these may add to them.
	dotted
	// inline tables are complete.
	inline
	// tables is an array of tables, to which "[[header]]" adds.
	tables
)

// tableHeader is a table while its lines are read. Offsets are in the text.
type tableHeader struct {
	node  *Node
	list  *Node // the array that a "[[header]]" adds to, or nil
	depth int
	start int
	end   int
}

func parseTOML(ctx context.Context, src *source, o *options) (root *Node, err error) {
	r := &tomlReader{
		source: src, maxDepth: o.maxDepth, budget: newBudget(ctx, o),
		kinds: map[*Node]tableKind{}, indexes: map[*Node]map[string]int{},
		root: &Node{Kind: Object, File: src.file, Style: Block, Span: src.lines.span(0, len(src.text))},
	}
	// As in YAML: a panic of the library is a text that it cannot read.
	defer func() {
		if p := recover(); p != nil {
			root, err = nil, &Error{Kind: Syntax, File: src.file, Message: fmt.Sprintf("the text cannot be read as TOML: %v", p)}
		}
	}()
	r.kinds[r.root] = defined
	if err := r.expressions([]byte(src.text)); err != nil {
		return nil, err
	}
	return r.root, nil
}

func (r *tomlReader) expressions(text []byte) error {
	if err := r.spend(0, 1); err != nil {
		return err
	}
	r.table = &tableHeader{node: r.root, depth: 1}
	r.parser.Reset(text)
	for r.parser.NextExpression() {
		var err error
		switch e := r.parser.Expression(); e.Kind {
		case unstable.KeyValue:
			r.table.end, err = r.keyValue(r.table.node, e, r.table.depth)
		case unstable.Table, unstable.ArrayTable:
			r.finishTable()
			err = r.header(e)
		}
		if err != nil {
			return err
		}
	}
	if err := r.parser.Error(); err != nil {
		return r.explain(err)
	}
	r.finishTable()
	return nil
}

func (r *tomlReader) spend(at, depth int) error {
	if depth > r.maxDepth {
		return r.tooDeep(at, r.maxDepth)
	}
	if ok, err := r.budget.spend(1); err != nil {
		return err
	} else if !ok {
		return r.tooMany(at, r.budget.max)
	}
	return nil
}

// finishTable sets the span of the table whose lines have been read.
func (r *tomlReader) finishTable() {
	t := r.table
	if t.node == r.root {
		return
	}
	t.node.Span = r.lines.span(t.start, t.end)
	if t.list != nil {
		t.list.Span.End = t.node.Span.End
	}
}

// keyPart is one part of a dotted key.
type keyPart struct {
	name       string
	start, end int
}

func keyParts(it unstable.Iterator) []keyPart {
	var parts []keyPart
	for it.Next() {
		n := it.Node()
		start := int(n.Raw.Offset)
		parts = append(parts, keyPart{string(n.Data), start, start + int(n.Raw.Length)})
	}
	return parts
}

func (r *tomlReader) member(p keyPart, value *Node) Member {
	return Member{Key: p.name, KeySpan: r.lines.span(p.start, p.end), File: r.file, Value: value}
}

// header begins the table or the item of an array of tables that a header names.
func (r *tomlReader) header(e *unstable.Node) error {
	parts := keyParts(e.Key())
	last := parts[len(parts)-1]
	t := &tableHeader{start: r.headerStart(parts[0].start), end: r.headerEnd(last.end)}
	r.table = t
	parent, depth, err := r.descend(r.root, parts[:len(parts)-1], 1, implied, t.start, t.end)
	if err != nil {
		return err
	}
	existing := r.find(parent, last.name)
	if e.Kind == unstable.ArrayTable {
		return r.tableItem(t, parent, last, existing, depth)
	}
	t.depth = depth + 1
	if existing == nil {
		if err := r.spend(last.start, t.depth); err != nil {
			return err
		}
		t.node = &Node{Kind: Object, File: r.file, Style: Block}
		r.attach(parent, r.member(last, t.node))
	} else {
		switch r.kinds[existing.Value] {
		case implied:
		case defined:
			return r.duplicate("table", existing, last)
		default:
			return r.conflict(existing, last, "a table")
		}
		t.node = existing.Value
		existing.KeySpan = r.lines.span(last.start, last.end)
	}
	r.kinds[t.node] = defined
	return nil
}

func (r *tomlReader) tableItem(t *tableHeader, parent *Node, last keyPart, existing *Member, depth int) error {
	t.depth = depth + 2
	if existing == nil {
		if err := r.spend(last.start, depth+1); err != nil {
			return err
		}
		t.list = &Node{Kind: Array, File: r.file, Style: Block, Span: r.lines.span(t.start, t.end)}
		r.kinds[t.list] = tables
		r.attach(parent, r.member(last, t.list))
	} else {
		if r.kinds[existing.Value] != tables {
			return r.conflict(existing, last, "a list of tables")
		}
		t.list = existing.Value
	}
	if err := r.spend(last.start, t.depth); err != nil {
		return err
	}
	t.node = &Node{Kind: Object, File: r.file, Style: Block}
	r.kinds[t.node] = defined
	t.list.Items = append(t.list.Items, t.node)
	return nil
}

// descend walks from a table along keys, through the last item of arrays of
// tables, and makes the tables that do not exist yet, as kind says: implied by a
// header or made by dotted keys, which may only add to tables of their own.
// start and end are the place of what makes them.
func (r *tomlReader) descend(from *Node, parts []keyPart, depth int, kind tableKind, start, end int) (*Node, int, error) {
	at := from
	for _, p := range parts {
		depth++
		if m := r.find(at, p.name); m != nil {
			switch k := r.kinds[m.Value]; {
			case k == tables && kind == implied:
				depth++
				at = m.Value.Items[len(m.Value.Items)-1]
			case k == kind, kind == implied && (k == defined || k == dotted):
				at = m.Value
			default:
				return nil, 0, r.conflict(m, p, "a table with more keys")
			}
			continue
		}
		if err := r.spend(p.start, depth); err != nil {
			return nil, 0, err
		}
		next := &Node{Kind: Object, File: r.file, Style: Block, Span: r.lines.span(start, end)}
		r.kinds[next] = kind
		r.attach(at, r.member(p, next))
		at = next
	}
	return at, depth, nil
}

// duplicate is the error for a second definition, conflict that for one as
// something else.
func (r *tomlReader) duplicate(what string, first *Member, second keyPart) error {
	return r.clash(first, second, "the %s %s is defined twice: first at %s",
		what, quoted(second.name), lineColumn(first.KeySpan.Start))
}

func (r *tomlReader) conflict(first *Member, second keyPart, wanted string) error {
	what := "a " + first.Value.Kind.String()
	switch r.kinds[first.Value] {
	case implied, defined:
		what = "a table with a header of its own"
	case dotted:
		what = "a table made by dotted keys"
	case inline:
		what = "an inline table"
	case tables:
		what = "a list of tables"
	}
	return r.clash(first, second, "%s is already %s, at %s: it cannot be %s here",
		quoted(second.name), what, lineColumn(first.KeySpan.Start), wanted)
}

func (r *tomlReader) clash(first *Member, second keyPart, format string, args ...any) error {
	err := r.fail(Duplicate, second.start, second.end, format, args...)
	err.Other = first.KeySpan
	err.Hint = "remove one of them"
	return err
}
