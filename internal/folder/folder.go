// Package folder opens folders in whose place somebody may have put something
// else, and says which paths lie within one.
package folder

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
)

// From is a path as seen from dir where it is relative, and as it is where dir is
// "", which stands for the working directory of the process. What links and ".." in
// it mean is left to the system.
func From(dir, name string) string {
	if dir == "" || filepath.IsAbs(name) {
		return name
	}
	return dir + string(filepath.Separator) + name
}

// Open opens a folder, or the one that a link leads to. Anything else is a
// [*fs.PathError], at once: to open a pipe that nobody writes into would take
// for ever, and what was looked at before may have been replaced since.
func Open(name string) (*os.Root, error) {
	name = cmp.Or(name, ".")
	// Only a folder has a ".", so the system looks before it opens.
	root, err := os.OpenRoot(name + string(filepath.Separator) + ".")
	var at *fs.PathError
	if errors.As(err, &at) {
		err = &fs.PathError{Op: at.Op, Path: name, Err: at.Err}
	}
	return root, err
}

// List lists a folder, sorted by name. Like [Open] it never waits.
func List(name string) ([]fs.DirEntry, error) {
	return os.ReadDir(name + string(filepath.Separator) + ".")
}

// In opens a folder in another one, like [Open]. The name is one element.
func In(parent *os.Root, name string) (*os.Root, error) {
	return parent.OpenRoot(name + string(filepath.Separator) + ".")
}

// File opens a regular file of a folder, and nothing else: no link, and no pipe
// that would have to be waited for. The name is one element.
func File(root *os.Root, name string) (*os.File, error) {
	info, err := root.Lstat(name) // Windows has no flag for it
	if err == nil && !info.Mode().IsRegular() {
		err = notRegular(root, name)
	}
	if err != nil {
		return nil, err
	}
	file, err := root.OpenFile(name, os.O_RDONLY|OpenFlags, 0)
	if err != nil {
		return nil, err
	}
	if info, err = file.Stat(); err == nil && !info.Mode().IsRegular() {
		err = notRegular(root, name)
	}
	if err != nil {
		_ = file.Close()
		return nil, err
	}
	return file, nil
}

func notRegular(root *os.Root, name string) error {
	return fmt.Errorf("%q is not a regular file", filepath.Join(root.Name(), name))
}

// Is reports whether a name leads to a folder.
func Is(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.IsDir()
}

// Missing says that an error is about something that is not there, or a folder on
// the way to it.
func Missing(err error) bool {
	return errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR)
}

// Bare is an error without the path that it is about, which the message around it
// names.
func Bare(err error) error {
	var at *fs.PathError
	if errors.As(err, &at) {
		return at.Err
	}
	return err
}
