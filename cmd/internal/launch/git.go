package launch

import (
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/skillctl/skillctl/engine"
	"github.com/skillctl/skillctl/internal/folder"
)

// The bounds of what is looked at for repositories.
const (
	maxRepositories = 256
	// maxSeen bounds the folders below the working directory that are looked at,
	// seenDepth how deep.
	maxSeen, seenDepth = 2_000, 2
	// maxGitFile is the largest file of git that is read, in bytes.
	maxGitFile = 1 << 20
)

// gitSearch gathers what git obeys in a working directory. It reads what git has
// written there, or somebody else in its name: what it finds is held back from
// being changed, never given.
type gitSearch struct {
	found engine.Git
	known map[string]bool
	seen  int
}

// gitIn finds what git obeys in a working directory and in the repository around
// it.
func gitIn(workdir, repository string) engine.Git {
	s := &gitSearch{found: engine.Git{Folders: []string{}, Files: []string{}, Astray: []string{}}, known: map[string]bool{}}
	if repository != "" && repository != workdir {
		s.tree(repository)
	}
	if workdir != "" {
		s.below(workdir, 0)
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
		kept = from(dir, strings.TrimSpace(text))
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
		s.repository(from(real, strings.TrimSpace(common)), top)
	}
	for _, name := range []string{"config", "config.worktree", "hooks"} {
		s.led(filepath.Join(real, name))
	}
	for _, v := range gitValues(gitFile(real, "config") + "\n" + gitFile(real, "config.worktree")) {
		switch {
		case v.key == "core.hookspath":
			s.led(from(top, v.value))
		case v.key == "core.worktree":
			top = from(real, v.value)
			s.found.Files = append(s.found.Files, filepath.Join(top, ".git"))
		case strings.HasPrefix(v.key, "include") && strings.HasSuffix(v.key, ".path"):
			s.led(from(real, v.value))
		}
	}
	s.worktrees(real)
	s.modules(filepath.Join(real, "modules"), top, 0)
}

// led adds a place that git goes to, and where it leads when it is a link.
func (s *gitSearch) led(place string) {
	info, err := os.Lstat(place)
	switch {
	case err != nil:
		return
	case info.Mode()&os.ModeSymlink != 0:
		if real, err := filepath.EvalSymlinks(place); err == nil {
			s.found.Files = append(s.found.Files, real)
		}
	}
	s.found.Files = append(s.found.Files, place)
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
			place = from(kept, place)
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

// from is a path as git reads it in a folder; one below a home folder is none of
// the working directory's.
func from(dir, path string) string {
	path = filepath.FromSlash(path)
	if filepath.IsAbs(path) || strings.HasPrefix(path, "~") {
		return filepath.Clean(path)
	}
	return filepath.Join(dir, path)
}

// gitFile is the text of a file, "" for none.
func gitFile(dir, name string) string {
	root, err := folder.Open(dir)
	if err != nil {
		return ""
	}
	defer root.Close()
	if real, err := filepath.EvalSymlinks(filepath.Join(dir, name)); err == nil && filepath.Dir(real) != dir {
		return gitFile(filepath.Dir(real), filepath.Base(real)) // real has no link
	}
	file, err := folder.File(root, name)
	if err != nil {
		return ""
	}
	defer file.Close()
	text, err := io.ReadAll(io.LimitReader(file, maxGitFile))
	if err != nil {
		return ""
	}
	return string(text)
}

type gitValue struct{ key, value string }

// gitValues are the settings of a git configuration that name a place: keys in
// lower case with their section, without its part. It reads as git does where git
// would take it, and is no check.
func gitValues(text string) []gitValue {
	var out []gitValue
	section := ""
	for line := range strings.Lines(strings.ReplaceAll(text, "\\\n", "")) {
		line = strings.TrimSpace(line)
		if head, rest, ok := strings.Cut(line, "]"); ok && strings.HasPrefix(line, "[") {
			section, _, _ = strings.Cut(strings.TrimPrefix(head, "["), " ")
			section, line = strings.ToLower(strings.TrimSpace(section)), strings.TrimSpace(rest)
		}
		key, value, ok := strings.Cut(line, "=")
		if !ok {
			continue
		}
		out = append(out, gitValue{section + "." + strings.ToLower(strings.TrimSpace(key)), unquoted(value)})
	}
	return out
}

// unquoted is a value without its quotes and its comment.
func unquoted(value string) string {
	var text strings.Builder
	quoted := false
	value = strings.TrimSpace(value)
	for i := 0; i < len(value); i++ {
		switch c := value[i]; {
		case c == '\\' && i+1 < len(value):
			i++
			text.WriteByte(value[i])
		case c == '"':
			quoted = !quoted
		case !quoted && (c == '#' || c == ';'):
			return strings.TrimSpace(text.String())
		default:
			text.WriteByte(c)
		}
	}
	return strings.TrimSpace(text.String())
}
