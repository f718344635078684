package atomicfile_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/skillctl/skillctl/internal/atomicfile"
)

// look gives what a file has, and the names in its folder.
func look(t *testing.T, path string) (text string, names []string) {
	t.Helper()
	got, err := os.ReadFile(path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		t.Fatal(err)
	}
	entries, err := os.ReadDir(filepath.Dir(path))
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return string(got), names
}

func TestWrite(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "settings")
	between := ""
	for _, text := range []string{"first", "second"} {
		seen := atomicfile.Before(func() { between, _ = look(t, path) })
		if err := atomicfile.WriteIn(path, []byte(text), seen, atomicfile.Lasting()); err != nil {
			t.Fatal(err)
		}
		if got, names := look(t, path); got != text || len(names) != 1 {
			t.Errorf("%v has %q; want %q alone", names, got, text)
		}
	}
	if between != "first" {
		t.Errorf("before the second text was in its place, %q was read", between)
	}
}

// What a killed writer left is no obstacle, and is gone afterwards.
func TestUnder(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "settings")
	if err := os.WriteFile(path+".next", []byte("half of"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := atomicfile.WriteIn(path, []byte("whole"), atomicfile.Under("settings.next")); err != nil {
		t.Fatal(err)
	}
	if got, names := look(t, path); got != "whole" || len(names) != 1 {
		t.Errorf("%v has %q; want it whole, alone", names, got)
	}
}

// A file that cannot be put in its place leaves nothing behind.
func TestFailed(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "folder")
	if err := os.MkdirAll(filepath.Join(path, "full"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := atomicfile.WriteIn(path, []byte("text")); err == nil {
		t.Error("a folder was replaced")
	}
	if _, names := look(t, filepath.Join(path, "none")); len(names) != 1 {
		t.Errorf("%v is in the folder now", names)
	}
	if _, names := look(t, path+"-none"); len(names) != 1 {
		t.Errorf("%v is beside the folder now", names)
	}
}
