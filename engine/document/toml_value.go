package document

import (
	"strings"

	"github.com/pelletier/go-toml/v2/unstable"
)

// largeTable is the number of keys from which on looking for one needs an
// index.
const largeTable = 16

// find returns the member of a table, nil when there is none. The pointer is
// good until the next attach.
func (r *tomlReader) find(table *Node, key string) *Member {
	if index, ok := r.indexes[table]; ok {
		if i, ok := index[key]; ok {
			return &table.Members[i]
		}
		return nil
	}
	for i := range table.Members {
		if table.Members[i].Key == key {
			return &table.Members[i]
		}
	}
	return nil
}

func (r *tomlReader) attach(table *Node, m Member) {
	table.Members = append(table.Members, m)
	index, ok := r.indexes[table]
	switch {
	case ok:
		index[m.Key] = len(table.Members) - 1
	case len(table.Members) > largeTable:
		index = make(map[string]int, 2*len(table.Members))
		for i, m := range table.Members {
			index[m.Key] = i
		}
		r.indexes[table] = index
	}
}

// keyValue adds "key = value" to a table and returns where the value ends.
func (r *tomlReader) keyValue(table *Node, e *unstable.Node, depth int) (end int, err error) {
	parts := keyParts(e.Key())
	last := parts[len(parts)-1]
	begin := r.valueStart(last.end)
	value, end, err := r.value(e.Value(), begin, depth+len(parts))
	if err != nil {
		return end, err
	}
	parent, _, err := r.descend(table, parts[:len(parts)-1], depth, parts[0].start, end)
	if err != nil {
		return end, err
	}
	if first := r.find(parent, last.name); first != nil {
		return end, r.duplicate("key", first, last)
	}
	r.attach(parent, r.member(last, value))
	return end, nil
}

// value returns the value that begins at begin, still without what scalars
// hold, and where it ends.
func (r *tomlReader) value(e *unstable.Node, begin, depth int) (n *Node, end int, err error) {
	if err := r.spend(begin, depth); err != nil {
		return nil, begin, err
	}
	n = &Node{File: r.file, Style: Flow}
	switch e.Kind {
	case unstable.Array:
		n.Kind = Array
		end = begin + 1
		for it := e.Children(); it.Next(); {
			item, itemEnd, err := r.value(it.Node(), r.next(end), depth+1)
			if err != nil {
				return nil, begin, err
			}
			n.Items = append(n.Items, item)
			end = itemEnd
		}
		end = r.next(end) + 1
	case unstable.InlineTable:
		n.Kind = Object
		r.kinds[n] = defined
		end = begin + 1
		for it := e.Children(); it.Next(); {
			if end, err = r.keyValue(n, it.Node(), depth); err != nil {
				return nil, begin, err
			}
		}
		end = r.next(end) + 1
	default:
		end = begin + int(e.Raw.Length)
		n.Raw = r.text[begin:end]
		n.Kind, n.Style = tomlScalar(e.Kind, n.Raw)
	}
	n.Span = r.lines.span(begin, end)
	return n, end, nil
}

func tomlScalar(kind unstable.Kind, raw string) (Kind, Style) {
	switch kind {
	case unstable.Bool:
		return Bool, Plain
	case unstable.Integer, unstable.Float:
		return Number, Plain
	case unstable.String:
		if strings.HasPrefix(raw, "'") {
			return String, Single
		}
		return String, Double
	}
	return String, Plain // dates and times
}

// fillTOML puts the decoded values into the tree. It reports whether the two
// have the same shape.
func fillTOML(n *Node, value any) bool {
	switch v := value.(type) {
	case map[string]any:
		if n.Kind != Object || len(v) != len(n.Members) {
			return false
		}
		for _, m := range n.Members {
			member, ok := v[m.Key]
			if !ok || !fillTOML(m.Value, member) {
				return false
			}
		}
		return true
	case []any:
		if n.Kind != Array || len(v) != len(n.Items) {
			return false
		}
		for i, item := range n.Items {
			if !fillTOML(item, v[i]) {
				return false
			}
		}
		return true
	case bool:
		n.Value = v
		return n.Kind == Bool
	case int64, float64:
		n.Value = v
		return n.Kind == Number
	case string:
		n.Value = v
		return n.Kind == String
	}
	// A date or time is its spelling.
	n.Value = n.Raw
	return n.Kind == String
}
