package catalog

import (
	"io/fs"
	"os"
	"path/filepath"

	folders "github.com/skillctl/skillctl/internal/folder"
)

// The bounds of a look at where links lead: how deep hosts look for skills, and how
// many entries are looked at behind one link and behind all.
const (
	linkedDepth   = 6
	linkedEntries = 5_000
	linkedMost    = 100_000
)

// WithLinked finds out of links beside skills whether they lead to a skill that is
// not among those that are found ([Link.Unread]).
func WithLinked() Option { return func(w *walker) { w.linked = true } }

// lookBehind sets Unread of the links. It wants all skills to be known.
func (w *walker) lookBehind() {
	if !w.linked {
		return
	}
	known, left := map[string]bool{}, linkedMost
	for i := range w.found.Links {
		link := &w.found.Links[i]
		if link.Unread = false; link.Inside != "" || link.Dangling || link.Loop {
			continue
		}
		unread, ok := known[link.Resolved]
		if !ok {
			look := linkLook{walker: w, left: min(linkedEntries, left), been: map[string]bool{}}
			unread = look.unread(filepath.FromSlash(link.Resolved), 0)
			left -= min(linkedEntries, left) - look.left
			known[link.Resolved] = unread
		}
		link.Unread = unread
	}
}

// linkLook is one look behind a link.
type linkLook struct {
	walker *walker
	left   int
	been   map[string]bool
}

// unread says whether a folder is or holds a skill that was not found, or could: one
// that cannot be listed, or not to its end. Links in it are followed, each once.
func (l *linkLook) unread(dir string, depth int) bool {
	if l.been[dir] || l.walker.seen[dir] || depth > linkedDepth {
		return false
	}
	l.been[dir] = true
	// Whatever it holds in there was walked through.
	if l.left <= 0 {
		return !l.walker.walked(dir)
	}
	entries, over, err := firstEntries(dir, l.left)
	if err != nil || over > 0 {
		return !l.walker.walked(dir)
	}
	l.left -= len(entries)
	for _, entry := range entries {
		if isManifest(entry.Name()) || isLookalike(entry.Name()) {
			return true
		}
	}
	for _, entry := range entries {
		next := filepath.Join(dir, entry.Name())
		if entry.Type()&fs.ModeSymlink != 0 {
			info, err := os.Stat(next)
			if err != nil || !info.IsDir() {
				continue
			}
			next = l.walker.reals.real(next)
		} else if !entry.IsDir() {
			continue
		}
		if next != "" && l.unread(next, depth+1) {
			return true
		}
	}
	return false
}

// walked says whether a folder lies in one of those that were walked through.
func (w *walker) walked(dir string) bool {
	for _, root := range w.roots {
		if folders.Within(dir, root) {
			return true
		}
	}
	return false
}
