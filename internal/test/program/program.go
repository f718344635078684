// Package program holds what readers of programs make to what those who follow it rely on.
package program

import (
	"testing"

	"github.com/skillctl/skillctl/engine/flow/code"
)

// Check fails when a node stands outside of a text of so many bytes, or has fewer parts
// than its kind promises.
func Check(t *testing.T, list []*code.Node, size int) {
	t.Helper()
	for _, n := range list {
		if n == nil {
			continue
		}
		if n.Pos < 0 || n.Pos > size || n.End > size {
			t.Fatalf("a node stands at %d to %d in a text of %d bytes", n.Pos, n.End, size)
		}
		switch n.Kind {
		case code.Join, code.Assign, code.Each:
			if len(n.List) == 0 {
				t.Fatalf("a node of kind %d at %d has no parts", n.Kind, n.Pos)
			}
		}
		Check(t, n.List, size)
		Check(t, []*code.Node{n.X}, size)
		Check(t, n.Keys, size)
		if n.Func != nil {
			Check(t, n.Func.Body, size)
		}
	}
}
