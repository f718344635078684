package settings

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"

	"github.com/skillctl/skillctl/internal/folder"
	"github.com/skillctl/skillctl/internal/owner"
)

// UnsafeError is a settings file that somebody else can write, itself or by way
// of its folder.
type UnsafeError struct {
	// File is the settings file, Name the file or folder that can be written.
	File, Name string
	Mode       fs.FileMode
	// Foreign: Name belongs to another user.
	Foreign bool
}

// Error names the file, its mode and what to do.
func (e *UnsafeError) Error() string {
	what, it := "the file", ""
	if e.File != e.Name {
		what, it = "the folder ", fmt.Sprintf("%q", e.Name)
	}
	if e.Foreign {
		return fmt.Sprintf("settings %q are not used: %s%s belongs to another user (mode %#o); own it, or leave it out", e.File, what, it, e.Mode.Perm())
	}
	return fmt.Sprintf("settings %q are not used: others can write %s%s (mode %#o); run `chmod go-w %s`", e.File, what, it, e.Mode.Perm(), e.Name)
}

// safe checks that nobody else can change a settings file: neither the file, nor
// the folder that it stands in, nor what a link leads to. Writing by the group
// is let pass where the group is the owner's own (gid = uid), as Debian and
// Fedora give every user one; a sticky folder keeps others from replacing the
// file. Windows tells no modes. A relative name begins in base; dir is the working
// directory.
func safe(name, base, dir string) error {
	if runtime.GOOS == "windows" {
		return nil
	}
	at := folder.From(base, name)
	real, err := filepath.EvalSymlinks(at)
	if err != nil {
		return fmt.Errorf("read settings %q: %w", name, folder.Bare(err))
	}
	for _, n := range slices.Compact([]string{real, filepath.Dir(real), filepath.Dir(at)}) {
		info, err := os.Stat(n)
		if err != nil {
			return fmt.Errorf("read settings %q: %w", name, folder.Bare(err))
		}
		shown := n
		if n == real {
			shown = name
		}
		if !trusted(info, dir) {
			return &UnsafeError{File: name, Name: shown, Mode: info.Mode(), Foreign: true}
		}
		if owner.Replaceable(info) {
			return &UnsafeError{File: name, Name: shown, Mode: info.Mode()}
		}
	}
	return nil
}

// trusted reports whether a file's owner may decide: root, whoever runs
// skillctl, and, when root runs it (as in a container), the owner of the working
// directory.
func trusted(info fs.FileInfo, dir string) bool {
	if owner.Is(info, os.Geteuid(), 0) {
		return true
	}
	if os.Geteuid() != 0 {
		return false
	}
	working, err := os.Stat(dir)
	if err != nil {
		return false
	}
	uid, _, ok := owner.Of(working)
	return ok && owner.Is(info, int(uid))
}

// MissingError is a settings file that was named and is not there; it is
// [fs.ErrNotExist].
type MissingError struct{ File string }

// Error names the file.
func (e *MissingError) Error() string { return fmt.Sprintf("settings file %q does not exist", e.File) }

// Unwrap says which kind of error it is.
func (e *MissingError) Unwrap() error { return fs.ErrNotExist }

// DanglingError is a link in the place of a settings file that leads to nothing.
type DanglingError struct{ File string }

// Error names the link and what to do.
func (e *DanglingError) Error() string {
	return fmt.Sprintf("settings %q are a broken link; point it to a settings file, or delete it", e.File)
}

// InsideSkillError is a settings file that was found inside a skill, which could
// silence what is said about itself with it.
type InsideSkillError struct {
	// File is the settings file, Skill the folder with the manifest.
	File, Skill string
}

// Error names both and what to do.
func (e *InsideSkillError) Error() string {
	return fmt.Sprintf("settings %q are inside the skill %q, which could silence findings about itself; keep them in a folder above it, "+
		"name them with --config if they are yours, or leave them out with --no-config", e.File, e.Skill)
}

// apart checks that a settings file which nobody named stands in no skill:
// neither where it was found nor where a link leads.
func apart(name string) error {
	real, err := filepath.EvalSymlinks(name)
	if err != nil {
		return fmt.Errorf("read settings %q: %w", name, folder.Bare(err))
	}
	found, err := filepath.EvalSymlinks(filepath.Dir(name))
	if err != nil {
		return fmt.Errorf("read settings %q: %w", name, folder.Bare(err))
	}
	for _, start := range []string{found, filepath.Dir(real)} {
		// Up to the top, not to the root of a repository: a skill may hold one.
		for dir := start; ; dir = filepath.Dir(dir) {
			for _, manifest := range []string{"SKILL.md", "SKILL.toml"} {
				if info, err := os.Lstat(filepath.Join(dir, manifest)); err == nil && !info.IsDir() {
					return &InsideSkillError{File: name, Skill: dir}
				}
			}
			if dir == filepath.Dir(dir) {
				break
			}
		}
	}
	return nil
}
