package runner

import (
	"path/filepath"
	"slices"

	"github.com/skillctl/skillctl/internal/folder"
)

// Hidden is what a boundary hides, links resolved, with its exceptions.
type Hidden struct {
	// Paths are files and folders; Except are folders in them that are not hidden with
	// them.
	Paths, Except []string
}

// Hidden is what a boundary hides of which these paths are given besides the exceptions.
// Where something given holds a hidden folder whole, that has no exceptions: only what
// is not given at all needs no cover.
func (b Boundary) Hidden(paths, given []string) Hidden {
	all := Hidden{Paths: paths}
	for _, path := range b.Show {
		real, err := filepath.EvalSymlinks(path)
		if err != nil {
			continue
		}
		open := slices.ContainsFunc(paths, func(h string) bool { return real != h && folder.Within(real, h) })
		for _, h := range paths {
			held := slices.ContainsFunc(given, func(g string) bool { return folder.Within(h, g) })
			open = open && (real != h && (!folder.Within(real, h) || !held))
		}
		if open {
			all.Except = append(all.Except, real)
		}
	}
	return all
}

// Covers reports whether a path is hidden: it lies in something hidden, and in
// no exception of that.
func (h Hidden) Covers(path string) bool {
	return slices.ContainsFunc(h.Paths, func(hidden string) bool {
		return folder.Within(path, hidden) && !slices.ContainsFunc(h.Except, func(s string) bool { return folder.Within(path, s) && folder.Within(s, hidden) })
	})
}
