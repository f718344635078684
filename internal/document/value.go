package document

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// FromValue makes a tree without positions of a value: maps (their keys in
// order), slices, strings, booleans, numbers and nil. Numbers may be of the types
// that programs and encoding/json give: int, int64, float64, json.Number.
func FromValue(file string, value any) *Node {
	n := &Node{File: file}
	switch value := value.(type) {
	case map[string]any:
		n.Kind = Object
		for _, key := range slices.Sorted(maps.Keys(value)) {
			n.Members = append(n.Members, Member{Key: key, File: file, Value: FromValue(file, value[key])})
		}
	case []any:
		n.Kind = Array
		for _, item := range value {
			n.Items = append(n.Items, FromValue(file, item))
		}
	case []string:
		n.Kind = Array
		for _, item := range value {
			n.Items = append(n.Items, FromValue(file, item))
		}
	case int:
		n.SetScalar(int64(value))
	case json.Number:
		n.SetScalar(number(value))
	default:
		n.SetScalar(value)
	}
	return n
}

// SetScalar makes n the scalar that a value is, spelled as Go spells it.
func (n *Node) SetScalar(value any) {
	n.Value, n.Raw, n.Style = value, fmt.Sprint(value), Plain
	switch value.(type) {
	case nil:
		n.Kind, n.Raw = Null, "null"
	case bool:
		n.Kind = Bool
	case int64, float64:
		n.Kind = Number
	default:
		n.Kind, n.Style = String, Double
	}
}

// number is a JSON number as documents have it: int64 where it is a whole
// number that fits, else float64.
func number(n json.Number) any {
	if !strings.ContainsAny(n.String(), ".eE") {
		if whole, err := n.Int64(); err == nil {
			return whole
		}
	}
	f, err := n.Float64()
	if err != nil {
		return n.String() // too large for a number: a text, which no number may be
	}
	return f
}

// Concrete returns n without constraints: members that are some are left out,
// items that are some are null.
func (n *Node) Concrete() *Node {
	out := *n
	switch n.Kind {
	case Constraint:
		out.SetScalar(nil)
	case Array:
		out.Items = nil
		for _, item := range n.Items {
			out.Items = append(out.Items, item.Concrete())
		}
	case Object:
		out.Members = nil
		for _, m := range n.Members {
			if m.Value.Kind != Constraint {
				m.Value = m.Value.Concrete()
				out.Members = append(out.Members, m)
			}
		}
	}
	return &out
}
