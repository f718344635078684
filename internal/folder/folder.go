// Package folder opens folders in whose place somebody may have put something
// else.
package folder

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

// Open opens a folder, or the one that a link leads to. Anything else is a
// [*fs.PathError], at once: to open a pipe that nobody writes into would take
// for ever, and what was looked at before may have been replaced since.
func Open(name string) (*os.Root, error) {
	if name == "" {
		name = "."
	}
	// Only a folder has a ".", so the system looks before it opens.
	root, err := os.OpenRoot(name + string(filepath.Separator) + ".")
	var at *fs.PathError
	if errors.As(err, &at) {
		err = &fs.PathError{Op: at.Op, Path: name, Err: at.Err}
	}
	return root, err
}

// In opens a folder in another one, like [Open]. The name is one element.
func In(parent *os.Root, name string) (*os.Root, error) {
	return parent.OpenRoot(name + string(filepath.Separator) + ".")
}
