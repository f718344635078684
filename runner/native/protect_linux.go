//go:build linux && (amd64 || arm64)

package native

import (
	"os"
	"path/filepath"
	"slices"

	"golang.org/x/sys/unix"

	"github.com/skillctl/skillctl/internal/folder"
	"github.com/skillctl/skillctl/runner"
	"github.com/skillctl/skillctl/runner/early"
)

// held is what keeps a boundary's protected paths as they are, in what is given.
func held(b runner.Boundary, given []grant) []runner.Held {
	var writable []string
	for _, g := range given {
		if g.rights&^rightsRead != 0 {
			writable = append(writable, g.path)
		}
	}
	return runner.Hold(b.Protect, writable)
}

// protected are the paths of what may not be changed, for where nothing can be
// mounted, and the folders that can take nothing new for it.
func protected(b runner.Boundary, given []grant) (paths, closed []string) {
	for _, h := range held(b, given) {
		if !h.ReadOnly {
			continue
		}
		paths = append(paths, h.Path)
		for dir := filepath.Dir(h.Path); slices.ContainsFunc(given, func(g grant) bool {
			return g.rights&^rightsRead != 0 && folder.Within(dir, g.path)
		}); dir = filepath.Dir(dir) {
			closed = append(closed, dir)
		}
	}
	slices.Sort(closed)
	return paths, slices.Compact(closed)
}

// protection mounts what is protected over itself, and the folders on the way.
func protection(b runner.Boundary, given []grant) ([]early.Bind, error) {
	var binds []early.Bind
	for _, h := range held(b, given) {
		var stat unix.Stat_t
		if err := unix.Stat(h.Path, &stat); err != nil {
			return nil, &os.PathError{Op: "stat", Path: h.Path, Err: err}
		}
		file := early.File{Path: h.Path, Device: stat.Dev, Inode: stat.Ino}
		binds = append(binds, early.Bind{From: file, Over: file, ReadOnly: h.ReadOnly})
	}
	return binds, nil
}
