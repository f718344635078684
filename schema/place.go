package schema

import (
	"strconv"

	"github.com/skillctl/skillctl/internal/document"
)

// Place is a position in a file, or another origin of a value, such as a flag.
type Place struct {
	File     string
	Position document.Position
}

// String writes "file:line:col", or only what is known of it.
func (p Place) String() string {
	if p.Position.Line == 0 {
		return p.File
	}
	return p.File + ":" + strconv.Itoa(p.Position.Line) + ":" + strconv.Itoa(p.Position.Column)
}

// placeOf is where a node begins.
func placeOf(n *document.Node) Place { return Place{File: n.File, Position: n.Span.Start} }

// memberIndex is the index of a key in an object, -1 if it has none: of the last
// one where it stands twice, for that one counts.
func memberIndex(n *document.Node, key string) int {
	if n == nil || n.Kind != document.Object {
		return -1
	}
	for i := len(n.Members) - 1; i >= 0; i-- {
		if n.Members[i].Key == key {
			return i
		}
	}
	return -1
}

// findPlace returns the place of a path: of the key where on is OnKey. It falls
// back to the nearest parent that exists.
func findPlace(n *document.Node, path []any, on string) Place {
	place := placeOf(n)
	for i, p := range path {
		switch p := p.(type) {
		case string:
			j := memberIndex(n, p)
			if j < 0 {
				return place
			}
			m := n.Members[j]
			n = m.Value
			place = placeOf(n)
			if on == OnKey && i == len(path)-1 && m.KeySpan.Start.Line > 0 {
				place = Place{File: m.File, Position: m.KeySpan.Start}
			}
		case int:
			if n.Kind != document.Array || p < 0 || p >= len(n.Items) {
				return place
			}
			n = n.Items[p]
			place = placeOf(n)
		}
	}
	return place
}
