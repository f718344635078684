package channel

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// FuzzMessage keeps the whole output of what was cut, byte for byte, and none of
// what was not.
func FuzzMessage(f *testing.F) {
	for _, seed := range []string{"", "a```b", "\xff\x00\r\n", strings.Repeat("😀", 2000), strings.Repeat("\x1b[1mx\r\n", 900), strings.Repeat("`", 5000)} {
		for _, name := range Names() {
			f.Add(name, []byte(seed), []byte("oops\n"), 100)
		}
	}
	folder := f.TempDir()
	f.Fuzz(func(t *testing.T, name string, stdout, stderr []byte, limit int) {
		if Check(name) != nil || name == "" {
			return
		}
		c := &Channel{name: name, limit: max(limit, 100), folder: folder, now: time.Now(), days: 1}
		m, err := c.Message("20261121-1", stdout, stderr)
		if err != nil {
			t.Fatal(err)
		}
		if m.Length > m.Limit || m.Truncated != (m.Attachment != nil) {
			t.Fatalf("%d of %d, cut %v, %v", m.Length, m.Limit, m.Truncated, m.Attachment)
		}
		if m.Attachment == nil {
			return
		}
		kept, err := os.ReadFile(*m.Attachment)
		if want := append(bytes.Clone(stdout), stderr...); err != nil || !bytes.Equal(kept, want) {
			t.Errorf("kept %q, %v; want %q", kept, err, want)
		}
	})
}

// TestPrune removes what is old, and nothing else.
func TestPrune(t *testing.T) {
	t.Parallel()
	folder := filepath.Join(t.TempDir(), "attachments")
	if n, err := Prune(folder, time.Now()); n != 0 || err != nil {
		t.Fatal(n, err)
	}
	old, err := keep(folder, "a", []byte("old"))
	if err != nil {
		t.Fatal(err)
	}
	fresh, err := keep(folder, "b", []byte("new"))
	if err != nil {
		t.Fatal(err)
	}
	now := time.Now()
	if err := os.Chtimes(old, now, now.Add(-48*time.Hour)); err != nil {
		t.Fatal(err)
	}
	if n, err := Prune(folder, now.Add(-24*time.Hour)); n != 1 || err != nil {
		t.Fatal(n, err)
	}
	if _, err := os.Stat(old); err == nil {
		t.Error("the old one is there")
	}
	if text, err := os.ReadFile(fresh); err != nil || string(text) != "new" {
		t.Error(text, err)
	}
}

// TestKeepElsewhere keeps nothing behind a link.
func TestKeepElsewhere(t *testing.T) {
	t.Parallel()
	folder := filepath.Join(t.TempDir(), "attachments")
	if err := os.Symlink(t.TempDir(), folder); err != nil {
		t.Skip(err)
	}
	if _, err := keep(folder, "a", nil); err == nil || !strings.Contains(err.Error(), "is not a folder") {
		t.Errorf("error %v", err)
	}
}
