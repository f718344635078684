package watch

import (
	"io/fs"
	"os"
	"path/filepath"

	"github.com/fsnotify/fsnotify"

	folders "github.com/skillctl/skillctl/internal/folder"
)

// tree is what the system watches for us: every folder once, by its real path,
// and the folders that roots stand in.
type tree struct {
	w     *Watcher
	nodes map[string]*node
	// guards are the names of interest in a folder: a root, or what is missing
	// on the way to one.
	guards map[string]map[string]bool
	// fresh are folders that have just come, loose links that lead nowhere yet.
	fresh map[*node]bool
	loose map[link]bool
}

func newTree(w *Watcher) tree {
	return tree{w: w, nodes: map[string]*node{}, guards: map[string]map[string]bool{}}
}

// arm watches a root anew, and says that it changed.
func (t *tree) arm(r *root) {
	before := r.info != nil
	real, info := r.stat()
	if r.node != nil {
		delete(r.node.roots, r.given)
		if real != r.real || info == nil || !os.SameFile(info, r.info) {
			t.drop(r.node)
		}
		t.release(r.node)
	}
	r.real, r.info, r.node = real, info, nil
	t.guard(r)
	if info != nil && info.IsDir() {
		if known := t.nodes[real]; known != nil {
			// The system stops watching a folder that is moved away and back.
			_ = t.w.native.Remove(real)
			t.add(real)
		}
		if n := t.ensure(real); n != nil {
			n.roots = put(n.roots, r.given)
			r.node = n
			t.scan(n)
		}
	}
	if before || info != nil {
		t.w.pending.add(r.given)
	}
}

func put[K comparable](set map[K]bool, key K) map[K]bool {
	if set == nil {
		set = map[K]bool{}
	}
	set[key] = true
	return set
}

// guard watches the folders that the names of a root stand in.
func (t *tree) guard(r *root) {
	for _, place := range []string{r.given, r.real} {
		if place == "" || t.w.polling {
			continue
		}
		if folder, next := nearest(place); next != "" {
			t.guards[folder] = put(t.guards[folder], next)
			t.add(folder)
		}
	}
}

// add asks the system to watch a folder; false when it is not there or closed.
func (t *tree) add(folder string) bool {
	if t.w.polling {
		return false
	}
	var err error
	if t.w.most > 0 && len(t.nodes)+len(t.guards) > t.w.most {
		err = errBound
	} else {
		err = t.w.native.Add(folder)
	}
	if exhausted(err) {
		t.w.fallBack()
	}
	return err == nil
}

// ensure watches a folder, not yet what is in it. It is nil when that cannot
// be.
func (t *tree) ensure(real string) *node {
	if t.w.polling {
		return nil
	}
	if n := t.nodes[real]; n != nil {
		return n
	}
	n := &node{real: real}
	t.nodes[real] = n
	if !t.add(real) {
		delete(t.nodes, real)
		return nil
	}
	if parent := t.nodes[filepath.Dir(real)]; parent != nil && parent != n {
		parent.adopt(n)
	}
	return n
}

// scan watches the folders in a folder that are not watched yet.
func (t *tree) scan(n *node) {
	entries, err := folders.List(n.real)
	if err != nil {
		return
	}
	names := n.names()
	for _, entry := range entries {
		if t.w.polling || n.dropped {
			return
		}
		if entry.IsDir() || entry.Type()&fs.ModeSymlink != 0 {
			t.child(n, names, entry.Name(), entry.Type())
		}
	}
}

// child watches what is in a folder, if it is a folder itself. It is nil when nothing is watched that was not.
func (t *tree) child(n *node, names []string, name string, mode fs.FileMode) *node {
	if n.children[name] != nil || len(t.visible(names, name)) == 0 {
		return nil
	}
	switch {
	case mode.IsDir():
		place := filepath.Join(n.real, name)
		if known := t.nodes[place]; known != nil {
			n.adopt(known)
			return nil
		}
		if sub := t.ensure(place); sub != nil {
			t.scan(sub)
			return sub
		}
	case mode&fs.ModeSymlink != 0:
		t.link(n, name)
	}
	return nil
}

