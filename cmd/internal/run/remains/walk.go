package remains

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/skillctl/skillctl/internal/folder"
)

const (
	// maxDepth is how many folders deep a walk goes: one open folder for each.
	maxDepth = 200
	// readAtOnce is how many entries of a folder are read at a time.
	readAtOnce = 1024
	// gitFolder is the name that git looks for.
	gitFolder = ".git"
	// lockSuffix ends the names of what keeps others out of a part of a repository.
	lockSuffix = ".lock"
)

// found is something that a walk stopped at.
type found struct {
	kind string
	// top is the folder that the walk began in, at the path dir; rel is the path in it.
	top      *os.Root
	dir, rel string
	info     fs.FileInfo
}

func (f found) path() string  { return filepath.Join(f.dir, f.rel) }
func (f found) print() string { return fingerprint(f.info) }

// beside is another name in the same folder.
func (f found) beside(name string) string { return filepath.Join(filepath.Dir(f.rel), name) }

// walk looks through folders. It follows no link.
type walk struct {
	ctx   context.Context
	query Query
	most  int64
	// unlock makes folders readable that are not; nil to leave them.
	unlock func(found) bool
	seen   int64
	cut    bool
	// gaps are folders that cannot be looked into, each with the reason.
	gaps         []found
	why          []error
	found        []found
	repositories []repository
	tops         []*os.Root
	// top and dir are the folder that is walked.
	top *os.Root
	dir string
}

// all walks the folders of the query; one in another is walked once.
func (w *walk) all() {
	for i, dir := range w.query.Folders {
		if slices.ContainsFunc(w.query.Folders, func(other string) bool { return other != dir && folder.Within(dir, other) }) ||
			slices.Contains(w.query.Folders[:i], dir) {
			continue
		}
		top, err := folder.Open(dir)
		if err != nil {
			if !folder.Missing(err) {
				w.gaps, w.why = append(w.gaps, found{dir: dir}), append(w.why, err)
			}
			continue
		}
		w.tops, w.top, w.dir = append(w.tops, top), top, dir
		if root, err := top.OpenRoot("."); err == nil {
			w.folder(root, ".", place{})
		}
	}
}

// close lets go of the folders.
func (w *walk) close() {
	for _, top := range w.tops {
		_ = top.Close()
	}
}

// at is something in the folder that is walked.
func (w *walk) at(kind, rel string, info fs.FileInfo) found {
	return found{kind: kind, top: w.top, dir: w.dir, rel: rel, info: info}
}

// gap notes a folder that cannot be looked into.
func (w *walk) gap(rel string, err error) {
	if folder.Missing(err) {
		return
	}
	f := w.at(kindGap, rel, nil)
	f.info, _ = w.top.Lstat(rel) // without it, it is not the same later
	w.gaps, w.why = append(w.gaps, f), append(w.why, folder.Bare(err))
}

// place is where in the tree a folder is.
type place struct {
	depth int
	// git: it lies in a repository, or is one by its name.
	git, named bool
}

// listing is what a folder's names say.
type listing struct {
	folders []string
	files   []found
	// head and so on: what makes a folder a repository is there.
	head, objects, refs, common bool
}

// folder looks at one folder, and at those in it. It closes the root.
func (w *walk) folder(root *os.Root, rel string, at place) {
	defer root.Close()
	list, err := w.list(root, rel, at)
	if err != nil {
		w.gap(rel, err)
	}
	isRepository := w.query.Git && (at.named || list.head && (list.objects && list.refs || list.common))
	for _, f := range list.files {
		if f.kind != kindLock || at.git || isRepository {
			w.found = append(w.found, f)
		}
	}
	if info, err := root.Stat("."); isRepository && err == nil {
		w.repositories = append(w.repositories, repository{w.at(kindRepository, rel, info)})
	}
	for _, name := range list.folders {
		if isRepository && strings.HasSuffix(name, lockSuffix) {
			// Git takes no folder for a lock of its own, and is stopped by it.
			if info, err := root.Lstat(name); err == nil {
				w.found = append(w.found, w.at(kindLock, filepath.Join(rel, name), info))
			}
		}
		if w.cut || w.ctx.Err() != nil {
			return
		}
		next := place{depth: at.depth + 1, git: at.git || isRepository, named: strings.EqualFold(name, gitFolder)}
		w.enter(root, filepath.Join(rel, name), name, next)
	}
}

