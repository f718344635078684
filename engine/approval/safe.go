package approval

import (
	"fmt"
	"io/fs"

	"github.com/skillctl/skillctl/engine/internal/private"
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
	if doubt := private.File(name, info); doubt != nil {
		return (*UnsafeError)(doubt)
	}
	return nil
}

// safeFolder makes sure that nobody else can write to the store's folder, nor
// put another in its place.
func safeFolder(name string, info fs.FileInfo) error {
	doubt, err := private.Folder(name, info)
	switch {
	case err != nil:
		return err
	case doubt != nil:
		return (*UnsafeError)(doubt)
	}
	return nil
}
