package schema

import "strconv"

// Position is a place in a text. Line and Column are 1-based and Column counts
// Unicode code points; Offset is the 0-based byte offset. The zero Position is
// unknown.
type Position struct {
	Line, Column, Offset int
}

// Place is a position in a file, or another origin of a value, such as a flag.
type Place struct {
	File     string
	Position Position
}

// String writes "file:line:col", or only what is known of it.
func (p Place) String() string {
	if p.Position.Line == 0 {
		return p.File
	}
	return p.File + ":" + strconv.Itoa(p.Position.Line) + ":" + strconv.Itoa(p.Position.Column)
}

// NodeKind is what a [Node] holds.
type NodeKind uint8

// The kinds of node.
const (
	ScalarNode NodeKind = iota
	ListNode
	ObjectNode
	// LimitNode has no value: it only says what a value may be.
	LimitNode
)

// Node is one value of a settings document and its place.
type Node struct {
	Kind       NodeKind
	File       string
	Start, End Position
	// Value of a scalar: nil, bool, int64, float64 or string.
	Value any
	Items []*Node
	// Members in order, each key once.
	Members []Member
	// Default: the value gives way to any other.
	Default bool
}

// Member is one key and value of an object.
type Member struct {
	Key              string
	KeyStart, KeyEnd Position
	Value            *Node
}

// Place is where n begins.
func (n *Node) Place() Place { return Place{File: n.File, Position: n.Start} }

// Member returns the value of a key, nil if there is none.
func (n *Node) Member(key string) *Node {
	if i := n.index(key); i >= 0 {
		return n.Members[i].Value
	}
	return nil
}

func (n *Node) index(key string) int {
	if n == nil || n.Kind != ObjectNode {
		return -1
	}
	for i := range n.Members {
		if n.Members[i].Key == key {
			return i
		}
	}
	return -1
}

// Neutral returns the value of n as Validate takes it. Limits are left out.
func (n *Node) Neutral() any {
	switch n.Kind {
	case ListNode:
		out := make([]any, 0, len(n.Items))
		for _, it := range n.Items {
			out = append(out, it.Neutral())
		}
		return out
	case ObjectNode:
		out := make(map[string]any, len(n.Members))
		for _, m := range n.Members {
			if m.Value.Kind != LimitNode {
				out[m.Key] = m.Value.Neutral()
			}
		}
		return out
	case LimitNode:
		return nil
	}
	return n.Value
}

// find returns the place of a path: of the key where on is OnKey. It falls back
// to the nearest parent that is there.
func (n *Node) find(path []any, on string) Place {
	place := n.Place()
	for i, p := range path {
		switch p := p.(type) {
		case string:
			j := n.index(p)
			if j < 0 {
				return place
			}
			m := n.Members[j]
			n = m.Value
			place = n.Place()
			if on == OnKey && i == len(path)-1 && m.KeyStart.Line > 0 {
				place = Place{File: n.File, Position: m.KeyStart}
			}
		case int:
			if n.Kind != ListNode || p >= len(n.Items) {
				return place
			}
			n = n.Items[p]
			place = n.Place()
		}
	}
	return place
}
