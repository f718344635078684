package command

import (
	"os"
	"path/filepath"
	"strings"
)

// maxGitFile bounds what is read of a file ".git", in bytes: it holds one path.
const maxGitFile = 1 << 12

// claimed is the folder that git would take for a repository from dir, where nothing but its
// files says that it is one: a folder with the files of a repository, or what a file ".git"
// leads to. Git obeys its settings and hooks, and anybody who writes files can have made it.
// It is "" for a folder that git has made: one that is called ".git", or lies in one.
func claimed(dir string) string {
	if inGit(dir) {
		return ""
	}
	for at := dir; ; at = filepath.Dir(at) {
		place := filepath.Join(at, ".git")
		info, err := os.Lstat(place)
		switch {
		case err == nil && info.IsDir():
			return ""
		case err == nil:
			to, ok := ledTo(place, info)
			switch {
			case !ok:
				return place
			case inGit(to):
				return ""
			}
			return to
		case repositoryFiles(at):
			return at
		case at == filepath.Dir(at):
			return ""
		}
	}
}

// ledTo is the folder that a file ".git", or a link of that name, leads to; it is false where
// that cannot be told.
func ledTo(place string, info os.FileInfo) (string, bool) {
	if !info.Mode().IsRegular() {
		real, err := filepath.EvalSymlinks(place)
		return real, err == nil
	}
	file, err := os.Open(place)
	if err != nil {
		return "", false
	}
	defer file.Close()
	text := make([]byte, maxGitFile)
	n, _ := file.Read(text) // what is cut is no path that is there
	to, ok := strings.CutPrefix(string(text[:n]), "gitdir:")
	if to = strings.TrimSpace(to); !ok || to == "" {
		return "", false
	}
	if !filepath.IsAbs(to) {
		to = filepath.Join(filepath.Dir(place), to)
	}
	if real, err := filepath.EvalSymlinks(to); err == nil {
		return real, true
	}
	return filepath.Clean(to), true
}

// repositoryFiles reports whether a folder has what git looks for in a repository.
func repositoryFiles(dir string) bool {
	for _, name := range []string{"HEAD", "objects", "refs"} {
		if _, err := os.Lstat(filepath.Join(dir, name)); err != nil {
			// A repository may have these two elsewhere.
			if _, common := os.Lstat(filepath.Join(dir, "commondir")); common != nil || name == "HEAD" {
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
