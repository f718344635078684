package approval

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// UnsafeError is a file or folder through which somebody else could give
// approvals.
type UnsafeError struct {
	Name string
	Mode fs.FileMode
	// Foreign: it belongs to another user.
	Foreign bool
}

// Error names the file, its mode and what to do.
func (e *UnsafeError) Error() string {
	if e.Foreign {
		return fmt.Sprintf("approvals are not used: %q belongs to another user (mode %04o); own it, or remove it", e.Name, e.Mode.Perm())
	}
	return fmt.Sprintf("approvals are not used: others can write to %q (mode %04o); run `chmod go-w %s`", e.Name, e.Mode.Perm(), e.Name)
}

// safeFile makes sure that only its owner can write a file of the store.
func safeFile(name string, info fs.FileInfo) error {
	switch {
	case foreign(info):
		return &UnsafeError{name, info.Mode(), true}
	case writableByOthers(info):
		return &UnsafeError{name, info.Mode(), false}
	}
	return nil
}

// safeFolder makes sure that nobody else can write to the store's folder, nor
// put another in its place: every folder above it, as it is named and as it
// really is, belongs to the system or to its owner, and others can write to
// none, unless it is sticky.
func safeFolder(name string, info fs.FileInfo) error {
	if err := safeFile(name, info); err != nil {
		return err
	}
	real, err := filepath.EvalSymlinks(name)
	if err != nil {
		return err
	}
	for _, start := range []string{filepath.Dir(name), filepath.Dir(real)} {
		for dir := start; ; dir = filepath.Dir(dir) {
			info, err := os.Stat(dir) //nolint:gosec // the operator names the folder
			if err != nil {
				return err
			}
			switch {
			case foreign(info) && !systems(info):
				return &UnsafeError{dir, info.Mode(), true}
			case writableByOthers(info) && info.Mode()&fs.ModeSticky == 0:
				return &UnsafeError{dir, info.Mode(), false}
			}
			if dir == filepath.Dir(dir) {
				break
			}
		}
	}
	return nil
}
