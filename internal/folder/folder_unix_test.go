//go:build unix

package folder

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

// TestFile opens regular files, and nothing else; a pipe does not keep it.
func TestFile(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if err := errors.Join(
		os.WriteFile(filepath.Join(dir, "file"), []byte("a"), 0o600), os.Mkdir(filepath.Join(dir, "folder"), 0o700),
		syscall.Mkfifo(filepath.Join(dir, "pipe"), 0o600), os.Symlink("file", filepath.Join(dir, "link")),
	); err != nil {
		t.Fatal(err)
	}
	root, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	for name, want := range map[string]bool{"file": true, "folder": false, "pipe": false, "link": false, "none": false} {
		file, err := File(root, name)
		if (err == nil) != want {
			t.Errorf("%s: %v", name, err)
		}
		if err == nil {
			_ = file.Close()
		}
	}
}

// TestOpen opens folders, by links too, and nothing else; a pipe does not keep it.
func TestOpen(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	if err := errors.Join(
		os.Mkdir(at("folder"), 0o700), os.WriteFile(at("folder/a"), []byte("a"), 0o600), os.WriteFile(at("file"), nil, 0o600), syscall.Mkfifo(at("pipe"), 0o600),
		os.Symlink("folder", at("to-folder")), os.Symlink("pipe", at("to-pipe")),
	); err != nil {
		t.Fatal(err)
	}
	parent, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer parent.Close()
	for name, want := range map[string]error{
		"folder": nil, "to-folder": nil, "none": fs.ErrNotExist, "file": syscall.ENOTDIR, "pipe": syscall.ENOTDIR, "to-pipe": syscall.ENOTDIR,
	} {
		if inside, err := In(parent, name); !errors.Is(err, want) {
			t.Errorf("%s, in its folder: %v; want %v", name, err, want)
		} else if err == nil {
			_ = inside.Close()
		}
		root, err := Open(at(name))
		if !errors.Is(err, want) {
			t.Errorf("%s: %v; want %v", name, err, want)
		}
		var where *fs.PathError
		if err != nil && (!errors.As(err, &where) || where.Path != at(name)) {
			t.Errorf("%s: the error is about another path: %v", name, err)
		}
		if _, listErr := List(at(name)); !errors.Is(listErr, want) {
			t.Errorf("%s: listing it says %v; want %v", name, listErr, want)
		}
		if err != nil {
			continue
		}
		if _, err := root.Stat("a"); err != nil {
			t.Errorf("%s: another folder was opened: %v", name, err)
		}
		_ = root.Close()
	}
}
