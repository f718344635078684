package approval

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/skillctl/skillctl/internal/folder"
)

// The bounds of what is hashed for one command, in bytes.
const (
	maxFile  = 512 << 20
	maxFiles = 1 << 30
)

// File is a program or script as it was found.
type File struct {
	// Name is how the command names it.
	Name string `json:"name"`
	// Path is where it was found, Real the same with every link resolved. Both
	// are "" when there was no such file, which is held to as well.
	Path string `json:"path,omitempty"`
	Real string `json:"real,omitempty"`
	// Digest is that of its bytes, "sha256:…".
	Digest string `json:"digest,omitempty"`
}

// hasher hashes files, each one once, up to a bound.
type hasher struct {
	ctx  context.Context
	done map[string]string
	size int64
}

// file finds out what is at a path. A file that is not there is no error.
func (h *hasher) file(name, path string) (File, error) {
	real, err := filepath.EvalSymlinks(path)
	if errors.Is(err, fs.ErrNotExist) {
		return File{Name: name}, nil
	}
	if err != nil {
		return File{}, fmt.Errorf("find %q: %w", path, err)
	}
	digest, err := h.digest(real)
	if err != nil {
		return File{}, err
	}
	return File{Name: name, Path: path, Real: real, Digest: digest}, nil
}

func (h *hasher) digest(real string) (string, error) {
	if sum, ok := h.done[real]; ok {
		return sum, nil
	}
	f, err := os.OpenFile(real, os.O_RDONLY|folder.OpenFlags, 0)
	if err != nil {
		return "", fmt.Errorf("read %q: %w", real, err)
	}
	defer f.Close()
	info, err := f.Stat()
	switch {
	case err != nil:
		return "", fmt.Errorf("read %q: %w", real, err)
	case !info.Mode().IsRegular():
		return "", fmt.Errorf("read %q: it is not a regular file", real)
	case info.Size() > maxFile || h.size+info.Size() > maxFiles:
		return "", fmt.Errorf("read %q: it has %d bytes, which is too large to be bound to", real, info.Size())
	}
	sum := sha256.New()
	n, err := io.Copy(sum, &interruptible{h.ctx, io.LimitReader(f, maxFile)})
	if err != nil {
		return "", fmt.Errorf("read %q: %w", real, err)
	}
	h.size += n
	text := "sha256:" + hex.EncodeToString(sum.Sum(nil))
	h.done[real] = text
	return text, nil
}

// interruptible ends a long read with its context.
type interruptible struct {
	ctx    context.Context
	reader io.Reader
}

func (r *interruptible) Read(p []byte) (int, error) {
	if err := r.ctx.Err(); err != nil {
		return 0, err
	}
	return r.reader.Read(p)
}
