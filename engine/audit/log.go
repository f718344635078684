package audit

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/skillctl/skillctl/internal/flock"
	"github.com/skillctl/skillctl/internal/folder"
	"github.com/skillctl/skillctl/internal/owner"
)

// The names of what lies in the folder of a log.
const (
	// headName is the file that says which record is the last. Whoever writes, or
	// takes stock, holds a lock on it.
	headName = "head"
	dayEnd   = ".jsonl"
	dayForm  = "2006-01-02"
)

// Log is the record in a folder. It is safe for use by many goroutines and
// processes at once.
type Log struct {
	path string
	now  func() time.Time
	sync bool
	wait time.Duration
	days int
	// turn lets the goroutines of this process queue up instead of trying for the
	// lock of the file one against the other.
	turn sync.Mutex
	// hook is called between the steps of writing, by tests.
	hook func(step string)
}

// Option changes a log.
type Option func(*Log)

// WithClock sets the clock that records are dated by.
func WithClock(now func() time.Time) Option { return func(l *Log) { l.now = now } }

// WithoutSync leaves it to the system when records reach the disk. They survive
// the end of this process all the same, but not that of the machine.
func WithoutSync() Option { return func(l *Log) { l.sync = false } }

// WithRetention deletes the files that are older than a number of days whenever
// the file of a new day is begun.
func WithRetention(days int) Option { return func(l *Log) { l.days = days } }

// WithWait bounds how long a record waits for its turn; half a minute otherwise.
func WithWait(d time.Duration) Option { return func(l *Log) { l.wait = d } }

// Open returns the log in a folder, which is made, for its owner alone, when
// something is first recorded. A folder that others can write to, or that a link
// stands for, is an [*UnsafeError].
func Open(path string, opts ...Option) (*Log, error) {
	if !filepath.IsAbs(path) {
		return nil, fmt.Errorf("open the audit record %q: an absolute path is wanted", path)
	}
	l := &Log{path: filepath.Clean(path), now: time.Now, sync: true, wait: 30 * time.Second}
	for _, opt := range opts {
		opt(l)
	}
	root, err := l.root()
	if err != nil {
		return nil, err
	}
	if root != nil {
		_ = root.Close()
	}
	return l, nil
}

// Path is the folder of the log.
func (l *Log) Path() string { return l.path }

// UnsafeError is a file or folder through which somebody else could change the
// record.
type UnsafeError owner.Doubt

// Error names the file, its mode and what to do.
func (e *UnsafeError) Error() string {
	return (*owner.Doubt)(e).Text("the audit record is not used", "own it, or name another folder in run.audit.dir")
}

// root opens the folder, nil when there is none, and makes sure that nobody else
// can write to it.
func (l *Log) root() (*os.Root, error) {
	info, err := os.Lstat(l.path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil
	case err != nil:
		return nil, fmt.Errorf("open the audit record: %w", err)
	case !info.IsDir():
		return nil, fmt.Errorf("open the audit record %q: it is not a folder", l.path)
	}
	root, err := folder.Open(l.path)
	if err != nil {
		return nil, fmt.Errorf("open the audit record: %w", err)
	}
	var doubt *owner.Doubt
	opened, err := root.Stat(".")
	if err == nil && !os.SameFile(info, opened) {
		err = errors.New("it was just replaced")
	}
	if err == nil {
		doubt, err = owner.CheckFolder(l.path, opened)
	}
	if err == nil && doubt == nil {
		return root, nil
	}
	_ = root.Close()
	if doubt != nil {
		return nil, (*UnsafeError)(doubt)
	}
	return nil, fmt.Errorf("open the audit record %q: %w", l.path, err)
}

// made opens the folder and makes it if need be.
func (l *Log) made() (*os.Root, error) {
	root, err := l.root()
	if root != nil || err != nil {
		return root, err
	}
	if err := os.MkdirAll(l.path, 0o700); err != nil {
		return nil, fmt.Errorf("make the folder of the audit record: %w", err)
	}
	root, err = l.root()
	if err == nil && root == nil {
		err = fmt.Errorf("open the audit record %q: it was just removed", l.path)
	}
	return root, err
}

// open opens a file of the log, which must be a regular file that only its owner
// can write, with no second name.
func (l *Log) open(root *os.Root, name string, flags int) (*os.File, fs.FileInfo, error) {
	// A root follows links that stay in it, whatever the flags say.
	if info, err := root.Lstat(name); err == nil && info.Mode()&fs.ModeSymlink != 0 {
		return nil, nil, fmt.Errorf("%q is a link; a file of the audit record is none", filepath.Join(l.path, name))
	}
	f, err := root.OpenFile(name, flags|folder.OpenFlags, 0o600)
	if err != nil {
		return nil, nil, err
	}
	info, err := f.Stat()
	switch {
	case err != nil:
	case !info.Mode().IsRegular():
		err = fmt.Errorf("%q is not a regular file", filepath.Join(l.path, name))
	case owner.Names(info) > 1:
		err = fmt.Errorf("%q has a second name, through which it could be changed", filepath.Join(l.path, name))
	default:
		if doubt := owner.CheckFile(filepath.Join(l.path, name), info); doubt != nil {
			err = (*UnsafeError)(doubt)
		}
	}
	if err != nil {
		_ = f.Close()
		return nil, nil, err
	}
	return f, info, nil
}

// BusyError says that others held the lock of a log all the time.
type BusyError struct {
	File string
	For  time.Duration
}

// Error names the file.
func (e *BusyError) Error() string {
	return fmt.Sprintf("the audit record is in use: another process has held the lock of %q for %s; see which one does, and end it if it hangs", e.File, e.For)
}

// lock opens the head and locks it. A head that was replaced meanwhile is opened
// anew. Without make there may be none: then it is [fs.ErrNotExist].
func (l *Log) lock(ctx context.Context, root *os.Root, shared, make bool) (*os.File, error) {
	flags := os.O_RDWR
	if make {
		flags |= os.O_CREATE
	}
	began, pause := time.Now(), 50*time.Microsecond
	for {
		f, info, err := l.open(root, headName, flags)
		if err != nil {
			return nil, err
		}
		ok, err := flock.Try(f, shared)
		if ok {
			now, err := root.Lstat(headName)
			if err == nil && os.SameFile(info, now) {
				return f, nil
			}
		}
		_ = f.Close()
		if err != nil {
			return nil, fmt.Errorf("lock %q: %w", filepath.Join(l.path, headName), err)
		}
		if waited := time.Since(began); waited > l.wait {
			return nil, &BusyError{filepath.Join(l.path, headName), waited.Round(time.Second)}
		}
		// The pauses grow, and differ between those that wait.
		var b [1]byte
		_, _ = rand.Read(b[:])
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(pause + pause*time.Duration(b[0])/256):
		}
		pause = min(2*pause, 2*time.Millisecond)
	}
}

func (l *Log) step(name string) {
	if l.hook != nil {
		l.hook(name)
	}
}