// visible are the paths of a name in a folder that the caller wants to hear of.
func (t *tree) visible(names []string, name string) []string {
	var list []string
	for _, dir := range names {
		if full := filepath.Join(dir, name); !t.w.ignore(full) {
			list = append(list, full)
		}
	}
	return list
}

// link notes a link that leads nowhere. No link is followed.
func (t *tree) link(n *node, name string) {
	if _, err := filepath.EvalSymlinks(filepath.Join(n.real, name)); err != nil && folders.Missing(err) && len(t.loose) < maxLinks {
		t.loose = put(t.loose, link{n, name})
	}
}

// retryLinks looks whether links that led nowhere lead somewhere now.
func (t *tree) retryLinks() {
	for l := range t.loose {
		if l.at.dropped {
			delete(t.loose, l)
			continue
		}
		if _, err := os.Stat(filepath.Join(l.at.real, l.name)); err != nil {
			continue
		}
		delete(t.loose, l)
		t.tell(l.at.names(), l.name)
	}
}

// release drops a folder that nothing leads to any more.
func (t *tree) release(n *node) {
	if n.orphan() {
		t.drop(n)
	}
}

// drop forgets a folder and what is below it.
func (t *tree) drop(n *node) {
	if n.dropped {
		return
	}
	n.dropped = true
	if t.nodes[n.real] == n {
		delete(t.nodes, n.real)
		if !t.w.polling {
			_ = t.w.native.Remove(n.real)
		}
		if t.guards[n.real] != nil {
			t.add(n.real)
		}
	}
	delete(t.fresh, n)
	if n.parent != nil {
		delete(n.parent.children, filepath.Base(n.real))
	}
	for _, sub := range n.children {
		t.drop(sub)
	}
}

// event takes in what the system tells.
func (t *tree) event(event fsnotify.Event) {
	place := event.Name
	if place == "" {
		return
	}
	gone := event.Has(fsnotify.Remove) || event.Has(fsnotify.Rename)
	anew := gone || event.Has(fsnotify.Create)
	dir, name := filepath.Dir(place), filepath.Base(place)
	if n := t.nodes[dir]; n != nil {
		t.change(n, name, anew)
	} else if n := t.nodes[place]; n != nil && gone {
		t.lost(n)
	}
	if t.w.polling {
		return
	}
	self := gone && t.guards[place] != nil
	if self {
		delete(t.guards, place)
	}
	switch {
	case self, anew && t.guards[dir][name]:
		for _, r := range t.w.roots {
			if r.leads(place) && !t.w.polling {
				t.arm(r)
			}
		}
	case t.guards[dir][name]:
		for _, r := range t.w.roots {
			if r.is(place) {
				t.w.pending.add(r.given)
			}
		}
	}
}

// lost is for a folder that is gone and stood in none that is watched.
func (t *tree) lost(n *node) {
	for _, name := range n.names() {
		t.w.pending.add(name)
	}
	if !folders.Is(n.real) {
		t.drop(n)
	}
}

// change takes in that a name in a watched folder changed; anew says that it
// came, went or was moved.
func (t *tree) change(n *node, name string, anew bool) {
	names := n.names()
	if len(t.visible(names, name)) == 0 {
		return
	}
	if anew {
		if sub := n.children[name]; sub != nil {
			t.drop(sub)
		}
	}
	if info, err := os.Lstat(filepath.Join(n.real, name)); err == nil {
		if sub := t.child(n, names, name, info.Mode()); sub != nil {
			t.fresh = put(t.fresh, sub)
		}
	}
	t.tell(names, name)
}

func (t *tree) tell(names []string, name string) {
	for _, full := range t.visible(names, name) {
		t.w.pending.add(full)
	}
}

// settle looks again at the folders that have just come: while they were moved
// the system may have dropped their watches.
func (t *tree) settle() {
	fresh := t.fresh
	t.fresh = nil
	for n := range fresh {
		t.rescan(n)
	}
}

func (t *tree) rescan(n *node) {
	if n.dropped || !t.add(n.real) {
		return
	}
	t.scan(n)
	for _, sub := range n.children {
		t.rescan(sub)
	}
}
