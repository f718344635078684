package lock

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"

	"github.com/skillctl/skillctl/internal/folder"
)

// writeSynced writes a file of the root's own to the disk.
func (r *Root) writeSynced(name string, text []byte) error {
	if err := r.state.Remove(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	f, err := r.state.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return err
	}
	_, err = f.Write(text)
	if err == nil {
		err = f.Sync()
	}
	return errors.Join(err, f.Close())
}

func (r *Root) syncState() error {
	f, err := r.state.Open(".")
	if err != nil {
		return fmt.Errorf("write to %q: %w", r.StageDir(), err)
	}
	defer func() { _ = f.Close() }()
	return syncFolder(f)
}

// syncTree brings everything below a folder to the disk, before it is moved to
// where it counts.
func syncTree(ctx context.Context, root *os.Root) error {
	return fs.WalkDir(root.FS(), ".", func(name string, e fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case ctx.Err() != nil:
			return context.Cause(ctx)
		case !e.IsDir() && !e.Type().IsRegular():
			return nil
		}
		f, err := root.OpenFile(name, os.O_RDONLY|folder.OpenFlags, 0)
		if err != nil {
			return err
		}
		defer func() { _ = f.Close() }()
		if e.IsDir() {
			return syncFolder(f)
		}
		return f.Sync()
	})
}
