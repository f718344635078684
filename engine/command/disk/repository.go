package disk

import (
	"path/filepath"
	"strings"

	"github.com/skillctl/skillctl/engine/system"
)

// maxGitFile bounds what is read of a file ".git", in bytes: it holds one path.
const maxGitFile = 1 << 12

// claimed is the folder that git would take for a repository from dir, where nothing but its
// files says that it is one: a folder with the files of a repository, or what a file ".git"
// leads to. Git obeys its settings and hooks, and anybody who writes files can have made it.
// It is "" for a folder that git has made: one that is called ".git", or lies in one.
func claimed(asked system.System, dir string) string {
	if inGit(dir) {
		return ""
	}
	for at := dir; ; at = filepath.Dir(at) {
		place := filepath.Join(at, ".git")
		info, err := asked.Lstat(place)
		switch {
		case err == nil && info.Mode.IsDir():
			return ""
		case err == nil:
			to, ok := ledTo(asked, place, info)
			switch {
			case !ok:
				return place
			case inGit(to):
				return ""
			}
			return to
		case repositoryFiles(asked, at):
			return at
		case at == filepath.Dir(at):
			return ""
		}
	}
}

// ledTo is the folder that a file ".git", or a link of that name, leads to; it is false where
// that cannot be told.
func ledTo(asked system.System, place string, info system.Info) (string, bool) {
	if !info.Mode.IsRegular() {
		real, err := asked.EvalSymlinks(place)
		return real, err == nil
	}
	text, err := asked.Head(place, maxGitFile) // what is cut is no path that is there
	if err != nil {
		return "", false
	}
	to, ok := strings.CutPrefix(text, "gitdir:")
	if to = strings.TrimSpace(to); !ok || to == "" {
		return "", false
	}
	if !filepath.IsAbs(to) {
		to = filepath.Join(filepath.Dir(place), to)
	}
	if real, err := asked.EvalSymlinks(to); err == nil {
		return real, true
	}
	return filepath.Clean(to), true
}

// repositoryFiles reports whether a folder has what git looks for in a repository.
func repositoryFiles(asked system.System, dir string) bool {
	for _, name := range []string{"HEAD", "objects", "refs"} {
		if _, err := asked.Lstat(filepath.Join(dir, name)); err != nil {
			// A repository may have these two elsewhere.
			if _, common := asked.Lstat(filepath.Join(dir, "commondir")); common != nil || name == "HEAD" {
				return false
			}
		}
	}
	return true
}

// inGit reports whether a path is a folder that git keeps a repository in, by its name.
func inGit(path string) bool {
	for part := range strings.SplitSeq(filepath.ToSlash(path), "/") {
		if part == ".git" {
			return true
		}
	}
	return false
}