// enter goes into a folder of a folder.
func (w *walk) enter(root *os.Root, rel, name string, at place) {
	if slices.Contains(w.query.Apart, filepath.Join(w.dir, rel)) {
		return
	}
	if at.depth > maxDepth {
		w.gap(rel, fmt.Errorf("it is more than %d folders deep", maxDepth))
		return
	}
	inner, err := folder.In(root, name)
	if errors.Is(err, fs.ErrPermission) && w.unlocked(rel) {
		inner, err = folder.In(root, name)
	}
	if err != nil {
		w.gap(rel, err)
		return
	}
	w.folder(inner, rel, at)
}

// unlocked makes a folder readable, where that may be.
func (w *walk) unlocked(rel string) bool {
	info, err := w.top.Lstat(rel)
	return err == nil && w.unlock != nil && w.unlock(w.at(kindGap, rel, info)) && w.top.Chmod(rel, info.Mode().Perm()|0o700) == nil
}

// list reads the names of a folder.
func (w *walk) list(root *os.Root, rel string, at place) (*listing, error) {
	l := &listing{}
	opened, err := root.Open(".")
	if errors.Is(err, fs.ErrPermission) && w.unlocked(rel) {
		opened, err = root.Open(".")
	}
	if err == nil && !w.query.Modes {
		opened, err = names(opened)
	}
	if err != nil {
		return l, err
	}
	defer opened.Close()
	for {
		entries, err := opened.ReadDir(readAtOnce)
		for _, entry := range entries {
			if w.seen++; w.seen > w.most {
				w.cut = true
				return l, nil
			}
			w.entry(l, root, rel, entry, at)
		}
		if errors.Is(err, io.EOF) {
			return l, nil
		}
		if err != nil {
			return l, err
		}
	}
}

// entry looks at one name of a folder.
func (w *walk) entry(l *listing, root *os.Root, rel string, entry fs.DirEntry, at place) {
	name, kind := entry.Name(), ""
	switch {
	case strings.EqualFold(name, "HEAD"):
		l.head = true
	case strings.EqualFold(name, "objects"):
		l.objects = true
	case strings.EqualFold(name, "refs"):
		l.refs = true
	case strings.EqualFold(name, "commondir"):
		l.common = true
	}
	switch mode := entry.Type(); {
	case mode.IsDir():
		// Git's stores of objects, too: a repository may lie in one, or in a folder
		// that a run made to look like one.
		l.folders = append(l.folders, name)
		return
	case mode&fs.ModeSocket != 0:
		kind = kindSocket
	case strings.EqualFold(name, gitFolder):
		if kind = kindPointer; !w.query.Git {
			return
		}
	case strings.HasSuffix(name, lockSuffix):
		kind = kindLock
	case !at.git && slices.Contains(settingsNames(), name):
		kind = kindSettings
	}
	modes := w.query.Modes && entry.Type().IsRegular()
	if kind == "" && !modes {
		return
	}
	look := entry.Info // the listing has it
	if !w.query.Modes {
		look = func() (fs.FileInfo, error) { return root.Lstat(name) }
	}
	info, err := look()
	if err != nil {
		return
	}
	if kind != "" {
		l.files = append(l.files, w.at(kind, filepath.Join(rel, name), info))
	}
	if modes && info.Mode()&(fs.ModeSetuid|fs.ModeSetgid) != 0 {
		l.files = append(l.files, w.at(kindRaised, filepath.Join(rel, name), info))
	}
}

// settingsNames are the names of skillctl's settings.
func settingsNames() []string {
	return []string{"skillctl.cue", "skillctl.yaml", "skillctl.yml", "skillctl.json", "skillctl.toml"}
}
