package schema

import (
	"path/filepath"
	"strings"

	"github.com/skillctl/skillctl/internal/document"
)

// Beside returns a document whose relative paths are taken from dir: those in
// fields that the schema marks with @path. What begins with ~ is left to whoever
// knows the home folder. The document itself stays as it is.
func (s *Schema) Beside(kind Kind, root *document.Node, dir string) (*document.Node, error) {
	p, err := s.plan(kind)
	if err != nil || root == nil {
		return root, err
	}
	return beside(p.root, root, dir), nil
}

func beside(s *spec, n *document.Node, dir string) *document.Node {
	if s == nil {
		return n
	}
	for _, a := range s.alts {
		switch {
		case a.object != nil && n.Kind == document.Object:
			return besideObject(a.object, n, dir)
		case a.list != nil && a.list.rest != nil && n.Kind == document.Array:
			return eachItem(n, func(item *document.Node) *document.Node { return beside(a.list.rest, item, dir) })
		}
	}
	return n
}

func besideObject(o *object, n *document.Node, dir string) *document.Node {
	out := *n
	out.Members = make([]document.Member, len(n.Members))
	for i, m := range n.Members {
		switch f := o.index[m.Key]; {
		case f != nil && f.path && f.word != "" && m.Value.Value == f.word:
		case f != nil && f.path && f.spec.forbids(m.Value):
		case f != nil && f.path:
			m.Value = fromDir(m.Value, dir)
		case f != nil:
			m.Value = beside(f.spec, m.Value, dir)
		}
		out.Members[i] = m
	}
	return &out
}

// forbids reports whether a text is one that the schema says a field may not have: as
// a path it would be another, which is not forbidden.
func (s *spec) forbids(n *document.Node) bool {
	for _, a := range s.alts {
		for _, c := range a.checks {
			if c.op != opNotMatch && c.op != opNot {
				continue
			}
			if _, ok := c.holds(n.Value); !ok {
				return true
			}
		}
	}
	return false
}

// eachItem is a list with its items replaced.
func eachItem(n *document.Node, replace func(*document.Node) *document.Node) *document.Node {
	out := *n
	out.Items = make([]*document.Node, len(n.Items))
	for i, item := range n.Items {
		out.Items[i] = replace(item)
	}
	return &out
}

// fromDir is a path, or a list of them, as seen from a folder.
func fromDir(n *document.Node, dir string) *document.Node {
	if n.Kind == document.Array {
		return eachItem(n, func(item *document.Node) *document.Node { return fromDir(item, dir) })
	}
	text, ok := n.Value.(string)
	if n.Kind != document.String || !ok || strings.TrimSpace(text) == "" || strings.HasPrefix(text, "~") || strings.HasPrefix(text, "/") || filepath.IsAbs(text) {
		return n
	}
	out := *n
	out.Value = filepath.ToSlash(filepath.Join(dir, filepath.FromSlash(text)))
	return &out
}

// relative is what may be written in a field of paths before they are taken from
// the folder of their file.
func (s *spec) relative() *spec {
	out := *s
	out.alts = make([]*alt, len(s.alts))
	for i, a := range s.alts {
		one := *a
		one.checks = nil
		for _, c := range a.checks {
			if c.op == opMatch {
				c.text = `\S`
			}
			one.checks = append(one.checks, c)
		}
		if a.list != nil && a.list.rest != nil {
			items := *a.list
			items.rest = a.list.rest.relative()
			one.list = &items
		}
		out.alts[i] = &one
	}
	return &out
}
