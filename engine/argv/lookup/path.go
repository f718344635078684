package lookup

import (
	"errors"
	"io/fs"
	"path/filepath"
	"strings"

	"github.com/skillctl/skillctl/engine/system"
)

// maxLinks is how many links are followed for one path.
const maxLinks = 64

// Scope says against what path arguments are resolved.
type Scope struct {
	// Dir is the working directory and Home what "~" stands for, both absolute.
	Dir, Home string
	// Roots are the workspace and the allowed roots, absolute.
	Roots []string
	// System is asked; nil is this machine.
	System system.System
}

// Resolve follows the links of one path as far as it exists. It never opens
// the file.
func (s Scope) Resolve(raw string, tilde bool, dir Dir) Path {
	f := Path{Raw: raw, Command: -1, Arg: -1}
	p := raw
	switch {
	case tilde && (p == "~" || strings.HasPrefix(p, "~/")):
		p = filepath.Join(s.Home, strings.TrimPrefix(strings.TrimPrefix(p, "~"), "/"))
	case tilde:
		f.Error = "the home directory of another user"
		return f
	case filepath.IsAbs(p):
	case !dir.Known:
		f.Error = "the working directory is not known"
		return f
	default:
		base := dir.Path
		if rest, ok := strings.CutPrefix(base, "~"); ok {
			base = filepath.Join(s.Home, rest)
		}
		if !filepath.IsAbs(base) {
			base = filepath.Join(s.Dir, base)
		}
		p = base + string(filepath.Separator) + p
	}
	f.Path = filepath.Clean(p)
	real, exists, link, err := Follow(s.System, p)
	if err != nil {
		f.Error = err.Error()
		return f
	}
	f.Real, f.Exists, f.Link = real, exists, link
	for _, root := range s.Roots {
		if real, _, _, err := Follow(s.System, root); err == nil && within(f.Real, real) && len(root) > len(f.Root) {
			f.Root = root
		}
	}
	return f
}

// within reports whether what [Follow] gave for a path lies in what it gave for a
// root. It differs from folder.Within in that both begin with "/", and are parted
// by it, whatever the system.
func within(p, root string) bool {
	return p == root || root == "/" || strings.HasPrefix(p, root+"/")
}

var errTooManyLinks = errors.New("too many links")

// Follow resolves an absolute path component by component, so that ".." is
// taken after links are followed, as the kernel does. What does not exist stays as
// written. A nil system is this machine.
func Follow(asked system.System, p string) (real string, exists, link bool, err error) {
	asked = system.Or(asked)
	budget := maxLinks
	rest := strings.Split(p, "/")
	real, exists = "/", true
	for len(rest) > 0 {
		part := rest[0]
		rest = rest[1:]
		switch part {
		case "", ".":
			continue
		case "..":
			real = filepath.Dir(real)
			continue
		}
		next := filepath.Join(real, part)
		info, err := asked.Lstat(next)
		switch {
		case err != nil:
			if !errors.Is(err, system.ErrMissing) {
				return "", false, link, errors.New("the path cannot be read")
			}
			exists = false
			real = next
			continue
		case info.Mode&fs.ModeSymlink == 0:
			real = next
			continue
		}
		if budget--; budget < 0 {
			return "", false, true, errTooManyLinks
		}
		link = true
		target, err := asked.Readlink(next)
		if err != nil {
			return "", false, true, errors.New("a link cannot be read")
		}
		if filepath.IsAbs(target) {
			real = "/"
		}
		rest = append(strings.Split(target, "/"), rest...)
	}
	return real, exists, link, nil
}
