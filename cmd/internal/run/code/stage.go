package code

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/skillctl/skillctl/internal/atomicfile"
	folders "github.com/skillctl/skillctl/internal/folder"
)

// MaxSize is the largest code that is run, in bytes.
const MaxSize = 1 << 20

// Name is the folder, below the working directory, that code without a file and
// packages of runs are kept in.
const Name = ".skillctl"

// kept is how long code is kept that nobody runs any more; fresh is how old it may
// be to be used again as it is.
const (
	kept  = 24 * time.Hour
	fresh = 12 * time.Hour
)

// Stage keeps code and packages below a folder. The same code has the same place,
// so that what a person approved holds for it again.
type Stage struct {
	// dir is absolute; below it all lies in base, with slashes.
	dir, base string
}

// Open returns the stage of a language, for runs with the same packages, below a
// folder that need not be there yet.
func Open(dir string, l Language, packages []string) *Stage {
	base := path.Join(Name, l.folder())
	if len(packages) > 0 {
		list := slices.Sorted(slices.Values(packages))
		base += "-" + short([]byte(strings.Join(list, "\n")))
	}
	return &Stage{dir: dir, base: base}
}

// short names a text.
func short(text []byte) string {
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:8])
}

// Packages is where packages of a language go, with slashes and relative to the
// folder of the stage.
func (s *Stage) Packages(l Language) string {
	if l == Python {
		return path.Join(s.base, "packages")
	}
	return path.Join(s.base, "node_modules")
}

// Base is the folder that packages are installed in, as [Stage.Packages].
func (s *Stage) Base() string { return s.base }

// Back leads from the folder of a file that [Stage.WriteFile] wrote to that of the
// stage.
func (s *Stage) Back() string { return "../../../.." }

// Path is the absolute path of a name that is relative to the folder of the stage.
func (s *Stage) Path(name string) string { return filepath.Join(s.dir, filepath.FromSlash(name)) }

// Installed reports whether the packages are there; Done says that they are.
func (s *Stage) Installed() bool {
	info, err := os.Lstat(s.Path(path.Join(s.base, marker)))
	return err == nil && info.Mode().IsRegular()
}

const marker = ".installed"

// Done says that the packages are there.
func (s *Stage) Done() error {
	return s.within(func(root *os.Root) error { return writeFile(root, path.Join(s.base, marker), nil) })
}

// Prepare makes the folder that packages are installed in.
func (s *Stage) Prepare() error { return s.within(func(*os.Root) error { return nil }) }

// WriteFile writes code down and returns its name, relative to the folder of the stage,
// with slashes. Nothing is written through a link that leads out of the folder.
func (s *Stage) WriteFile(name string, text []byte) (string, error) {
	at := path.Join(s.base, "code", short(text), name)
	err := s.within(func(root *os.Root) error {
		sweep(root, path.Join(s.base, "code"))
		if err := root.MkdirAll(path.Dir(at), 0o755); err != nil {
			return err
		}
		if same(root, at, text) {
			return nil
		}
		return writeFile(root, at, text)
	})
	return at, err
}

// within opens the folder, and makes the base in it.
func (s *Stage) within(do func(*os.Root) error) error {
	err := os.MkdirAll(s.dir, 0o755)
	if err == nil {
		var root *os.Root
		if root, err = folders.Open(s.dir); err == nil {
			defer root.Close()
			if err = root.MkdirAll(s.base, 0o755); err == nil {
				// Nobody commits this by mistake.
				ignore := path.Join(Name, ".gitignore")
				if !same(root, ignore, []byte("*\n")) {
					err = writeFile(root, ignore, []byte("*\n"))
				}
			}
			if err == nil {
				err = do(root)
			}
		}
	}
	if err != nil {
		return fmt.Errorf("keep the code of the run in %q: %w", s.Path(Name), err)
	}
	return nil
}

// same reports whether a file has just this text, and has not been there for so
// long that somebody may be about to sweep it.
func same(root *os.Root, name string, text []byte) bool {
	info, err := root.Lstat(name)
	if err != nil || !info.Mode().IsRegular() || info.Size() != int64(len(text)) || time.Since(info.ModTime()) > fresh {
		return false
	}
	file, err := root.Open(name)
	if err != nil {
		return false
	}
	defer file.Close()
	got, err := io.ReadAll(io.LimitReader(file, int64(len(text))+1))
	return err == nil && bytes.Equal(got, text)
}

// writeFile writes a file in one step: a run that reads it sees all of it, or the old.
func writeFile(root *os.Root, name string, text []byte) error {
	return atomicfile.Write(root, name, text, atomicfile.Mode(0o644))
}

// sweep removes code that was put down long ago. What cannot be removed stays.
func sweep(root *os.Root, dir string) {
	entries, err := fs.ReadDir(root.FS(), dir)
	if err != nil {
		return
	}
	for _, entry := range entries {
		name := path.Join(dir, entry.Name())
		files, err := fs.ReadDir(root.FS(), name)
		if err != nil || len(files) == 0 {
			continue
		}
		old := true
		for _, file := range files {
			info, err := file.Info()
			old = old && err == nil && time.Since(info.ModTime()) > kept
		}
		if old {
			_ = root.RemoveAll(name)
		}
	}
}
