package watch

import (
	"cmp"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	folders "github.com/skillctl/skillctl/internal/folder"
)

// node is a watched folder.
type node struct {
	real     string
	parent   *node
	children map[string]*node // nil when there are none
	links    map[string]*node // followed links in it, nil when there are none
	via      map[link]bool    // followed links that lead here
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
func (n *node) orphan() bool { return n.parent == nil && len(n.roots) == 0 && len(n.via) == 0 }

// below says that it is a folder or stands in it, by the real path.
func (n *node) below(real string) bool { return folders.Within(n.real, real) }

// naming collects the paths of a folder. Links that lead to one another would
// give paths without end, so that the steps are counted.
type naming struct {
	found map[string]bool
	steps int
}

// names are the paths of a folder by the names of the roots, sorted.
func (n *node) names() []string {
	// Nearly all have one.
	list := &naming{found: map[string]bool{}, steps: maxSteps}
	list.collect(n, "", 0)
	return slices.Sorted(maps.Keys(list.found))
}

func (l *naming) collect(n *node, rest string, depth int) {
	if l.steps--; l.steps < 0 || depth > MaxDepth || len(l.found) >= maxNames {
		return
	}
	for _, name := range slices.Sorted(maps.Keys(n.roots)) {
		l.found[filepath.Join(name, rest)] = true
	}
	if n.parent != nil {
		l.collect(n.parent, filepath.Join(filepath.Base(n.real), rest), depth+1)
	}
	if len(n.via) == 0 {
		return
	}
	links := slices.SortedFunc(maps.Keys(n.via), func(a, b link) int {
		return cmp.Or(strings.Compare(a.at.real, b.at.real), strings.Compare(a.name, b.name))
	})
	for _, via := range links {
		l.collect(via.at, filepath.Join(via.name, rest), depth+1)
	}
}
