package launch

import (
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/skillctl/skillctl/internal/folder"
	"github.com/skillctl/skillctl/internal/gitconfig"
)

// The bounds of what is read of git's configurations.
const (
	// maxGitFile is the largest file of git that is read, in bytes.
	maxGitFile = 1 << 20
	// maxIncluded is how deep configurations include others: git gives up below
	// that (MAX_INCLUDE_DEPTH of its config.c).
	maxIncluded = 10
	// maxConfigs is how many configurations are looked at in all.
	maxConfigs = 4_000
	// maxLinks is how many links a path may lead by, as for Linux.
	maxLinks = 40
)

// userConfigs are the paths where git looks for the configurations of the system
// and of the user, whether they are there or not.
func userConfigs(getenv func(string) string, homes []string) []string {
	var out []string
	if runtime.GOOS != "windows" {
		out = append(out, "/etc/gitconfig", "/usr/local/etc/gitconfig", "/opt/homebrew/etc/gitconfig")
	}
	for _, home := range homes {
		out = append(out, filepath.Join(home, ".gitconfig"), filepath.Join(home, ".config", "git", "config"))
	}
	if dir := getenv("XDG_CONFIG_HOME"); dir != "" {
		out = append(out, filepath.Join(dir, "git", "config"))
	}
	for _, name := range []string{"GIT_CONFIG_SYSTEM", "GIT_CONFIG_GLOBAL"} {
		if path := getenv(name); path != "" {
			out = append(out, path)
		}
	}
	return out
}

// config adds a configuration and those that it includes, whatever their
// conditions, and returns what they all set. Where there are too many, the
// repository is not one that git can be kept safe in.
func (s *gitSearch) config(place string, depth int) []gitValue {
	if s.reads++; s.reads > maxConfigs {
		s.found.Astray = append(s.found.Astray, place)
		return nil
	}
	s.led(place)
	dir, name := filepath.Split(place)
	values, known := s.texts[place]
	if !known {
		values = gitValues(gitFile(filepath.Clean(dir), name))
		s.texts[place] = values
	}
	var out []gitValue
	for _, v := range values {
		switch {
		case v.value == "":
		case v.key == "core.hookspath", v.key == "core.worktree":
			out = append(out, v)
		case depth < maxIncluded && strings.HasPrefix(v.key, "include") && strings.HasSuffix(v.key, ".path"):
			out = append(out, s.config(s.from(dir, v.value), depth+1)...)
		}
	}
	return out
}

// from is a path as git reads it in a folder.
func (s *gitSearch) from(dir, path string) string {
	path = filepath.FromSlash(Expand(path, s.homes))
	if filepath.IsAbs(path) || strings.HasPrefix(path, "~") {
		return filepath.Clean(path)
	}
	return filepath.Join(dir, path)
}

// leads are an absolute path, each path that the links on its way make of it, and
// where it leads at last, whether there is something or not.
func leads(path string) []string {
	separator := string(filepath.Separator)
	top := filepath.VolumeName(path) + separator
	out, at := []string{filepath.Clean(path)}, top
	rest := strings.Split(strings.TrimPrefix(path, top), separator)
	for links := 0; len(rest) > 0; {
		part := rest[0]
		rest = rest[1:]
		if part == "" || part == "." || part == ".." {
			at = filepath.Join(at, part)
			continue
		}
		next := filepath.Join(at, part)
		target, err := os.Readlink(next)
		if err != nil {
			at = next
			continue
		}
		if links++; links > maxLinks {
			return out
		}
		if whole := filepath.Join(append([]string{next}, rest...)...); whole != out[len(out)-1] {
			out = append(out, whole)
		}
		if filepath.IsAbs(target) {
			at = filepath.VolumeName(target) + separator
		}
		rest = append(strings.Split(strings.TrimPrefix(target, at), separator), rest...)
	}
	return append(out, at)
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

// gitValue is a setting by its section and key, whatever the subsection.
type gitValue struct{ key, value string }

// gitValues are the settings of a configuration that have a value, as far as git
// would take it; this is no check.
func gitValues(text string) []gitValue {
	settings, _ := gitconfig.Read(text, len(text))
	var out []gitValue
	for _, s := range settings {
		out = append(out, gitValue{s.Section + "." + s.Key, s.Value})
	}
	return out
}
