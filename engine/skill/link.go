package skill

import (
	"cmp"
	"path"
	"path/filepath"
	"strings"
)

// maxHops is how many links one path may lead through, as on Linux.
const maxHops = 40

// resolution is where a path leads inside the package.
type resolution struct {
	path   string // as far as it could be resolved
	inside bool
	exists bool
	loop   bool
}

// resolve follows a slash path from a folder of the package, by the inventory
// alone: the file system is not asked, so nothing outside can answer.
func (s *Skill) resolve(from, target string) resolution {
	var at []string
	if from != "" && from != "." {
		at = strings.Split(from, "/")
	}
	todo := strings.Split(target, "/")
	for hops := 0; len(todo) > 0; {
		part := todo[0]
		todo = todo[1:]
		switch part {
		case "", ".":
			continue
		case "..":
			if len(at) == 0 {
				return resolution{path: path.Join(append([]string{".."}, todo...)...)}
			}
			at = at[:len(at)-1]
			continue
		}
		here := strings.Join(append(at, part), "/")
		f := s.File(here)
		switch {
		case f == nil, f.Type != TypeDir && f.Type != TypeSymlink && len(todo) > 0:
			return s.missing(here, todo)
		case f.Type != TypeSymlink:
			at = append(at, part)
			continue
		}
		if hops++; hops > maxHops {
			return resolution{path: here, inside: true, loop: true}
		}
		if isAbsolute(f.Link.Target) {
			return resolution{path: f.Link.Target}
		}
		todo = append(strings.Split(f.Link.Target, "/"), todo...)
	}
	return resolution{path: cmp.Or(strings.Join(at, "/"), "."), inside: true, exists: true}
}

// missing is the answer for a path that ends at nothing. The rest may still
// climb out of the package.
func (s *Skill) missing(here string, rest []string) resolution {
	full := path.Join(append([]string{here}, rest...)...)
	return resolution{path: full, inside: full != ".." && !strings.HasPrefix(full, "../")}
}

// resolveLink fills in where a symbolic link leads. A link to a folder that
// holds the link is a loop too: whoever walks it never comes to an end.
func (s *Skill) resolveLink(at string, l *LinkTarget) {
	if isAbsolute(l.Target) {
		l.Resolved = l.Target
		return
	}
	r := s.resolve(path.Dir(at), l.Target)
	l.Resolved, l.Inside, l.Exists, l.Loop = r.path, r.inside, r.exists, r.loop
	if r.exists && (r.path == "." || strings.HasPrefix(at, r.path+"/")) {
		l.Loop = true
	}
}

// isAbsolute reports whether a link's target starts at a root, of this system
// or of another one.
func isAbsolute(target string) bool {
	return strings.HasPrefix(target, "/") || filepath.IsAbs(target) || filepath.VolumeName(target) != ""
}

// spelling returns how a path is written on disk when it is there but for the
// case of its letters, else "".
func (s *Skill) spelling(p string) string {
	if s.folded == nil {
		s.folded = make(map[string]string, len(s.Files))
		for i := range s.Files {
			s.folded[strings.ToLower(s.Files[i].Path)] = s.Files[i].Path
		}
	}
	if actual := s.folded[strings.ToLower(p)]; actual != p {
		return actual
	}
	return ""
}
