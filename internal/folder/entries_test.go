package folder_test

import (
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"testing"

	"github.com/skillctl/skillctl/internal/folder"
)

// TestEntries holds what is listed against package os, and what is no folder.
func TestEntries(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if list, err := folder.Entries(dir, 10); err != nil || len(list) != 0 {
		t.Errorf("an empty folder: %v, %v", list, err)
	}
	for i := range 300 { // more than one call of the system gives
		if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("file-with-a-long-name-%d", i)), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir(filepath.Join(dir, "folder"), 0o700); err != nil {
		t.Fatal(err)
	}
	_ = os.Symlink("nowhere", filepath.Join(dir, "link")) // not everybody may
	if socket, err := net.Listen("unix", filepath.Join(dir, "socket")); err == nil {
		defer func() { _ = socket.Close() }()
	}
	for _, name := range []string{dir, "/dev"} {
		want, err := os.ReadDir(name)
		if err != nil {
			t.Skip(err)
		}
		got, err := folder.Entries(name, 100_000)
		if err != nil || len(got) != len(want) {
			t.Fatalf("%s: %d entries, %v; want %d", name, len(got), err, len(want))
		}
		for i := range want {
			if got[i].Name != want[i].Name() || got[i].Type != want[i].Type() {
				t.Errorf("%s: got %v; want %s, %v", name, got[i], want[i].Name(), want[i].Type())
			}
		}
	}
	if list, err := folder.Entries(dir, 50); err != nil || len(list) <= 50 {
		t.Errorf("more than fifty: %d, %v", len(list), err)
	}
	if _, err := folder.Entries(filepath.Join(dir, "file-with-a-long-name-1"), 10); err == nil {
		t.Error("a file was listed")
	}
	if _, err := folder.Entries(filepath.Join(dir, "missing"), 10); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("what is not there: %v", err)
	}
}
