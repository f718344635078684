// Package atomicfile writes files whole or not at all: who reads one gets what was there
// before, or all that was written, even when the writer is killed in between.
package atomicfile

import (
	"crypto/rand"
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/skillctl/skillctl/internal/owner"
)

// Option says how a file is written.
type Option func(*file)

type file struct {
	mode    fs.FileMode
	exact   bool
	like    fs.FileInfo
	under   string
	lasting bool
	before  func()
}

// Mode is that of the file, less what the process takes away (umask); 0600 without.
func Mode(mode fs.FileMode) Option { return func(f *file) { f.mode = mode } }

// Exactly is the mode of the file, whatever the process takes away.
func Exactly(mode fs.FileMode) Option { return func(f *file) { f.mode, f.exact = mode, true } }

// Like gives the file the mode of another one, and its owner and group as far as this
// user may.
func Like(info fs.FileInfo) Option { return func(f *file) { f.like = info } }

// Under is the name that the file has until it is whole; what is left there is removed
// first. It is for folders in which one process writes at a time: a name that is drawn,
// as without, stays for good when the writer is killed.
func Under(name string) Option { return func(f *file) { f.under = name } }

// Lasting makes the file outlast a crash of the machine.
func Lasting() Option { return func(f *file) { f.lasting = true } }

// Before is called when the file is whole and not in its place yet.
func Before(call func()) Option { return func(f *file) { f.before = call } }

// Write puts a text in the place of a file of a folder, which need not be there. After an
// error the file is what it was.
func Write(root *os.Root, name string, text []byte, options ...Option) error {
	f := file{mode: 0o600, under: filepath.Join(filepath.Dir(name), ".new-"+rand.Text()), before: func() {}}
	for _, option := range options {
		option(&f)
	}
	if err := root.Remove(f.under); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	err := f.write(root, text)
	if err == nil {
		f.before()
		err = root.Rename(f.under, name)
	}
	if err != nil {
		_ = root.Remove(f.under)
		return err
	}
	if f.lasting {
		SyncFolder(root, filepath.Dir(name))
	}
	return nil
}

// WriteIn is [Write] in the folder of a path.
func WriteIn(path string, text []byte, options ...Option) error {
	root, err := os.OpenRoot(filepath.Dir(path))
	if err != nil {
		return err
	}
	defer func() { _ = root.Close() }()
	return Write(root, filepath.Base(path), text, options...)
}

func (f *file) write(root *os.Root, text []byte) error {
	opened := f.mode
	if f.exact || f.like != nil {
		opened = 0o600 // until it is somebody's
	}
	out, err := root.OpenFile(f.under, os.O_WRONLY|os.O_CREATE|os.O_EXCL, opened)
	if err != nil {
		return err
	}
	_, err = out.Write(text)
	if err == nil && f.like != nil {
		err = giveTo(out, f.like)
		f.mode, f.exact = f.like.Mode().Perm(), true
	}
	if err == nil && f.exact {
		err = out.Chmod(f.mode)
	}
	if err == nil && f.lasting {
		err = out.Sync()
	}
	return errors.Join(err, out.Close())
}

// giveTo gives a file the owner and group of another one. That a user who is not root may
// not is no error: the file is then that user's.
func giveTo(out *os.File, like fs.FileInfo) error {
	uid, gid, ok := owner.Of(like)
	if !ok {
		return nil
	}
	info, err := out.Stat()
	if err != nil {
		return err
	}
	if u, g, ok := owner.Of(info); ok && u == uid && g == gid {
		return nil
	}
	if err := out.Chown(int(uid), int(gid)); err != nil && os.Geteuid() == 0 {
		return err
	}
	return nil
}

// SyncFolder makes the names in a folder outlast a crash of the machine, where the system
// can be told to.
func SyncFolder(root *os.Root, name string) {
	if dir, err := root.Open(name); err == nil {
		_ = dir.Sync()
		_ = dir.Close()
	}
}
