package stage

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	folders "github.com/skillctl/skillctl/internal/folder"
	"github.com/skillctl/skillctl/internal/owner"
)

// apart wants a source that the private folder is not in: it would be copied into
// itself.
func apart(source, base string) error {
	source, err := filepath.EvalSymlinks(source)
	if err != nil {
		return fmt.Errorf("open folder: %w", err)
	}
	if base, err = filepath.EvalSymlinks(base); err != nil {
		return fmt.Errorf("open folder: %w", err)
	}
	if rel, err := filepath.Rel(source, base); err == nil && filepath.IsLocal(rel) {
		return refuse(Format, "", "it contains the folder that it would be installed in")
	}
	return nil
}

// copyFolder copies a folder of this machine.
func copyFolder(ctx context.Context, src *Source, to *sink) error {
	root, err := folders.Open(src.Location)
	if err != nil {
		return fmt.Errorf("open folder %q: %w", src.Location, err)
	}
	defer func() { _ = root.Close() }()
	if src.Path != "" {
		below, err := root.OpenRoot(src.Path)
		if err != nil {
			return fmt.Errorf("open folder %q in %q: %w", src.Path, src.Location, err)
		}
		defer func() { _ = below.Close() }()
		root = below
	}
	return copyBelow(ctx, root, ".", to)
}

// copyBelow copies what is in one folder, but not the history of the checkout that
// it is: whoever installs a folder of his own works in it. Its depth is bounded by the sink's.
func copyBelow(ctx context.Context, root *os.Root, dir string, to *sink) error {
	entries, err := readFolder(root, dir, to.limits.Files)
	if err != nil {
		return err
	}
	for _, e := range entries {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		name := path.Join(dir, e.Name())
		if slices.Contains(stores(), name) {
			to.note(name, storeNote)
			continue
		}
		info, err := root.Lstat(name)
		if err != nil {
			return fmt.Errorf("look at %q: %w", name, err)
		}
		switch mode := info.Mode(); {
		case mode.IsDir():
			if _, err = to.claim(name, isDir); err == nil {
				err = copyBelow(ctx, root, name, to)
			}
		case mode.IsRegular():
			err = copyFile(root, name, info, to)
		case mode&fs.ModeSymlink != 0:
			var target string
			if target, err = root.Readlink(name); err == nil {
				err = to.symlink(name, target)
			}
		default:
			err = refuse(Special, name, "it is %s; files, folders and links can be installed", special(mode))
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// readFolder lists a folder by name. One with more entries than may be installed
// is not listed to its end.
func readFolder(root *os.Root, dir string, limit int) ([]fs.DirEntry, error) {
	folder, err := root.Open(dir)
	if err != nil {
		return nil, fmt.Errorf("open folder %q: %w", dir, err)
	}
	defer func() { _ = folder.Close() }()
	var all []fs.DirEntry
	for {
		some, err := folder.ReadDir(1024)
		all = append(all, some...)
		if len(all) > limit {
			return nil, refuse(TooLarge, dir, "there are more than %d files and folders", limit)
		}
		if err != nil || len(some) == 0 {
			break // the end of the folder
		}
	}
	slices.SortFunc(all, func(a, b fs.DirEntry) int { return strings.Compare(a.Name(), b.Name()) })
	return all, nil
}

// copyFile copies a file that is still the one that was looked at: neither a link
// nor a pipe that took its place is opened.
func copyFile(root *os.Root, name string, before fs.FileInfo, to *sink) error {
	in, err := root.OpenFile(name, os.O_RDONLY|folders.OpenFlags, 0)
	if err != nil {
		return fmt.Errorf("read %q: %w", name, err)
	}
	defer func() { _ = in.Close() }()
	after, err := in.Stat()
	if err != nil {
		return fmt.Errorf("read %q: %w", name, err)
	}
	if !os.SameFile(before, after) || !after.Mode().IsRegular() {
		return refuse(Damaged, name, "it was replaced while it was read")
	}
	if after.Size() > to.allowance() {
		return to.tooMuch(name)
	}
	to.noteMode(name, after.Mode())
	if more := owner.Names(after); more > 1 {
		to.note(name, fmt.Sprintf("it has %d hard links on this machine; a copy is installed", more))
	}
	return to.file(name, after.Mode()&0o100 != 0, in, -1)
}

// noteMode notes rights that are not taken over.
func (s *sink) noteMode(name string, mode fs.FileMode) {
	for _, bit := range []struct {
		bit  fs.FileMode
		says string
	}{{fs.ModeSetuid, "setuid"}, {fs.ModeSetgid, "setgid"}} {
		if mode&bit.bit != 0 {
			s.note(name, bit.says+" is removed: it would run with the rights of its owner")
		}
	}
}

func special(mode fs.FileMode) string {
	switch {
	case mode&fs.ModeNamedPipe != 0:
		return "a named pipe"
	case mode&fs.ModeSocket != 0:
		return "a socket"
	case mode&fs.ModeDevice != 0:
		return "a device"
	}
	return "of an unknown kind"
}
