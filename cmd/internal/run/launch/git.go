package launch

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/skillctl/skillctl/engine/exec"
	"github.com/skillctl/skillctl/internal/folder"
)

// The bounds of what is looked at for repositories.
const (
	maxRepositories = 256
	// maxSeen bounds how many entries are looked at below each of the folders that
	// a run may change, seenDepth how many folders deep.
	maxSeen, seenDepth = 2_000, 2
	// maxHooks bounds the files of a folder of hooks that are looked at.
	maxHooks = 1_000
)

// gitSearch gathers what git obeys in the folders that a run may change. It reads
// what git has written there, or somebody else in its name: what it finds is held
// back from being changed, never given.
type gitSearch struct {
	found exec.Git
	known map[string]bool
	seen  int
	homes []string
	// texts are the settings of the configurations that were read, reads counts how
	// often one was looked at.
	texts map[string][]gitValue
	reads int
	// user are the settings of the user and the system that hold in every
	// repository.
	user []gitValue
}

// gitIn finds what git obeys in some folders that a run may change, and in the
// repositories around them. The user's own configurations count as far as they, or
// what they name, lie in one of the folders.
func gitIn(folders, homes, own []string) exec.Git {
	s := &gitSearch{
		found: exec.Git{Folders: []string{}, Files: []string{}, Astray: []string{}}, known: map[string]bool{}, homes: homes, texts: map[string][]gitValue{},
	}
	for _, place := range own {
		s.user = append(s.user, s.config(place, 0)...)
	}
	for _, v := range s.user {
		if place := s.from("", v.value); v.key == "core.hookspath" && filepath.IsAbs(place) {
			s.hooks(place)
		}
	}
	s.found.Files = slices.DeleteFunc(s.found.Files, func(place string) bool {
		return !slices.ContainsFunc(folders, func(dir string) bool { return folder.Within(place, dir) })
	})
	for _, dir := range folders {
		if around := repository(dir); around != "" && around != dir {
			s.tree(around)
		}
		s.seen = 0
		s.below(dir, 0)
	}
	s.found.Folders, s.found.Files, s.found.Astray = sorted(s.found.Folders), sorted(s.found.Files), sorted(s.found.Astray)
	return s.found
}

// below looks for repositories in a folder, and a little deeper.
func (s *gitSearch) below(dir string, depth int) {
	s.tree(dir)
	if depth == seenDepth {
		return
	}
	for _, entry := range entries(dir, maxSeen-s.seen) {
		if s.seen++; entry.IsDir() && entry.Name() != ".git" && entry.Name() != "node_modules" {
			s.below(filepath.Join(dir, entry.Name()), depth+1)
		}
	}
}

// entries lists at most so many things of a folder.
func entries(dir string, most int) []os.DirEntry {
	if most <= 0 {
		return nil
	}
	root, err := folder.Open(dir)
	if err != nil {
		return nil
	}
	defer root.Close()
	opened, err := root.Open(".")
	if err != nil {
		return nil
	}
	defer opened.Close()
	list, _ := opened.ReadDir(most) // what could be read is looked at
	return list
}

// tree is the top of a work tree, if there is a .git in it.
func (s *gitSearch) tree(dir string) {
	place := filepath.Join(dir, ".git")
	info, err := os.Lstat(place)
	if err != nil {
		if bare(dir) {
			s.repository(dir, dir)
		}
		return
	}
	if !info.IsDir() {
		s.found.Files = append(s.found.Files, place) // a file that names the folder, or a link
	}
	if info, err = os.Stat(place); err != nil {
		return
	}
	kept := place
	if !info.IsDir() {
		text, ok := strings.CutPrefix(gitFile(dir, ".git"), "gitdir:")
		if !ok {
			return
		}
		kept = s.from(dir, strings.TrimSpace(text))
	}
	s.repository(kept, dir)
}

