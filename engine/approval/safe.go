package approval

import (
	"io/fs"

	"github.com/skillctl/skillctl/engine/internal/private"
)

// UnsafeError is a file or folder through which somebody else could give
// approvals.
type UnsafeError private.Doubt

// Error names the file, its mode and what to do.
func (e *UnsafeError) Error() string {
	return (*private.Doubt)(e).Text("approvals are not used", "own it, or remove it")
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
