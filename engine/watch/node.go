package watch

import (
	"maps"
	"path/filepath"
	"slices"
)

// node is a watched folder.
type node struct {
	real     string
	parent   *node
	children map[string]*node // nil when there are none
	roots    map[string]bool  // roots that it is
	dropped  bool
}

// link is a symbolic link in a watched folder.
type link struct {
	at   *node
	name string
}

func (n *node) adopt(sub *node) {
	if n.children == nil {
		n.children = map[string]*node{}
	}
	n.children[filepath.Base(sub.real)], sub.parent = sub, n
}

// orphan: nothing leads to it.
func (n *node) orphan() bool { return n.parent == nil && len(n.roots) == 0 }

// names are the paths of a folder by the names of the roots, sorted.
func (n *node) names() []string {
	// Nearly all have one.
	found := map[string]bool{}
	rest := ""
	for depth := 0; n != nil && depth <= MaxDepth; depth++ {
		for _, name := range slices.Sorted(maps.Keys(n.roots)) {
			if len(found) < maxNames {
				found[filepath.Join(name, rest)] = true
			}
		}
		rest = filepath.Join(filepath.Base(n.real), rest)
		n = n.parent
	}
	return slices.Sorted(maps.Keys(found))
}
