package kit

import (
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/skillctl/skillctl/engine/report/source"
)

// WriteFile writes a file whole or not at all: what write produces goes to a
// new file beside it, which then takes its name. A link is replaced, not
// followed. Pipes and devices are written to as they are.
func WriteFile(name string, write func(io.Writer) error) error {
	return writeAt(name, name, write)
}

// WriteFile is [WriteFile] for a path that was typed. One where no file can be is a
// mistake of who typed it.
func (s *IOStreams) WriteFile(name string, write func(io.Writer) error) error {
	at := s.At(name)
	folder := filepath.Dir(at)
	switch info, err := os.Stat(folder); {
	case errors.Is(err, fs.ErrNotExist):
		return Usagef("%q cannot be written: folder %q does not exist; make it, or name another file", name, filepath.Dir(name))
	case err == nil && !info.IsDir():
		return Usagef("%q cannot be written: %q is no folder; name another file", name, filepath.Dir(name))
	}
	if info, err := os.Lstat(at); err == nil && info.IsDir() {
		return Usagef("%q cannot be written: it is a folder; name a file", name)
	}
	return writeAt(at, name, write)
}

// writeAt writes a file that messages know by another name.
func writeAt(at, name string, write func(io.Writer) error) error {
	if err := replaceFile(at, write); err != nil {
		return fmt.Errorf("write %q: %w", name, source.Bare(err))
	}
	return nil
}

func replaceFile(name string, write func(io.Writer) error) error {
	mode := fs.FileMode(0o644)
	info, err := os.Lstat(name)
	switch {
	case err == nil && info.IsDir():
		return errors.New("it is a folder; name a file")
	case err == nil && info.Mode().IsRegular():
		mode = info.Mode().Perm()
	case err == nil && info.Mode()&fs.ModeSymlink == 0:
		return writeDevice(name, write)
	}
	temp := filepath.Join(filepath.Dir(name), ".skillctl-"+rand.Text())
	file, err := os.OpenFile(temp, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
	if err != nil {
		return err
	}
	err = write(file)
	if err == nil {
		err = file.Sync()
	}
	if closed := file.Close(); err == nil {
		err = closed
	}
	if err == nil {
		err = os.Rename(temp, name)
	}
	if err != nil {
		_ = os.Remove(temp)
	}
	return err
}

func writeDevice(name string, write func(io.Writer) error) error {
	file, err := os.OpenFile(name, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	return errors.Join(write(file), file.Close())
}

// MaxInput is the largest file that is read for a flag, in bytes.
const MaxInput = 64 << 20

// ReadFile reads a regular file that a flag names.
func ReadFile(name string) ([]byte, error) { return readAt(name, name) }

// ReadFile is [ReadFile] for a path that was typed.
func (s *IOStreams) ReadFile(name string) ([]byte, error) { return readAt(s.At(name), name) }

// readAt reads a file that messages know by another name.
func readAt(at, name string) ([]byte, error) {
	info, err := os.Stat(at)
	if err != nil {
		return nil, fmt.Errorf("read %q: %w", name, source.Bare(err))
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("read %q: it is not a regular file", name)
	}
	if info.Size() > MaxInput {
		return nil, fmt.Errorf("read %q: it is larger than %d MiB", name, MaxInput>>20)
	}
	text, err := os.ReadFile(at)
	if err != nil {
		return nil, fmt.Errorf("read %q: %w", name, source.Bare(err))
	}
	return text, nil
}

// CreateFile writes a file that must not be there yet, whole or not at all: a
// hard link, unlike a rename, does not replace.
// The path is one that was typed.
func (s *IOStreams) CreateFile(name string, write func(io.Writer) error) error {
	name = s.At(name)
	if _, err := os.Lstat(name); err == nil {
		return fs.ErrExist
	}
	file, err := os.CreateTemp(filepath.Dir(name), ".skillctl-")
	if err != nil {
		return err
	}
	defer func() { _ = os.Remove(file.Name()) }()
	if err := errors.Join(write(file), file.Chmod(0o644), file.Close()); err != nil {
		return err
	}
	return os.Link(file.Name(), name)
}
