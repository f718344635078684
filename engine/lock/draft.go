package lock

import (
	"bytes"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"

	"github.com/skillctl/skillctl/internal/folder"
)

// draft is a lock file that is written and on the disk, and does not hold yet. No
// other file is ever made the lock file of a root.
type draft struct {
	root *Root
	name string
	text []byte
	file *os.File
	// placed: it holds.
	placed bool
}

// draft writes a lock file beside the one that holds, under a name of its own.
func (r *Root) draft(l *Lock) (*draft, error) {
	text, err := l.Text()
	if err != nil {
		return nil, err
	}
	random := make([]byte, 8)
	if _, err := rand.Read(random); err != nil {
		return nil, fmt.Errorf("write %q: %w", filepath.Join(r.path, Name), err)
	}
	d := &draft{root: r, name: draftPrefix + hex.EncodeToString(random), text: text}
	d.file, err = r.state.OpenFile(d.name, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return nil, fmt.Errorf("write %q: %w", filepath.Join(r.path, Name), err)
	}
	_, err = d.file.Write(text)
	if err == nil {
		err = d.file.Sync()
	}
	if err != nil {
		d.drop()
		return nil, fmt.Errorf("write %q: %w", filepath.Join(r.path, Name), err)
	}
	return d, nil
}

// place makes it the lock file that holds, when that is still the one that was read
// last, and the draft is still what was written.
func (d *draft) place() error {
	r, shown := d.root, filepath.Join(d.root.path, Name)
	now, err := lockText(r.dir, Name, shown)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if !bytes.Equal(now, r.seen) {
		return fmt.Errorf("write %q: somebody else changed it meanwhile; try again", shown)
	}
	if err := d.same(r.state, d.name); err != nil {
		return fmt.Errorf("write %q: %w", shown, err)
	}
	if err := r.dir.Rename(path.Join(stateDir, d.name), Name); err != nil {
		return fmt.Errorf("write %q: %w", shown, err)
	}
	d.placed = true
	if err := d.same(r.dir, Name); err != nil {
		return fmt.Errorf("write %q: %w", shown, err)
	}
	r.seen = d.text
	if err := r.syncDir(); err != nil {
		return fmt.Errorf("write %q: %w", shown, err)
	}
	return nil
}

// same wants a name to be that of the draft, with what was written into it.
func (d *draft) same(dir *os.Root, name string) error {
	mine, err := d.file.Stat()
	if err != nil {
		return err
	}
	there, err := dir.Lstat(name)
	if err != nil {
		return err
	}
	text, err := io.ReadAll(io.NewSectionReader(d.file, 0, int64(len(d.text))+1))
	if err != nil {
		return err
	}
	if !os.SameFile(mine, there) || !bytes.Equal(text, d.text) {
		return errors.New("somebody else changed what was written")
	}
	return nil
}

// drop removes a draft that does not hold. nil has nothing to remove.
func (d *draft) drop() {
	if d == nil {
		return
	}
	_ = d.file.Close()
	if !d.placed {
		_ = d.root.state.Remove(d.name)
	}
}

// lockText reads a lock file: a regular file, never through a link. Where there is
// none the error is [fs.ErrNotExist].
func lockText(dir *os.Root, name, shown string) ([]byte, error) {
	info, err := dir.Lstat(name)
	switch {
	case err != nil:
		return nil, fmt.Errorf("read %q: %w", shown, err)
	case !info.Mode().IsRegular():
		return nil, fmt.Errorf("read %q: it is not a file", shown)
	case info.Size() > maxLock:
		return nil, fmt.Errorf("read %q: it has more than %d bytes", shown, maxLock)
	}
	f, err := dir.OpenFile(name, os.O_RDONLY|folder.OpenFlags, 0)
	if err != nil {
		return nil, fmt.Errorf("read %q: %w", shown, err)
	}
	defer func() { _ = f.Close() }()
	opened, err := f.Stat()
	if err == nil && !os.SameFile(info, opened) {
		err = errors.New("it was replaced while it was read")
	}
	if err != nil {
		return nil, fmt.Errorf("read %q: %w", shown, err)
	}
	text, err := io.ReadAll(io.LimitReader(f, maxLock))
	if err != nil {
		return nil, fmt.Errorf("read %q: %w", shown, err)
	}
	return text, nil
}
