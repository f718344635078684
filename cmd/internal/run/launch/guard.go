package launch

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/skillctl/skillctl/internal/folder"
	"github.com/skillctl/skillctl/runner"
)

// Guard is what of a boundary's protected paths no sandbox can hold: what is not
// there when the run starts, and links. It can be written as JSON, for the process
// that sees the end of the run.
type Guard []Guarded

// Guarded is one of them.
type Guarded struct {
	// Top is a folder that the run cannot replace, Path is the protected path below
	// it.
	Top, Path string
	// Missing is the first part of Path that is not there; "" for a link.
	Missing string `json:",omitempty"`
	// Link is where the link leads.
	Link string `json:",omitempty"`
}

// Watch looks at what is there before a run starts. A folder for hooks that a
// repository lacks is made: what is there can be held.
func Watch(b runner.Boundary) (Guard, error) {
	writable := b.Write
	if b.Workspace.Access == "rw" {
		writable = append([]string{b.Workspace.Path}, writable...)
	}
	tops := make([]string, 0, len(writable))
	for _, path := range writable {
		if real := realFolder(path); real != "" {
			tops = append(tops, real)
		}
	}
	var g Guard
	for _, path := range b.Protect {
		path = filepath.Clean(path)
		if steps, ok := runner.Steps(path, tops); ok {
			top := filepath.Dir(path)
			if len(steps) > 0 {
				top = filepath.Dir(steps[0])
			}
			one, err := watch(top, strings.TrimPrefix(path, top+string(filepath.Separator)))
			if err != nil {
				return nil, fmt.Errorf("inspect the protected file %q: %w", path, err)
			}
			if one != nil {
				g = append(g, *one)
			}
		}
	}
	return g, nil
}

// watch is nil for what is there and no link.
func watch(top, path string) (*Guarded, error) {
	root, err := folder.Open(top)
	if err != nil {
		return nil, err
	}
	defer root.Close()
	parts := strings.Split(path, string(filepath.Separator))
	for i := range parts {
		at := filepath.Join(parts[:i+1]...)
		info, err := root.Lstat(at)
		last := i == len(parts)-1
		switch {
		case errors.Is(err, fs.ErrNotExist) && last && parts[i] == "hooks":
			// Another run may have made it by now; what it is, is looked at again.
			if err := root.Mkdir(at, 0o755); !errors.Is(err, fs.ErrExist) {
				return nil, err
			}
			return watch(top, path)
		case errors.Is(err, fs.ErrNotExist):
			return &Guarded{Top: top, Path: path, Missing: at}, nil
		case err != nil:
			return nil, err
		case info.Mode()&fs.ModeSymlink != 0:
			link, err := root.Readlink(at)
			return &Guarded{Top: top, Path: at, Link: link}, err
		}
	}
	return nil, nil
}

// Restore takes away what came to be in a protected path, makes the links anew,
// and returns the paths of what was not as it had been.
func (g Guard) Restore() ([]string, error) {
	var changed []string
	var all error
	for _, one := range g {
		was, err := one.restore()
		if was {
			changed = append(changed, filepath.Join(one.Top, one.Path))
		}
		if err != nil {
			all = errors.Join(all, fmt.Errorf("restore %q: %w", filepath.Join(one.Top, one.Path), err))
		}
	}
	return changed, all
}

func (one Guarded) restore() (changed bool, err error) {
	root, err := folder.Open(one.Top)
	if err != nil {
		return false, err
	}
	defer root.Close()
	if one.Missing == "" {
		if link, err := root.Readlink(one.Path); err == nil && link == one.Link {
			return false, nil
		}
		if err := root.RemoveAll(one.Path); err != nil {
			return true, err
		}
		return true, root.Symlink(one.Link, one.Path)
	}
	// A part of the path that leads out of the folder is an error, and was made.
	if _, err := root.Lstat(one.Path); errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	return true, root.RemoveAll(one.made(root))
}

// made is what has to go of what came to be: the path itself, or the first part of
// it that is no folder. What else lies in new folders on the way may stay.
func (one Guarded) made(root *os.Root) string {
	parts := strings.Split(one.Path, string(filepath.Separator))
	for i := strings.Count(one.Missing, string(filepath.Separator)); i < len(parts); i++ {
		at := filepath.Join(parts[:i+1]...)
		if info, err := root.Lstat(at); err != nil || !info.IsDir() {
			return at
		}
	}
	return one.Path
}
