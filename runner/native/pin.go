package native

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/skillctl/skillctl/runner"
)

// pinned opens a file that was judged, and compares where its path leads and
// what is in it. opened is called before its contents are read; it may be nil. The
// caller closes the file.
func pinned(pin runner.Pin, opened func(*os.File) error) (*os.File, error) {
	real, err := filepath.EvalSymlinks(pin.Path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, &runner.NotFoundError{Program: pin.Path}
	}
	if err != nil {
		return nil, fmt.Errorf("resolve %q: %w", pin.Path, err)
	}
	if pin.Real != "" && real != pin.Real {
		return nil, &runner.ChangedError{Path: pin.Path, Want: pin.Real, Got: real}
	}
	info, err := os.Lstat(real)
	if err != nil {
		return nil, fmt.Errorf("look at %q: %w", pin.Path, err)
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%q is not a regular file", pin.Path)
	}
	file, err := openPinned(real, pin.Digest != "")
	if err != nil {
		return nil, fmt.Errorf("open %q: %w", pin.Path, err)
	}
	now, err := file.Stat()
	if err == nil && !os.SameFile(info, now) {
		err = &runner.ChangedError{Path: pin.Path, Want: real, Got: "another file"}
	}
	if err == nil && opened != nil {
		err = opened(file)
	}
	if err == nil && pin.Digest != "" {
		err = compare(pin, file)
	}
	if err != nil {
		file.Close()
		return nil, err
	}
	return file, nil
}

func compare(pin runner.Pin, file *os.File) error {
	hash := sha256.New()
	if _, err := io.Copy(hash, file); err != nil {
		return fmt.Errorf("read %q: %w", pin.Path, err)
	}
	if got := "sha256:" + hex.EncodeToString(hash.Sum(nil)); got != pin.Digest {
		return &runner.ChangedError{Path: pin.Path, Want: pin.Digest, Got: got}
	}
	return nil
}
