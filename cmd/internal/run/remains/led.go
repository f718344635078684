package remains

import (
	"io/fs"
	"path/filepath"
	"strings"

	"github.com/skillctl/skillctl/internal/folder"
	"github.com/skillctl/skillctl/internal/gitconfig"
)

// maxLed bounds how deep configurations include others, as git does
// (MAX_INCLUDE_DEPTH of its config.c).
const maxLed = 10

// led are the parts that settings of the repository lead to, in the folders that
// a run may change: what a configuration includes, and a folder of hooks. Of one
// that a run made there are none: such settings are not harmless.
func (r repository) led() []part {
	l := &leading{repository: r, top: r.path(), seen: map[string]bool{}}
	if filepath.Base(l.top) == gitFolder {
		l.top = filepath.Dir(l.top)
	}
	for _, name := range configs() {
		l.config(filepath.Join(r.path(), name), 0)
	}
	for _, dir := range l.hooks {
		l.entries(l.from(l.top, dir))
	}
	return l.parts
}

// leading follows the settings of a repository.
type leading struct {
	repository
	// top is the folder that paths to hooks are read in.
	top   string
	hooks []string
	parts []part
	seen  map[string]bool
}

// from is a path as git reads it in a folder; "" for one in a home folder.
func (l *leading) from(dir, path string) string {
	switch {
	case path == "", strings.HasPrefix(path, "~"), strings.HasPrefix(path, "%"):
		return ""
	case filepath.IsAbs(path):
		return filepath.Clean(path)
	}
	return filepath.Join(dir, filepath.FromSlash(path))
}

// find is what is at a path, links resolved; ok is false outside of the folders.
func (l *leading) find(path string) (f found, ok bool) {
	real, err := filepath.EvalSymlinks(path)
	if err != nil || path == "" || !folder.Within(real, l.dir) {
		return f, false
	}
	rel, err := filepath.Rel(l.dir, real)
	if err != nil {
		return f, false
	}
	info, err := l.repository.found.top.Lstat(rel)
	return found{kind: kindPart, top: l.repository.found.top, dir: l.dir, rel: rel, info: info}, err == nil
}

// config reads a configuration, and those that it includes.
func (l *leading) config(path string, depth int) {
	f, ok := l.find(path)
	if !ok || l.seen[f.path()] || depth > maxLed {
		return
	}
	l.seen[f.path()] = true
	if depth > 0 {
		l.parts = append(l.parts, part{f, "config"})
	}
	text, ok := f.text()
	if !ok {
		return
	}
	settings, _ := gitconfig.Read(text, len(text)) // as far as git would obey it
	for _, s := range settings {
		switch s.Section + "." + s.Key {
		case "core.hookspath":
			l.hooks = append(l.hooks, s.Value)
		case "core.worktree":
			l.top = l.from(l.path(), s.Value)
		case "include.path", "includeif.path":
			l.config(l.from(filepath.Dir(path), s.Value), depth+1)
		}
	}
}

// entries are the hooks of a folder.
func (l *leading) entries(dir string) {
	f, ok := l.find(dir)
	if !ok || !f.info.IsDir() {
		return
	}
	opened, err := f.top.Open(f.rel)
	if err != nil {
		return
	}
	defer opened.Close()
	list, _ := opened.ReadDir(maxHooks) // what could be read is looked at
	for _, entry := range list {
		name := entry.Name()
		if entry.IsDir() || aside(name) || strings.HasPrefix(name, ".") || strings.HasSuffix(name, ".sample") {
			continue
		}
		inner := f
		inner.rel = filepath.Join(f.rel, name)
		if inner.info, err = f.top.Lstat(inner.rel); err != nil {
			continue
		}
		l.parts = append(l.parts, part{inner, "hooks/" + name})
		if inner.info.Mode()&fs.ModeSymlink == 0 {
			continue
		}
		if to, ok := l.find(filepath.Join(inner.dir, inner.rel)); ok && !to.info.IsDir() {
			l.parts = append(l.parts, part{to, "hooks/" + name}) // a run could change what it leads to
		}
	}
}
