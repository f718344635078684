package document

import (
	"encoding/json"
	"math"
)

// Member returns the member that counts for a key: the last one. ok is false
// when n is not an object or has no such key.
func (n *Node) Member(key string) (m Member, ok bool) {
	if n == nil || n.Kind != Object {
		return Member{}, false
	}
	for i := len(n.Members) - 1; i >= 0; i-- {
		if n.Members[i].Key == key {
			return n.Members[i], true
		}
	}
	return Member{}, false
}

// At walks down from n: a string is a key of an object, an integer an index of
// an array. It returns nil when there is no such value. Numbers may be of the
// types that JSON and policies give: int, int64, float64, json.Number.
func (n *Node) At(path ...any) *Node {
	for _, step := range path {
		n = n.child(step)
	}
	return n
}

func (n *Node) child(step any) *Node {
	if n == nil {
		return nil
	}
	if key, ok := step.(string); ok {
		m, _ := n.Member(key)
		return m.Value
	}
	i, ok := index(step)
	if !ok || n.Kind != Array || i < 0 || i >= len(n.Items) {
		return nil
	}
	return n.Items[i]
}

// index reads a step of a path as an index.
func index(step any) (int, bool) {
	switch v := step.(type) {
	case int:
		return v, true
	case int64:
		return int(v), true
	case float64:
		if v == math.Trunc(v) && math.Abs(v) < math.MaxInt32 {
			return int(v), true
		}
	case json.Number:
		i, err := v.Int64()
		return int(i), err == nil
	}
	return 0, false
}

// Locate returns the place of the value at path, or with key of its key, and
// the file it is in: with includes, not always d.File. A value without a key,
// the root or an item of an array, has its own place either way.
//
// When there is no such value, exact is false and the place is that of the
// nearest parent that exists: its key if it has one, else itself.
func (d *Document) Locate(path []any, key bool) (at Span, file string, exact bool) {
	n := d.Root
	if n == nil {
		return Span{}, d.File, false
	}
	var member *Member
	for _, step := range path {
		var next *Node
		var found *Member
		if name, ok := step.(string); ok {
			if m, ok := d.keys.member(n, name); ok {
				next, found = m.Value, &m
			}
		} else {
			next = n.child(step)
		}
		if next == nil {
			at, file = place(n, member, true)
			return at, file, false
		}
		n, member = next, found
	}
	at, file = place(n, member, key)
	return at, file, true
}

func place(n *Node, member *Member, key bool) (Span, string) {
	if key && member != nil && !member.KeySpan.IsZero() {
		return member.KeySpan, member.File
	}
	return n.Span, n.File
}

// Interface returns the value as maps, slices and scalars: map[string]any,
// []any, string, bool, int64, float64 and nil. The last of equal keys counts,
// and members that are constraints are left out.
// Infinities and NaN, which JSON cannot carry, are returned as they are spelled.
func (n *Node) Interface() any {
	if n == nil {
		return nil
	}
	switch n.Kind {
	case Array:
		items := make([]any, len(n.Items))
		for i, item := range n.Items {
			items[i] = item.Interface()
		}
		return items
	case Object:
		members := make(map[string]any, len(n.Members))
		for _, m := range n.Members {
			if m.Value == nil || m.Value.Kind != Constraint {
				members[m.Key] = m.Value.Interface()
			}
		}
		return members
	}
	if f, ok := n.Value.(float64); ok && (math.IsInf(f, 0) || math.IsNaN(f)) {
		return n.Raw
	}
	return n.Value
}
