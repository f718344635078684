package approval

import (
	"io/fs"

	"github.com/skillctl/skillctl/internal/owner"
)

// UnsafeError is a file or folder through which somebody else could give
// approvals.
type UnsafeError owner.Doubt

// Error names the file, its mode and what to do.
func (e *UnsafeError) Error() string {
	return (*owner.Doubt)(e).Text("approvals are not used", "own it, or remove it")
}

// safeFile makes sure that only its owner can write a file of the store.
func safeFile(name string, info fs.FileInfo) error {
	if doubt := owner.CheckFile(name, info); doubt != nil {
		return (*UnsafeError)(doubt)
	}
	return nil
}

// safeFolder makes sure that nobody else can write to the store's folder, nor
// put another in its place.
func safeFolder(name string, info fs.FileInfo) error {
	doubt, err := owner.CheckFolder(name, info)
	switch {
	case err != nil:
		return err
	case doubt != nil:
		return (*UnsafeError)(doubt)
	}
	return nil
}
