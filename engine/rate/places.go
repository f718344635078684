package rate

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/skillctl/skillctl/internal/flock"
	"github.com/skillctl/skillctl/internal/folder"
)

const (
	// window is how long a run counts.
	window = time.Hour
	// most is how many places there are at most, of all kinds of runs.
	most = 100_000
	// maxPlace is the largest file of a place, in bytes.
	maxPlace = 1 << 10
	// patience is how long a run waits for its turn to count.
	patience = 30 * time.Second

	lockName = "lock"
	placeEnd = ".run"
)

// Places are the places that runs of the last hour have taken, in a folder.
type Places struct{ path string }

// Open returns the places in a folder, which is made when the first is taken.
func Open(path string) *Places { return &Places{path: path} }

// Path is the folder.
func (p *Places) Path() string { return p.path }

// place is what the file of one says.
type place struct {
	// Kind tells runs apart that have limits of their own.
	Kind string `json:"kind"`
	// At is when it was taken, in seconds since 1970.
	At int64 `json:"at"`
}

// Take takes a place for a run and returns how many others of the same kind were
// taken in the last hour.
func (p *Places) Take(ctx context.Context, id, kind string, now time.Time) (before int, err error) {
	if err := os.MkdirAll(p.path, 0o700); err != nil {
		return 0, fmt.Errorf("count the runs of the last hour: %w", err)
	}
	err = p.locked(ctx, func(root *os.Root) error {
		if before, err = count(root, kind, now); err != nil {
			return err
		}
		text, err := json.Marshal(place{Kind: kindOf(kind), At: now.Unix()})
		if err != nil {
			return err
		}
		return root.WriteFile(id+placeEnd, text, 0o600)
	})
	return before, err
}

// Count returns how many runs of a kind took a place in the last hour.
func (p *Places) Count(ctx context.Context, kind string, now time.Time) (n int, err error) {
	if _, err := os.Stat(p.path); errors.Is(err, fs.ErrNotExist) {
		return 0, nil
	}
	err = p.locked(ctx, func(root *os.Root) error {
		n, err = count(root, kind, now)
		return err
	})
	return n, err
}

// Give gives the place of a run back; one that has none is no error.
func (p *Places) Give(id string) error {
	err := os.Remove(filepath.Join(p.path, id+placeEnd))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

// locked does something while nobody else counts.
func (p *Places) locked(ctx context.Context, do func(*os.Root) error) error {
	root, err := folder.Open(p.path)
	if err != nil {
		return fmt.Errorf("count the runs of the last hour: %w", err)
	}
	defer func() { _ = root.Close() }()
	lock, err := root.OpenFile(lockName, os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return fmt.Errorf("count the runs of the last hour: %w", err)
	}
	defer func() { _ = lock.Close() }()
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	if err := flock.Wait(ctx, lock, false); err != nil {
		return fmt.Errorf("lock %s: %w", filepath.Join(p.path, lockName), err)
	}
	defer flock.Unlock(lock)
	return do(root)
}

// count counts the places of a kind, and removes those whose hour is over.
func count(root *os.Root, kind string, now time.Time) (int, error) {
	entries, err := fs.ReadDir(root.FS(), ".")
	if err != nil {
		return 0, fmt.Errorf("count the runs of the last hour: %w", err)
	}
	if len(entries) > most {
		return 0, fmt.Errorf("count the runs of the last hour: there are more than %d files in %s", most, root.Name())
	}
	n := 0
	for _, entry := range entries {
		if !strings.HasSuffix(entry.Name(), placeEnd) {
			continue
		}
		taken, err := read(root, entry)
		switch {
		case errors.Is(err, fs.ErrNotExist): // given back meanwhile
		case err != nil:
			return 0, err
		case now.Sub(time.Unix(taken.At, 0)) >= window:
			_ = root.Remove(entry.Name()) // else it is looked at once more
		case taken.Kind == "" || taken.Kind == kindOf(kind):
			n++
		}
	}
	return n, nil
}

// read reads a place. One that cannot be understood, because its writer was killed,
// counts for every kind from the time of its file on.
func read(root *os.Root, entry fs.DirEntry) (place, error) {
	info, err := entry.Info()
	if err != nil {
		return place{}, err
	}
	unknown := place{At: info.ModTime().Unix()}
	if !info.Mode().IsRegular() || info.Size() > maxPlace {
		return unknown, nil
	}
	text, err := root.ReadFile(entry.Name())
	if err != nil {
		return place{}, err
	}
	var out place
	if json.Unmarshal(text, &out) != nil || out.Kind == "" {
		return unknown, nil
	}
	return out, nil
}

// kindOf writes a kind so that it is short, whatever it says.
func kindOf(kind string) string {
	sum := sha256.Sum256([]byte(kind))
	return hex.EncodeToString(sum[:16])
}
