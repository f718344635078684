package openclawexec

import (
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"github.com/skillctl/skillctl/engine/argv/lookup"
	"github.com/skillctl/skillctl/engine/system"
)

// Scope is what OpenClaw's reading of a command depends on besides its
// text.
type Scope struct {
	// Search says where programs are looked for.
	Search lookup.Search
	// Env are the variables that the command will have.
	Env map[string]string
	// SafeBins are the names of safe bins, nil for those that are built in;
	// SafeDirs are the folders they may stand in besides /bin and /usr/bin.
	SafeBins, SafeDirs []string
}

// asked is what tells what is there.
func (s *Scope) asked() system.System {
	if s == nil {
		return system.Here{}
	}
	return system.Or(s.Search.System)
}

// workdir reports whether the working directory is a folder.
func (s *Scope) workdir() bool {
	info, err := s.asked().Stat(s.Search.Dir)
	return err == nil && info.Mode.IsDir()
}

// trustedDirs are the folders in which OpenClaw trusts safe bins: /bin,
// /usr/bin, those of the settings that exist, and the folders that a safe bin
// in one of them really stands in. Folders that are not absolute would be taken
// from where the gateway runs, and are left out.
func (s *Scope) trustedDirs() []string {
	asked := s.asked()
	dirs := []string{"/bin", "/usr/bin"}
	for _, dir := range s.SafeDirs {
		dir = trimJS(dir)
		if !filepath.IsAbs(dir) {
			continue
		}
		if info, err := asked.Stat(dir); err == nil && info.Mode.IsDir() {
			dirs = append(dirs, filepath.Clean(dir))
		}
	}
	seen := map[string]bool{}
	for _, dir := range slices.Clone(dirs) {
		resolved, err := asked.EvalSymlinks(dir)
		for _, name := range s.safeBins() {
			name = strings.ToLower(trimJS(name))
			if name == "" || strings.Contains(name, "/") || seen[resolved] && err == nil && name != ".." {
				continue
			}
			if real, ok := folderOf(asked, dir, resolved, name); ok {
				dirs = append(dirs, real)
			}
		}
		seen[resolved] = true
	}
	slices.Sort(dirs)
	return slices.Compact(dirs)
}

// folderOf is the folder that a name in a folder leads to. resolved is that folder
// without links, "" where there is none such: what is no link itself is looked up once.
func folderOf(asked system.System, dir, resolved, name string) (string, bool) {
	if resolved == "" || name == "." || name == ".." {
		real, err := asked.EvalSymlinks(filepath.Join(dir, name))
		return filepath.Dir(real), err == nil
	}
	info, err := asked.Lstat(filepath.Join(resolved, name))
	if err != nil {
		return "", false
	}
	if info.Mode&(fs.ModeSymlink|fs.ModeIrregular) == 0 {
		return resolved, true
	}
	real, err := asked.EvalSymlinks(filepath.Join(resolved, name))
	return filepath.Dir(real), err == nil
}

func (s *Scope) safeBins() []string {
	if s.SafeBins == nil {
		return loadOpenClaw().SafeBins
	}
	return s.SafeBins
}

// find looks a program up as OpenClaw does: a regular file that this user may
// execute. A name with a slash or a backslash is a path.
func (s *Scope) find(raw string) (file, real string) {
	if strings.ContainsAny(raw, `/\`) || strings.HasPrefix(raw, "~") {
		file = s.absolute(raw)
		if !s.executable(file) {
			return "", ""
		}
		return file, s.realPath(file)
	}
	for _, dir := range strings.Split(s.Search.Path, ":") {
		up := slices.Contains(strings.Split(dir, "/"), "..")
		if !filepath.IsAbs(dir) {
			dir = s.Search.Dir + "/" + dir
		}
		// The system goes up from where a link leads, not from where it stands.
		if file = dir + "/" + raw; !up {
			file = filepath.Clean(file)
		}
		if s.executable(file) {
			return file, s.realPath(file)
		}
	}
	return "", ""
}

// absolute is a path, taken from the home or the working directory; "" when it is
// one from a home that there is not.
func (s *Scope) absolute(name string) string {
	if rest, ok := strings.CutPrefix(name, "~"); ok && (rest == "" || rest[0] == '/' || rest[0] == '\\') {
		if home := s.home(); home != "" {
			return filepath.Join(home, rest)
		}
		return ""
	}
	if filepath.IsAbs(name) {
		return filepath.Clean(name)
	}
	return filepath.Join(s.Search.Dir, name)
}

// home is the folder that ~ stands for, "" for none: OPENCLAW_HOME, which may
// itself begin with ~, or HOME. One that is not absolute would be taken from where
// the gateway runs, and is none here.
func (s *Scope) home() string {
	own, set := s.Env["HOME"]
	home := homeValue(own)
	if !set {
		home = s.Search.Home
	}
	if given := homeValue(s.Env["OPENCLAW_HOME"]); given != "" {
		rest, tilde := strings.CutPrefix(given, "~")
		switch {
		case tilde && (rest == "" || rest[0] == '/' || rest[0] == '\\'):
			if home == "" {
				return ""
			}
			home += rest
		default:
			home = given
		}
	}
	if !filepath.IsAbs(home) {
		return ""
	}
	return filepath.Clean(home)
}

// homeValue is the value of a variable; what a script may have left in it for
// "nothing" is none.
func homeValue(value string) string {
	value = trimJS(value)
	if value == "undefined" || value == "null" {
		return ""
	}
	return value
}

// executable reports whether a path is a regular file that may be run.
func (s *Scope) executable(file string) bool {
	info, err := s.asked().Stat(file)
	return err == nil && info.Mode.IsRegular() && s.asked().MayExecute(file)
}

// realPath resolves links; "" when that fails.
func (s *Scope) realPath(file string) string {
	real, err := s.asked().EvalSymlinks(file)
	if err != nil {
		return ""
	}
	return real
}
