package remains

import (
	"errors"
	"io"
	"io/fs"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/skillctl/skillctl/internal/folder"
)

const (
	// maxText is the largest file of git that is read, in bytes.
	maxText = 1 << 20
	// maxHooks is how many hooks of a repository are looked at one by one.
	maxHooks = 10_000
)

// repository is a folder that git keeps a repository in, or that has the name of
// one.
type repository struct{ found }

// within is what a path in the repository's configuration is held against: the
// folder that it is read in, and the one that it may not leave.
func (r repository) within() bounds { return bounds{from: r.path(), in: r.dir} }

// part is something of a repository that git obeys.
type part struct {
	found
	// role is the name in the repository: "config", "hooks/pre-commit".
	role string
}

// configs are the configurations of a repository.
func configs() []string { return []string{"config", "config.worktree"} }

// options is a file of settings that git goes on with.
const options = "sequencer/opts"

// words are files that say how git goes on, by the kind of what may stand in them: the
// program that it merges with, and the options of patches, which may name any file to
// write to.
func words() map[string]string {
	return map[string]string{
		"rebase-merge/strategy": "strategy", "rebase-apply/strategy": "strategy", "rebase-apply/apply-opt": "patches",
	}
}

// continued are what git obeys when it continues what was begun: lists of steps,
// and how they are made.
func continued() []string {
	return append(slices.Sorted(maps.Keys(words())), "rebase-merge/git-rebase-todo", "sequencer/todo", options)
}

// parts are those that are there.
func (r repository) parts() []part {
	var out []part
	add := func(role string) (fs.FileInfo, bool) {
		rel := filepath.Join(r.rel, filepath.FromSlash(role))
		info, err := r.top.Lstat(rel)
		if err != nil {
			return nil, false
		}
		out = append(out, part{found{kind: kindPart, top: r.top, dir: r.dir, rel: rel, info: info}, role})
		return info, true
	}
	for _, name := range append(configs(), "commondir") {
		add(name)
	}
	for _, name := range continued() {
		dir, _, _ := strings.Cut(name, "/")
		if info, err := r.top.Lstat(filepath.Join(r.rel, dir)); err == nil && !info.IsDir() {
			add(dir)
			continue
		}
		add(name)
	}
	if info, ok := add("hooks"); ok && info.IsDir() {
		names, all := r.hooks()
		if !all {
			return out // the folder as a whole
		}
		out = out[:len(out)-1]
		for _, name := range names {
			add("hooks/" + name)
		}
	}
	return out
}

// hooks are the names of what git could run; all is false where there are too many
// to look at, or they cannot be listed.
func (r repository) hooks() (out []string, all bool) {
	dir, err := r.top.Open(filepath.Join(r.rel, "hooks"))
	if err != nil {
		return nil, false
	}
	defer dir.Close()
	entries, err := dir.ReadDir(maxHooks + 1)
	if err != nil && !errors.Is(err, io.EOF) || len(entries) > maxHooks {
		return nil, false
	}
	for _, entry := range entries {
		if name := entry.Name(); !entry.IsDir() && !strings.HasSuffix(name, ".sample") && !aside(name) {
			out = append(out, name)
		}
	}
	return out, true
}

// settings reports whether a part is a file of settings.
func (p part) settings() bool { return p.role == options || slices.Contains(configs(), p.role) }

// config is the text of a configuration; ok is false for another part, and for
// what is not read: a link, or too much.
func (p part) config() (text string, ok bool) {
	if !p.settings() {
		return "", false
	}
	return p.text()
}

// text is what is in a file.
func (f found) text() (text string, ok bool) {
	if !f.info.Mode().IsRegular() || f.info.Size() > maxText {
		return "", false
	}
	file, err := f.top.OpenFile(f.rel, folder.OpenFlags, 0)
	if err != nil {
		return "", false
	}
	defer file.Close()
	bytes, err := io.ReadAll(io.LimitReader(file, maxText+1))
	return string(bytes), err == nil && len(bytes) <= maxText
}
