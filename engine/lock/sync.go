package lock

import (
	"context"
	"io/fs"
	"os"

	"github.com/skillctl/skillctl/internal/folder"
)

// syncDir brings the names in the root to the disk.
func (r *Root) syncDir() error {
	f, err := r.dir.Open(".")
	if err != nil {
		return err
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
