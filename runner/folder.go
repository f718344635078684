package runner

import (
	"fmt"
	"os"
	"path/filepath"
)

// Folder is a folder as it is now: where its path leads, and which one that is.
func Folder(path string) (Pin, error) {
	real, err := filepath.EvalSymlinks(path)
	if err != nil {
		return Pin{}, fmt.Errorf("resolve the folder %q: %w", path, err)
	}
	info, err := os.Stat(real)
	if err != nil {
		return Pin{}, fmt.Errorf("look at the folder %q: %w", path, err)
	}
	if !info.IsDir() {
		return Pin{}, fmt.Errorf("%q is not a folder", path)
	}
	return Pin{Path: path, Real: real, Digest: FolderDigest(info)}, nil
}

// FolderDigest says which folder it is, whatever its name and what is in it:
// "folder:DEVICE:INODE", or "" where the system does not tell.
func FolderDigest(info os.FileInfo) string {
	device, inode, ok := identity(info)
	if !ok {
		return ""
	}
	return fmt.Sprintf("folder:%d:%d", device, inode)
}

// Unchanged says whether a folder is the one that was pinned: nil, or a
// [ChangedError].
func (p Pin) Unchanged() error {
	now, err := Folder(p.Path)
	switch {
	case err != nil:
		return err
	case p.Real != "" && now.Real != p.Real:
		return &ChangedError{Path: p.Path, Want: p.Real, Got: now.Real}
	case p.Digest != "" && now.Digest != p.Digest:
		return &ChangedError{Path: p.Path, Want: "the folder that was judged", Got: "another one in its place"}
	}
	return nil
}
