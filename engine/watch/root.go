package watch

import (
	"io/fs"
	"os"
	"path/filepath"

	folders "github.com/skillctl/skillctl/internal/folder"
)

// root is a folder or file that the caller named.
type root struct {
	given string
	real  string      // with all links resolved, "" when it is not there
	info  fs.FileInfo // of real
	node  *node       // nil for a file
}

// stat is what the root is now.
func (r *root) stat() (real string, info fs.FileInfo) {
	real, err := filepath.EvalSymlinks(r.given)
	if err != nil {
		return "", nil
	}
	if info, err = os.Stat(real); err != nil {
		return "", nil
	}
	return real, info
}

// moved says that the root is another file or folder than it was, or is not
// watched any more.
func (r *root) moved() bool {
	real, info := r.stat()
	switch {
	case real != r.real, (info == nil) != (r.info == nil):
		return true
	case info == nil:
		return false
	}
	// A new file may have the number of an old folder.
	return !os.SameFile(info, r.info) || info.Mode().Type() != r.info.Mode().Type() || r.node != nil && r.node.dropped
}

// is says that a path is the root, by either of its names.
func (r *root) is(place string) bool {
	if place == r.given || place == r.real {
		return true
	}
	folder, next := nearest(r.given)
	return next == filepath.Base(r.given) && filepath.Join(folder, next) == place
}

// leads says that a path is on the way to the root.
func (r *root) leads(place string) bool {
	for _, name := range []string{r.given, r.real} {
		if name == "" {
			continue
		}
		if folder, next := nearest(name); folders.Within(name, place) || folders.Within(filepath.Join(folder, next), place) {
			return true
		}
	}
	return false
}

// nearest is the real path of the innermost folder on the way to a path that is
// there, and the name of what is next in it.
func nearest(name string) (folder, next string) {
	for {
		dir := filepath.Dir(name)
		if dir == name {
			return dir, ""
		}
		if real, err := filepath.EvalSymlinks(dir); err == nil && folders.Is(real) {
			return real, filepath.Base(name)
		}
		name = dir
	}
}
