package runner

import (
	"maps"
	"os"
	"path/filepath"
	"slices"

	"github.com/skillctl/skillctl/internal/folder"
)

// Held is a file or folder that a backend mounts over itself: read-only what is
// protected, and as it is each folder on the way there. What is mounted over
// cannot be moved, removed or replaced.
type Held struct {
	Path     string
	ReadOnly bool
}

// Hold lists what keeps the paths of [Boundary.Protect] as they are, where they
// lie in one of the folders that may be changed: links resolved, a folder before
// what lies in it. Of what is not there only the way to it is held.
func Hold(protect, writable []string) []Held {
	wanted, readOnly := map[string]bool{}, map[string]bool{}
	for _, path := range protect {
		real, err := filepath.EvalSymlinks(path)
		if err != nil {
			// The folder that it is not in stays where it is.
			if dir, err := filepath.EvalSymlinks(filepath.Dir(path)); err == nil {
				steps, _ := Steps(filepath.Join(dir, filepath.Base(path)), writable)
				for _, step := range steps {
					readOnly[step] = false
				}
			}
			continue
		}
		if info, err := os.Stat(real); err == nil && (info.IsDir() || info.Mode().IsRegular()) {
			wanted[real] = true
		}
	}
	for path := range wanted {
		for _, one := range writable {
			if one != path && folder.Within(one, path) {
				readOnly[one] = true // what is protected stays so
			}
		}
		steps, ok := Steps(path, writable)
		if !ok {
			continue
		}
		readOnly[path] = true
		for _, step := range steps {
			if !readOnly[step] {
				readOnly[step] = false
			}
		}
	}
	var held []Held
	for _, path := range slices.Sorted(maps.Keys(readOnly)) {
		if !slices.ContainsFunc(held, func(h Held) bool { return h.ReadOnly && folder.Within(path, h.Path) }) {
			held = append(held, Held{path, readOnly[path]})
		}
	}
	return held
}

// Steps are the folders between a path and the outermost of some folders that it
// lies in, outermost first and neither of the two included; ok is false when it
// lies in none.
func Steps(path string, folders []string) (steps []string, ok bool) {
	top := path
	for _, one := range folders {
		if folder.Within(path, one) && folder.Within(top, one) {
			top, ok = one, true
		}
	}
	if !ok || top == path {
		return nil, ok
	}
	for dir := filepath.Dir(path); dir != top && folder.Within(dir, top); dir = filepath.Dir(dir) {
		steps = append(steps, dir)
	}
	slices.Reverse(steps)
	return steps, true
}