// bare reports whether git takes a folder for a repository without a work tree.
func bare(dir string) bool {
	for _, name := range []string{"HEAD", "objects", "refs"} {
		if _, err := os.Lstat(filepath.Join(dir, name)); err != nil {
			return false
		}
	}
	return true
}

// repository is a folder that git keeps a repository in, and the top of its work
// tree.
func (s *gitSearch) repository(dir, top string) {
	real := realFolder(dir)
	if real == "" || s.known[real] {
		return
	}
	s.known[real] = true
	s.found.Folders = append(s.found.Folders, real)
	if common := gitFile(real, "commondir"); common != "" {
		if filepath.Base(filepath.Dir(real)) != "worktrees" {
			s.found.Astray = append(s.found.Astray, filepath.Join(real, "commondir"))
		}
		s.repository(s.from(real, strings.TrimSpace(common)), top)
	}
	// An absolute path of the user's is there already, where it matters.
	values := slices.DeleteFunc(slices.Clone(s.user), func(v gitValue) bool { return filepath.IsAbs(s.from("", v.value)) })
	for _, name := range []string{"config", "config.worktree"} {
		// What is missing of these is held with the folder.
		if place := filepath.Join(real, name); exists(place) {
			values = append(values, s.config(place, 0)...)
		}
	}
	if place := filepath.Join(real, "hooks"); exists(place) {
		s.hooks(place)
	}
	for _, v := range values {
		if v.key == "core.worktree" {
			top = s.from(real, v.value)
			s.found.Files = append(s.found.Files, filepath.Join(top, ".git"))
		}
	}
	for _, v := range values {
		if v.key == "core.hookspath" {
			s.hooks(s.from(top, v.value))
		}
	}
	s.worktrees(real)
	s.modules(filepath.Join(real, "modules"), top, 0)
}

// exists reports whether there is something in a place.
func exists(place string) bool {
	_, err := os.Lstat(place)
	return err == nil
}

// led adds a place that git goes to, and where it leads by way of links. It may
// be missing: a run could make it.
func (s *gitSearch) led(place string) {
	if filepath.IsAbs(place) {
		s.found.Files = append(s.found.Files, leads(place)...)
	}
}

// hooks adds a folder of hooks, and the files that links in it lead to.
func (s *gitSearch) hooks(dir string) {
	s.led(dir)
	real := realFolder(dir)
	if real == "" {
		return
	}
	for _, entry := range entries(real, maxHooks) {
		if place := filepath.Join(real, entry.Name()); entry.Type()&os.ModeSymlink != 0 && realFolder(place) == "" {
			s.found.Files = append(s.found.Files, leads(place)[1:]...)
		}
	}
}

// worktrees are the further work trees of a repository.
func (s *gitSearch) worktrees(dir string) {
	list := entries(filepath.Join(dir, "worktrees"), maxRepositories+1)
	if len(list) > maxRepositories {
		s.found.Files = append(s.found.Files, filepath.Join(dir, "worktrees"))
		return
	}
	for _, entry := range list {
		kept := filepath.Join(dir, "worktrees", entry.Name())
		if place := strings.TrimSpace(gitFile(kept, "gitdir")); place != "" {
			place = s.from(kept, place)
			s.found.Files = append(s.found.Files, place)
			s.repository(kept, filepath.Dir(place))
		}
	}
}

// modules are the repositories of submodules, whose names may have slashes. Where
// there are too many, all of them are kept from change.
func (s *gitSearch) modules(dir, top string, depth int) {
	list := entries(dir, maxRepositories+1)
	if len(list) > maxRepositories || len(list) > 0 && (depth > 8 || len(s.known) > maxRepositories) {
		s.found.Files = append(s.found.Files, dir)
		return
	}
	for _, entry := range list {
		inner := filepath.Join(dir, entry.Name())
		if _, err := os.Lstat(filepath.Join(inner, "HEAD")); err == nil {
			s.repository(inner, top)
		} else if entry.IsDir() {
			s.modules(inner, top, depth+1)
		}
	}
}
