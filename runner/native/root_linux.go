//go:build linux && (amd64 || arm64)

package native

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"sort"
	"strings"

	"golang.org/x/sys/unix"

	"github.com/skillctl/skillctl/internal/folder"
	"github.com/skillctl/skillctl/runner/early"
)

// root fills in what the command's own root folder has: what it is given, the links
// that lead there, devices, and an empty folder where it begins and where its user
// is at home, if those are not given.
func (l *launcher) root(given []grant, hidden []string) error {
	c := &l.config
	unseen := hiddenFrom(l.spec.Boundary, l.spec.Boundary.Workspace.Path, hidden)
	// What is written to a device does not change its file.
	for _, path := range append(devices(), l.terminals()...) {
		if _, err := os.Stat(path); err == nil {
			given = append(given, grant{path: path, rights: unix.LANDLOCK_ACCESS_FS_READ_FILE})
		}
	}
	for _, file := range c.Checks {
		if real, err := filepath.EvalSymlinks(file.Path); err == nil && !unseen.Covers(real) {
			given = append(given, grant{path: real, rights: unix.LANDLOCK_ACCESS_FS_READ_FILE})
		}
	}
	places := placed(given)
	var paths []string
	for _, p := range places {
		paths = append(paths, p.File.Path)
	}
	var names, empty []string
	for _, dir := range []string{l.spec.Dir, l.home()} {
		real, err := filepath.EvalSymlinks(dir)
		if err != nil || dir == "" || covered(real, paths) || unseen.Covers(real) {
			continue
		}
		empty = append(empty, real)
		if dir == l.spec.Dir { // nothing of it is given but its name
			c.Dir = early.File{Path: dir}
		}
	}
	names = append(systemFolders(), "/etc/resolv.conf", l.spec.Dir, l.home(), l.spec.Program.Path, l.spec.Boundary.Workspace.Path)
	names = slices.Concat(names, l.spec.Boundary.Read, l.spec.Boundary.Write)
	for _, pin := range l.spec.Files {
		names = append(names, pin.Path)
	}
	ways, err := links(names, paths, hidden)
	if err != nil {
		return err
	}
	c.Root = append(places, ways...)
	for _, dir := range empty {
		c.Root = append(c.Root, early.Place{File: early.File{Path: dir}, Empty: true})
	}
	for _, name := range [][2]string{{"fd", ""}, {"stdin", "/0"}, {"stdout", "/1"}, {"stderr", "/2"}} {
		c.Root = append(c.Root, early.Place{File: early.File{Path: "/dev/" + name[0]}, Link: "/proc/self/fd" + name[1]})
	}
	return nil
}

// home is the folder that the command takes for its user's, "" for none.
func (l *launcher) home() string {
	for _, pair := range l.spec.Env {
		if dir, ok := strings.CutPrefix(pair, "HOME="); ok && filepath.IsAbs(dir) {
			return filepath.Clean(dir)
		}
	}
	return ""
}

// terminals are the files of the terminal that the command is given: programs look
// for the name of it.
func (l *launcher) terminals() []string {
	if l.tty == "" {
		return nil
	}
	return []string{l.tty}
}

// placed are the places of what is given, without what lies in another of them and is
// as writable.
func placed(given []grant) []early.Place {
	given = slices.Clone(given)
	sort.SliceStable(given, func(i, j int) bool { return given[i].path < given[j].path })
	var places []early.Place
next:
	for _, g := range given {
		writable := g.rights&unix.LANDLOCK_ACCESS_FS_WRITE_FILE != 0
		for i := len(places) - 1; i >= 0; i-- {
			p := &places[i]
			if p.File.Path == g.path {
				p.Writable = p.Writable || writable
				if p.File.Inode == 0 {
					p.File = g.file()
				}
				continue next
			}
			if folder.Within(g.path, p.File.Path) {
				if p.Writable || !writable {
					continue next
				}
				break
			}
		}
		places = append(places, early.Place{File: g.file(), Writable: writable})
	}
	return places
}

// maxLinks is how many links a path may lead through, as for the kernel.
const maxLinks = 40

// links are those on the way to paths, where the folder that they lie in is not
// given: what they lead to would not be found by the names that are in use.
func links(names, given, hidden []string) ([]early.Place, error) {
	var found []early.Place
	seen := map[string]bool{}
	for _, name := range names {
		if name == "" {
			continue
		}
		rest, at := strings.Split(strings.Trim(filepath.Clean(name), "/"), "/"), "/"
		for hops := 0; len(rest) > 0; {
			next := filepath.Join(at, rest[0])
			rest = rest[1:]
			if covered(next, hidden) {
				break // it is not to be there
			}
			target, err := os.Readlink(next)
			if err != nil { // no link, or nothing at all
				at = next
				continue
			}
			if hops++; hops > maxLinks {
				return nil, fmt.Errorf("resolve %q: it leads through more than %d links", name, maxLinks)
			}
			if !seen[next] && !covered(next, given) {
				seen[next] = true
				found = append(found, early.Place{File: early.File{Path: next}, Link: target})
			}
			if filepath.IsAbs(target) {
				at = "/"
			}
			rest = append(strings.Split(strings.Trim(filepath.Clean(target), "/"), "/"), rest...)
		}
	}
	return found, nil
}
