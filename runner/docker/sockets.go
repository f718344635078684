package docker

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	folders "github.com/skillctl/skillctl/internal/folder"
	"github.com/skillctl/skillctl/runner"
)

// The bounds of the search for sockets: files and folders in all, and how deep.
const (
	maxSearched   = 500_000
	maxSocketPath = 200
	readAtOnce    = 1024
)

// coverSockets covers the sockets in the folders that a container sees. A process
// of this machine may listen on one: what it does for whoever connects, it would
// do for the command, and neither a namespace nor a read-only mount keeps a
// command from connecting. One that is made while the command runs is not seen.
func (v *view) coverSockets(b runner.Boundary) error {
	covers := map[string]bool{}
	for _, m := range v.mounts {
		covers[m.Target] = m.Type == "tmpfs" || m.Source == os.DevNull
	}
	user, _, _ := strings.Cut(cmp.Or(b.Docker.User, v.owner), ":")
	s := &socketSearch{same: user == strconv.Itoa(os.Geteuid())}
	for i, one := range slices.Clone(v.folders) {
		again := slices.ContainsFunc(v.folders[:i], func(before shown) bool {
			return folders.Within(one.source, before.source) && folders.Within(one.target, before.target)
		})
		if again || !one.identity.IsDir() {
			continue
		}
		s.found = nil
		root, err := folders.Open(one.source)
		if err == nil {
			err = s.below(root, "", 0)
		}
		if err != nil {
			return &MountError{Reason: MountRefused, Path: one.source, Detail: fmt.Sprintf("cannot be searched for sockets of other programs: %v", err)}
		}
		for _, rel := range s.found {
			at := path.Join(one.target, filepath.ToSlash(rel))
			if !covered(covers, at) {
				covers[at] = true
				v.mounts = append(v.mounts, Mount{Type: "bind", Source: os.DevNull, Target: at, ReadOnly: true})
			}
		}
	}
	return nil
}

// covered reports whether a place in the container, or a folder that it is in, has
// something over it.
func covered(covers map[string]bool, at string) bool {
	for ; at != "/" && at != "."; at = path.Dir(at) {
		if covers[at] {
			return true
		}
	}
	return false
}

// socketSearch looks for sockets in a folder.
type socketSearch struct {
	// same: the command is of the same user. What this one may not look into, it
	// cannot enter either.
	same  bool
	seen  int
	found []string
}

// below looks through a folder and closes it. It follows no link.
func (s *socketSearch) below(root *os.Root, rel string, depth int) error {
	defer root.Close()
	dir, err := root.Open(".")
	if err != nil {
		return s.passable(err)
	}
	var inner []string
	for err == nil {
		var entries []fs.DirEntry
		entries, err = dir.ReadDir(readAtOnce)
		for _, entry := range entries {
			switch mode := entry.Type(); {
			case mode.IsDir():
				inner = append(inner, entry.Name())
			case mode&fs.ModeSocket != 0:
				s.found = append(s.found, filepath.Join(rel, entry.Name()))
			}
		}
		if s.seen += len(entries); s.seen > maxSearched {
			err = fmt.Errorf("there are more than %d files and folders in it; show the container a smaller one", maxSearched)
		}
	}
	_ = dir.Close()
	if !errors.Is(err, io.EOF) {
		return s.passable(err)
	}
	if depth == maxSocketPath && len(inner) > 0 {
		return fmt.Errorf("it is more than %d folders deep", maxSocketPath)
	}
	for _, name := range inner {
		next, err := folders.In(root, name)
		if err == nil {
			err = s.below(next, filepath.Join(rel, name), depth+1)
		}
		if err = s.passable(err); err != nil {
			return err
		}
	}
	return nil
}

// passable is nil for what went away meanwhile and what the command cannot enter.
func (s *socketSearch) passable(err error) error {
	if err == nil || folders.Missing(err) || s.same && errors.Is(err, fs.ErrPermission) {
		return nil
	}
	return err
}
