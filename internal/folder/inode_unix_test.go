//go:build linux || darwin

package folder

import (
	"os"
	"path/filepath"
	"testing"
	"time"
)

// TestInode wants a file to stay the same under another name, and its change to be
// told whatever time somebody gave it.
func TestInode(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	a, b := filepath.Join(dir, "a"), filepath.Join(dir, "b")
	start := time.Now().Add(-time.Second)
	for _, name := range []string{a, b} {
		if err := os.WriteFile(name, nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Chtimes(a, time.Time{}, time.Unix(1, 0)); err != nil {
		t.Fatal(err)
	}
	was, err := os.Stat(a)
	if err != nil {
		t.Fatal(err)
	}
	if got := ChangedAt(was); got.Before(start) {
		t.Errorf("it was changed at %s", got)
	}
	other, err := os.Stat(b)
	if err != nil || Identity(other) == Identity(was) {
		t.Errorf("two files are %q, %v", Identity(other), err)
	}
	if err := os.Rename(a, filepath.Join(dir, "c")); err != nil {
		t.Fatal(err)
	}
	if now, err := os.Stat(filepath.Join(dir, "c")); err != nil || Identity(now) != Identity(was) || Identity(now) == "" {
		t.Errorf("%q, %v", Identity(was), err)
	}
}
