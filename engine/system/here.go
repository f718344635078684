package system

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/skillctl/skillctl/internal/folder"
	"github.com/skillctl/skillctl/internal/owner"
)

// Here is the machine that this runs on, as it is when it is asked.
type Here struct{}

// Lstat tells of a name itself.
func (Here) Lstat(name string) (Info, error) { return told(os.Lstat(name)) }

// Stat tells of what a name leads to.
func (Here) Stat(name string) (Info, error) { return told(os.Stat(name)) }

func told(info fs.FileInfo, err error) (Info, error) {
	if err != nil {
		return Info{}, plain(err)
	}
	out := Info{Mode: info.Mode()}
	out.UID, out.GID, out.Owned = owner.Of(info)
	return out, nil
}

// plain is an error without what facts may not depend on.
func plain(err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, fs.ErrNotExist):
		return ErrMissing
	}
	return ErrUnreadable
}

// Readlink is what a link says.
func (Here) Readlink(name string) (string, error) {
	to, err := os.Readlink(name)
	return to, plain(err)
}

// EvalSymlinks resolves links.
func (Here) EvalSymlinks(name string) (string, error) {
	real, err := filepath.EvalSymlinks(name)
	if err != nil {
		return "", plain(err)
	}
	return real, nil
}

// ReadDir lists a folder.
func (Here) ReadDir(name string) ([]Entry, error) {
	list, err := os.ReadDir(name)
	out := make([]Entry, len(list))
	for i, e := range list {
		out[i] = Entry{Name: e.Name(), Folder: e.IsDir()}
	}
	return out, plain(err)
}

// ReadFile reads a regular file.
func (Here) ReadFile(name string, most int64) (string, error) {
	return readAll(most)(os.OpenFile(name, os.O_RDONLY|folder.NoWait, 0))
}

// ReadWithin reads a regular file below a folder.
func (Here) ReadWithin(dir, name string, most int64) (string, error) {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return "", plain(err)
	}
	defer func() { _ = root.Close() }()
	return readAll(most)(root.OpenFile(name, os.O_RDONLY|folder.NoWait, 0))
}

// readAll reads a file that was opened, and is looked at only then: a name may have been
// given to another file before.
func readAll(most int64) func(*os.File, error) (string, error) {
	return func(file *os.File, err error) (string, error) {
		if err != nil {
			return "", plain(err)
		}
		defer func() { _ = file.Close() }()
		if !regular(file, most) {
			return "", ErrUnreadable
		}
		text, err := io.ReadAll(io.LimitReader(file, most+1))
		if err != nil || int64(len(text)) > most {
			return "", ErrUnreadable
		}
		return string(text), nil
	}
}

func regular(file *os.File, most int64) bool {
	info, err := file.Stat()
	return err == nil && info.Mode().IsRegular() && info.Size() <= most
}

// Head is the beginning of a file.
func (Here) Head(name string, most int64) (string, error) {
	file, err := os.OpenFile(name, os.O_RDONLY|folder.NoWait, 0)
	if err != nil {
		return "", plain(err)
	}
	defer func() { _ = file.Close() }()
	text := make([]byte, most)
	n, _ := io.ReadFull(file, text) // what is cut is what there is
	return string(text[:n]), nil
}

// Digest is the SHA-256 sum of a file.
func (Here) Digest(name string, most int64) (string, error) {
	file, err := os.OpenFile(name, os.O_RDONLY|folder.NoWait, 0)
	if err != nil {
		return "", plain(err)
	}
	defer func() { _ = file.Close() }()
	if !regular(file, most) {
		return "", ErrUnreadable
	}
	sum := sha256.New()
	if n, err := io.Copy(sum, io.LimitReader(file, most+1)); err != nil || n > most {
		return "", ErrUnreadable
	}
	return "sha256:" + hex.EncodeToString(sum.Sum(nil)), nil
}

// UserID is the number of this user.
func (Here) UserID() int { return os.Getuid() }
