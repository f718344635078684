package launch

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io/fs"
	"os"
	"os/user"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/skillctl/skillctl/engine/exec"
	"github.com/skillctl/skillctl/internal/folder"
	"github.com/skillctl/skillctl/internal/owner"
)

// Query is what [Inspect] has to be told.
type Query struct {
	// Dir is the working directory, Path the value of PATH that the command will
	// have.
	Dir, Path string
	// Roots are paths of the settings whose links are to be resolved; they may
	// begin with "~/".
	Roots []string
	// Own are files and folders that skillctl keeps for itself, Settings what it
	// goes by.
	Own, Settings []string
	// Write are the further folders that the settings let a run change; they may
	// begin with "~/".
	Write []string
	// Getenv looks up the environment.
	Getenv func(string) string
}

// Inspect finds out what is so about this machine. What cannot be found out is left
// empty: the policies say what follows.
func Inspect(p Query) *exec.Machine {
	m := &exec.Machine{
		OS: runtime.GOOS, UID: os.Getuid(), Homes: homes(p.Getenv), Workdir: realFolder(p.Dir), Owner: -1, Path: []string{}, Own: []string{}, Settings: []string{},
		Real: make(map[string]string, len(p.Roots)),
	}
	if m.Workdir != "" {
		m.Owner = ownerOf(m.Workdir)
		m.Repository = repository(m.Workdir)
		m.Cache = cacheFolder(p.Getenv, m.Workdir)
	}
	for _, dir := range filepath.SplitList(p.Path) {
		if real := realFolder(dir); filepath.IsAbs(dir) && real != "" {
			m.Path = append(m.Path, real)
		}
	}
	m.Path = sorted(m.Path)
	for _, path := range p.Own {
		m.Own = append(m.Own, spellings(path)...)
	}
	m.Own = sorted(m.Own)
	for _, path := range p.Settings {
		m.Settings = append(m.Settings, settingsAt(m, path)...)
	}
	m.Settings = sorted(m.Settings)
	m.Git = gitIn(changeable(m, p.Write), m.Homes, userConfigs(p.Getenv, m.Homes))
	m.Agents = agentFolders(m.Homes)
	for _, root := range p.Roots {
		m.Real[root] = realFolder(Expand(root, m.Homes))
	}
	return m
}

// settingsAt are the place that settings lie in and, in the working directory and
// the repository around it, the links that lead there: a sandbox holds the former,
// a [Guard] puts back the latter.
func settingsAt(m *exec.Machine, path string) []string {
	real, err := filepath.EvalSymlinks(path)
	if err != nil {
		return nil
	}
	out := []string{real}
	if dir, err := filepath.EvalSymlinks(filepath.Dir(path)); err == nil {
		for _, place := range leads(filepath.Join(dir, filepath.Base(path))) {
			if m.Workdir != "" && folder.Within(place, m.Workdir) || m.Repository != "" && folder.Within(place, m.Repository) {
				out = append(out, place)
			}
		}
	}
	return out
}

// changeable are the folders that a run may change, links resolved: the working
// directory and those of the settings.
func changeable(m *exec.Machine, write []string) []string {
	var out []string
	add := func(path string) {
		if real := realFolder(path); filepath.IsAbs(path) && real != "" && !slices.Contains(out, real) {
			out = append(out, real)
		}
	}
	add(m.Workdir)
	for _, path := range write {
		add(path)
		for _, home := range m.Homes {
			add(Expand(path, []string{home}))
		}
	}
	return out
}

// Expand replaces a leading "~" by the first of some home folders.
func Expand(path string, homes []string) string {
	if rest, ok := strings.CutPrefix(path, "~"); ok && len(homes) > 0 && (rest == "" || rest[0] == '/') {
		return filepath.Join(homes[0], rest)
	}
	return path
}

// homes are the home folders of the user: whoever sets HOME to another place
// must not uncover the real one.
func homes(getenv func(string) string) []string {
	var out []string
	add := func(path string) {
		if !filepath.IsAbs(path) || filepath.Clean(path) == filepath.Dir(path) {
			return
		}
		for _, one := range spellings(path) {
			if !slices.Contains(out, one) {
				out = append(out, one)
			}
		}
	}
	name := "HOME"
	if runtime.GOOS == "windows" {
		name = "USERPROFILE"
	}
	add(getenv(name))
	if who, err := user.Current(); err == nil {
		add(who.HomeDir)
	}
	if out == nil {
		return []string{}
	}
	return out
}

// spellings are a path and where it leads.
func spellings(path string) []string {
	path = filepath.Clean(path)
	if !filepath.IsAbs(path) {
		return nil
	}
	real, err := filepath.EvalSymlinks(path)
	if err != nil || real == path {
		return []string{path}
	}
	return []string{path, real}
}

// realFolder is where a path leads, "" when that is no folder.
func realFolder(path string) string {
	real, err := filepath.EvalSymlinks(path)
	if err != nil {
		return ""
	}
	if info, err := os.Stat(real); err != nil || !info.IsDir() {
		return ""
	}
	return real
}

// ownerOf is the uid of whom a folder belongs to, -1 where that is not known.
func ownerOf(dir string) int {
	info, err := os.Stat(dir)
	if err != nil {
		return -1
	}
	uid, _, ok := owner.Of(info)
	if !ok {
		return -1
	}
	return int(uid)
}

// repository is the nearest folder, from dir upward, that has a .git.
func repository(dir string) string {
	for ; ; dir = filepath.Dir(dir) {
		if _, err := os.Lstat(filepath.Join(dir, ".git")); err == nil || !errors.Is(err, fs.ErrNotExist) {
			if err != nil {
				return ""
			}
			return dir
		}
		if dir == filepath.Dir(dir) {
			return ""
		}
	}
}

// cacheFolder is the folder for what programs keep between runs in a working
// directory: skillctl/work/… in the user's folder for caches.
func cacheFolder(getenv func(string) string, workdir string) string {
	base := getenv("XDG_CACHE_HOME")
	if base == "" && getenv("HOME") != "" {
		base = filepath.Join(getenv("HOME"), ".cache")
	}
	if !filepath.IsAbs(base) || runtime.GOOS == "windows" {
		return ""
	}
	sum := sha256.Sum256([]byte(workdir))
	return filepath.Join(base, "skillctl", "work", hex.EncodeToString(sum[:8]))
}

func sorted(list []string) []string {
	slices.Sort(list)
	return slices.Compact(list)
}
