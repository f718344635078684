package channel

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/skillctl/skillctl/internal/atomicfile"
	"github.com/skillctl/skillctl/internal/owner"
)

// extension makes chats show the file as text.
const extension = ".txt"

// Path is the file that the whole output of a run is kept in.
func Path(folder, id string) string { return filepath.Join(folder, id+extension) }

// keep writes the whole output of a run to a file that only its user can read, and
// returns its path. An earlier one of the same run is replaced.
func keep(folder, id string, whole []byte) (string, error) {
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return "", fmt.Errorf("keep the whole output: %w", err)
	}
	info, err := os.Lstat(folder)
	if err != nil {
		return "", fmt.Errorf("keep the whole output: %w", err)
	}
	if !info.IsDir() {
		return "", fmt.Errorf("keep the whole output: %q is not a folder", folder)
	}
	if doubt := owner.CheckFile(folder, info); doubt != nil {
		return "", errors.New(doubt.Text("the whole output is not kept", "remove it"))
	}
	path := Path(folder, id)
	if err := atomicfile.WriteIn(path, whole); err != nil {
		return "", fmt.Errorf("keep the whole output: %w", err)
	}
	return path, nil
}

// Prune removes attachments that were made before a time, and says how many.
func Prune(folder string, before time.Time) (int, error) {
	entries, err := os.ReadDir(folder)
	if errors.Is(err, fs.ErrNotExist) {
		return 0, nil
	}
	if err != nil {
		return 0, fmt.Errorf("remove old attachments: %w", err)
	}
	removed := 0
	for _, e := range entries {
		info, err := e.Info()
		if err != nil || !info.Mode().IsRegular() || !info.ModTime().Before(before) {
			continue // being replaced, or nothing of ours
		}
		if err := os.Remove(filepath.Join(folder, e.Name())); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return removed, fmt.Errorf("remove old attachments: %w", err)
		}
		removed++
	}
	return removed, nil
}
