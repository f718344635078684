package document

import (
	"context"
	"errors"
	"fmt"

	toml "github.com/pelletier/go-toml/v2"
	"github.com/pelletier/go-toml/v2/unstable"
)

// tomlReader builds the tree from the expressions of the TOML library, which
// have places but no values, and takes the values from what the library
// decodes.
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
	// tables is an array of tables.
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

// errTOMLConflict says that definitions clash in a way that the library
// explains.
var errTOMLConflict = errors.New("definitions clash")

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
	err = r.expressions([]byte(src.text))
	if err != nil && !errors.Is(err, errTOMLConflict) {
		return nil, err
	}
	// By now every expression is known not to be too deep: decoding recurses.
	var values map[string]any
	if failure := toml.Unmarshal([]byte(src.text), &values); failure != nil {
		return nil, r.explain(failure)
	}
	if err != nil || !fillTOML(r.root, values) {
		return nil, &Error{Kind: Syntax, File: src.file, Message: "the text cannot be read as TOML: a table or key is defined in two ways"}
	}
	return r.root, nil
}

// expressions reads the lines of the text. A syntax error ends it early, without
// an error: decoding will find and explain it.
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
	parent, depth, err := r.descend(r.root, parts[:len(parts)-1], 1, t.start, t.end)
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
		if r.kinds[existing.Value] == defined {
			return r.duplicate("table", existing, last)
		}
		if existing.Value.Kind != Object {
			return errTOMLConflict
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
			return errTOMLConflict
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
// tables, and makes the tables that do not exist yet. start and end are the
// place of what implies them.
func (r *tomlReader) descend(from *Node, parts []keyPart, depth, start, end int) (*Node, int, error) {
	at := from
	for _, p := range parts {
		depth++
		if m := r.find(at, p.name); m != nil {
			at = m.Value
			if r.kinds[at] == tables {
				depth++
				at = at.Items[len(at.Items)-1]
			}
			if at.Kind != Object {
				return nil, 0, errTOMLConflict
			}
			continue
		}
		if err := r.spend(p.start, depth); err != nil {
			return nil, 0, err
		}
		next := &Node{Kind: Object, File: r.file, Style: Block, Span: r.lines.span(start, end)}
		r.kinds[next] = implied
		r.attach(at, r.member(p, next))
		at = next
	}
	return at, depth, nil
}

// duplicate is the error for a second definition.
func (r *tomlReader) duplicate(what string, first *Member, second keyPart) error {
	err := r.fail(Duplicate, second.start, second.end, "the %s %s is defined twice: first at %s",
		what, quoted(second.name), lineColumn(first.KeySpan.Start))
	err.Other = first.KeySpan
	err.Hint = "remove one of them"
	return err
}
