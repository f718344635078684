// Package cache keeps small answers on disk by key. It is a convenience: an
// entry that is damaged, missing or cannot be written costs time, not
// correctness.
//
// Findings have two keys. A skill whose inodes are as they were is not opened; one whose bytes are as they were
// is not judged again. The first is kept on Linux only, where the system tells that nobody has a file of it open
// for writing: through memory a file changes without a trace in its inode.
package cache

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/skillctl/skillctl/internal/folder"
	"github.com/skillctl/skillctl/internal/owner"
)

// maxEntry is the largest value that is kept, in bytes.
const maxEntry = 1 << 20

// Dir is a cache in a folder. It is safe for use by many goroutines and
// processes at once.
type Dir struct{ path string }

// Open returns the cache in a folder, which is made, for its owner alone, when
// something is first put in. A folder that others own or can write is
// refused: they could put answers there.
func Open(path string) (*Dir, error) {
	info, err := os.Lstat(path)
	switch {
	case err == nil && !info.IsDir():
		return nil, fmt.Errorf("open cache %q: it is not a folder", path)
	case err == nil && !owner.Is(info, os.Geteuid(), 0):
		return nil, fmt.Errorf("open cache %q: it belongs to another user, who could put answers there; remove it, or own it", path)
	case err == nil && owner.Others(info) != 0:
		return nil, fmt.Errorf("open cache %q: others can write to it (mode %04o); remove it, or `chmod go-w` it", path, info.Mode().Perm())
	}
	return &Dir{path: path}, nil
}

// PathIn is where the cache of findings is kept in a user's folder for caches.
func PathIn(base string) string { return filepath.Join(base, "skillctl", "findings") }

func (d *Dir) file(key string) string {
	sum := fmt.Sprintf("%x", sha256.Sum256([]byte(key)))
	return filepath.Join(d.path, sum[:2], sum[2:])
}

// Get returns what was put under key. An entry whose bytes are not those that
// were put is forgotten.
func (d *Dir) Get(key string) ([]byte, bool) {
	name := d.file(key)
	// Only what Put makes: a pipe would never end, and what others own or can write is theirs.
	info, err := os.Lstat(name)
	if err != nil || !info.Mode().IsRegular() || info.Size() > sha256.Size+maxEntry || !owner.Is(info, os.Geteuid(), 0) || owner.Others(info) != 0 {
		return nil, false
	}
	text, err := os.ReadFile(name)
	if err != nil || len(text) < sha256.Size {
		return nil, false
	}
	value := text[sha256.Size:]
	if sha256.Sum256(append([]byte(key), value...)) != [sha256.Size]byte(text[:sha256.Size]) {
		return nil, false
	}
	return value, true
}

// Put keeps a value under key, atomically. It gives up without a word when it
// cannot, or when the value is larger than a megabyte.
func (d *Dir) Put(key string, value []byte) {
	if len(value) > maxEntry {
		return
	}
	name := d.file(key)
	if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
		return
	}
	temp, err := os.CreateTemp(filepath.Dir(name), ".new-*")
	if err != nil {
		return
	}
	sum := sha256.Sum256(append([]byte(key), value...))
	_, err = temp.Write(append(sum[:], value...))
	if closeErr := temp.Close(); err == nil {
		err = closeErr
	}
	if err == nil {
		err = os.Rename(temp.Name(), name)
	}
	if err != nil {
		_ = os.Remove(temp.Name())
	}
}

// Prune removes entries that nobody wrote for longer than age, and returns how
// many.
func (d *Dir) Prune(age time.Duration) (int, error) {
	removed := 0
	limit := time.Now().Add(-age)
	root, err := folder.Open(d.path)
	if errors.Is(err, fs.ErrNotExist) {
		return 0, nil // nothing was ever put in
	}
	if err != nil {
		return 0, fmt.Errorf("prune cache %q: %w", d.path, err)
	}
	defer root.Close()
	err = fs.WalkDir(root.FS(), ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return nil //nolint:nilerr // another process may be pruning too
		}
		info, err := entry.Info()
		if err == nil && info.ModTime().Before(limit) && root.Remove(name) == nil {
			removed++
		}
		return nil
	})
	if err != nil {
		return removed, fmt.Errorf("prune cache %q: %w", d.path, err)
	}
	return removed, nil
}
