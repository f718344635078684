//go:build linux || darwin

package stamp_test

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/skillctl/skillctl/engine/skill/stamp"
)

func taken(t *testing.T, folder string, now time.Time) (string, bool) {
	t.Helper()
	s, settled, ok := stamp.Of(folder, nil, now)
	if !ok {
		t.Fatal("no stamp")
	}
	return s, settled
}

// TestStamp changes, one at a time, what a stamp must notice, even when size
// and time of the content are put back.
func TestStamp(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	file := filepath.Join(dir, "sub", "a.txt")
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	write := func(text string) func() error {
		return func() error { return os.WriteFile(file, []byte(text), 0o644) }
	}
	if err := write("one")(); err != nil {
		t.Fatal(err)
	}
	then := time.Now().Add(-time.Hour)
	last, _ := taken(t, dir, time.Now())
	if again, _ := taken(t, dir, time.Now()); again != last {
		t.Error("the stamp of an untouched folder changed")
	}
	for _, change := range []struct {
		name string
		do   func() error
	}{
		{"times", func() error { return os.Chtimes(file, then, then) }},
		{"content, times put back", func() error {
			time.Sleep(20 * time.Millisecond) // the clock of inodes ticks every few milliseconds
			if err := write("two")(); err != nil {
				return err
			}
			return os.Chtimes(file, then, then)
		}},
		{"mode", func() error { return os.Chmod(file, 0o755) }},
		{"name", func() error { return os.Rename(file, file+"2") }},
		{"one more", func() error { return os.WriteFile(file, nil, 0o644) }},
		{"one less", func() error { return os.Remove(file) }},
		{"a link", func() error { return os.Symlink("a.txt2", file) }},
	} {
		if err := change.do(); err != nil {
			t.Fatal(err)
		}
		now, _ := taken(t, dir, time.Now())
		if now == last {
			t.Errorf("%s: the stamp is the same", change.name)
		}
		last = now
	}
}

func TestStampSettles(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "a"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if _, settled := taken(t, dir, time.Now()); settled {
		t.Error("a file that was just written is settled")
	}
	if _, settled := taken(t, dir, time.Now().Add(time.Minute)); !settled {
		t.Error("a file of a minute ago is not settled")
	}
	if _, settled := taken(t, dir, time.Now().Add(-time.Minute)); settled {
		t.Error("a file of the future is settled")
	}
}
