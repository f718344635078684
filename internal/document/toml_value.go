package document

import (
	"errors"
	"strconv"
	"strings"

	toml "github.com/pelletier/go-toml/v2"
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
	parent, _, err := r.descend(table, parts[:len(parts)-1], depth, dotted, parts[0].start, end)
	if err != nil {
		return end, err
	}
	if first := r.find(parent, last.name); first != nil {
		return end, r.duplicate("key", first, last)
	}
	r.attach(parent, r.member(last, value))
	return end, nil
}

// value returns the value that begins at begin, and where it ends.
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
		r.kinds[n] = inline
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
		if err := r.scalar(n, e, begin); err != nil {
			return nil, begin, err
		}
	}
	n.Span = r.lines.span(begin, end)
	return n, end, nil
}

func (r *tomlReader) scalar(n *Node, e *unstable.Node, begin int) error {
	n.Style = Plain
	switch e.Kind {
	case unstable.String:
		n.Kind, n.Style, n.Value = String, Double, string(e.Data)
		if strings.HasPrefix(n.Raw, "'") {
			n.Style = Single
		}
		return nil
	case unstable.Bool:
		n.Kind, n.Value = Bool, n.Raw == "true"
		return nil
	case unstable.Integer:
		if i, ok := plainInteger(n.Raw); ok {
			n.Kind, n.Value = Number, i
			return nil
		}
	}
	// The parser knows only what these look like; whether they are right is
	// known to the decoder.
	const prefix = "x="
	var decoded struct{ X any }
	if err := toml.Unmarshal([]byte(prefix+n.Raw), &decoded); err != nil {
		var decode *toml.DecodeError
		if errors.As(err, &decode) {
			_, column := decode.Position()
			return r.explainAt(begin+column-1-len(prefix), decode.Error(), err)
		}
		return r.explainAt(begin, err.Error(), err)
	}
	switch v := decoded.X.(type) {
	case int64, float64:
		n.Kind, n.Value = Number, v
	default: // a date or time
		n.Kind, n.Value = String, n.Raw
	}
	return nil
}

// plainInteger reads the integers that need no care: decimal, without "_", and
// far from the largest.
func plainInteger(s string) (int64, bool) {
	const safe = 18
	digits := strings.TrimLeft(s, "+-")
	if len(digits) > safe || strings.Trim(digits, "0123456789") != "" || len(digits) > 1 && digits[0] == '0' {
		return 0, false
	}
	i, err := strconv.ParseInt(s, 10, 64)
	return i, err == nil
}
