package lock

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/skillctl/skillctl/internal/flock"
	folders "github.com/skillctl/skillctl/internal/folder"
	"github.com/skillctl/skillctl/internal/owner"
)

// The names in the folder that a root keeps to itself.
const (
	stateDir    = ".skillctl"
	holdName    = "hold"
	ignoreName  = ".gitignore"
	damagedName = "damaged.lock"
	draftPrefix = "next-"
	stagePrefix = "stage-"
)

// maxLock bounds a lock file, in bytes.
const maxLock = 64 << 20

// Root is a folder that skills are loaded from, held by this process alone until
// it is closed.
type Root struct {
	path  string
	dir   *os.Root
	state *os.Root
	hold  *os.File
	wait  time.Duration
	made  bool
	// seen is the text of the lock file as it was read or written last, nil for none.
	seen  []byte
	notes []string

	// exchange swaps two folders; [errors.ErrUnsupported] where that cannot be.
	exchange func(fromDir *os.File, from string, toDir *os.File, to string) error
}

// Option changes how a root is opened.
type Option func(*Root)

// WithWait says how long to wait for another process that holds the root; a
// minute if left out.
func WithWait(wait time.Duration) Option { return func(r *Root) { r.wait = wait } }

// WithMake makes the root when it is not there.
func WithMake() Option { return func(r *Root) { r.made = true } }

// UnsafeError is a root through which somebody else could change skills.
type UnsafeError owner.Doubt

// Error names the folder, its mode and what to do.
func (e *UnsafeError) Error() string {
	return (*owner.Doubt)(e).Text("nothing is installed", "name a folder of your own")
}

// BusyError says that another process held a root all the time.
type BusyError struct {
	Path string
	For  time.Duration
}

// Error says what to do.
func (e *BusyError) Error() string {
	return fmt.Sprintf("another skillctl has been installing in %q for more than %s; try again when it has finished", e.Path, e.For)
}

// LinkError is a link where a folder is wanted.
type LinkError struct{ Name, Real string }

// Error names the link and where it leads.
func (e *LinkError) Error() string {
	return fmt.Sprintf("%q is a link to %q; name the folder itself", e.Name, e.Real)
}

// OpenRoot opens a root for changes: it waits until no other process changes it,
// and brings to an end what a process left unfinished.
func OpenRoot(ctx context.Context, path string, opts ...Option) (*Root, error) {
	full, err := filepath.Abs(path)
	if err != nil {
		return nil, fmt.Errorf("open %q: %w", path, err)
	}
	r := &Root{path: full, wait: time.Minute, exchange: exchange}
	for _, opt := range opts {
		opt(r)
	}
	if err := r.open(ctx); err != nil {
		r.Close()
		return nil, err
	}
	return r, nil
}

func (r *Root) open(ctx context.Context) error {
	info, err := r.safe()
	if err != nil {
		return err
	}
	if r.dir, err = folders.Open(r.path); err != nil {
		return fmt.Errorf("open %q: %w", r.path, err)
	}
	if opened, err := r.dir.Stat("."); err != nil || !os.SameFile(info, opened) {
		return fmt.Errorf("open %q: it was replaced meanwhile", r.path)
	}
	if err := r.openState(); err != nil {
		return err
	}
	if err := r.take(ctx); err != nil {
		return err
	}
	if err := r.recover(ctx); err != nil {
		return err
	}
	entries, err := fs.ReadDir(r.dir.FS(), ".")
	if err != nil {
		return fmt.Errorf("list %q: %w", r.path, err)
	}
	for _, e := range entries {
		if manifestLike(e.Name()) {
			r.note("%s: a manifest here makes one skill of the whole folder, and hides the others; remove it", filepath.Join(r.path, e.Name()))
		}
	}
	return nil
}

// safe wants a folder, no link, that nobody else can change.
func (r *Root) safe() (fs.FileInfo, error) {
	info, err := os.Lstat(r.path)
	if errors.Is(err, fs.ErrNotExist) && r.made {
		if err := os.MkdirAll(r.path, 0o755); err != nil {
			return nil, fmt.Errorf("make %q: %w", r.path, err)
		}
		info, err = os.Lstat(r.path)
	}
	switch {
	case err != nil:
		return nil, fmt.Errorf("open %q: %w", r.path, err)
	case info.Mode()&fs.ModeSymlink != 0:
		real, err := filepath.EvalSymlinks(r.path)
		if err != nil {
			return nil, fmt.Errorf("open %q: %w", r.path, err)
		}
		return nil, &LinkError{r.path, real}
	case !info.IsDir():
		return nil, fmt.Errorf("open %q: it is not a folder", r.path)
	}
	doubt, err := owner.CheckFolder(r.path, info)
	if err != nil {
		return nil, fmt.Errorf("look at %q: %w", r.path, err)
	}
	if doubt != nil {
		return nil, (*UnsafeError)(doubt)
	}
	return info, nil
}

// openState opens the folder that the root keeps to itself.
func (r *Root) openState() error {
	if err := r.dir.Mkdir(stateDir, 0o700); err != nil && !errors.Is(err, fs.ErrExist) {
		return fmt.Errorf("write to %q: %w", r.path, err)
	}
	info, err := r.dir.Lstat(stateDir)
	if err != nil {
		return fmt.Errorf("open %q: %w", r.path, err)
	}
	name := filepath.Join(r.path, stateDir)
	if !info.IsDir() {
		return fmt.Errorf("open %q: it is not a folder; remove it", name)
	}
	if doubt := owner.CheckFile(name, info); doubt != nil {
		return (*UnsafeError)(doubt)
	}
	if r.state, err = r.dir.OpenRoot(stateDir); err != nil {
		return fmt.Errorf("open %q: %w", name, err)
	}
	if opened, err := r.state.Stat("."); err != nil || !os.SameFile(info, opened) {
		return fmt.Errorf("open %q: it was replaced meanwhile", name)
	}
	// Nothing of it belongs in a repository.
	ignore, err := r.state.OpenFile(ignoreName, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if errors.Is(err, fs.ErrExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("write to %q: %w", name, err)
	}
	_, err = ignore.WriteString("*\n")
	if err = errors.Join(err, ignore.Close()); err != nil {
		return errors.Join(fmt.Errorf("write to %q: %w", name, err), r.state.Remove(ignoreName))
	}
	return nil
}

// take waits for the root to be ours alone.
func (r *Root) take(ctx context.Context) error {
	var err error
	if r.hold, err = r.state.OpenFile(holdName, os.O_RDWR|os.O_CREATE|folders.OpenFlags, 0o600); err != nil {
		return fmt.Errorf("hold %q: %w", r.path, err)
	}
	return await(ctx, r.hold, false, r.wait, r.path)
}

// await locks a file as soon as nobody else does.
func await(ctx context.Context, f *os.File, shared bool, wait time.Duration, path string) error {
	began := time.Now()
	for {
		ok, err := flock.Try(f, shared)
		switch {
		case err != nil:
			return fmt.Errorf("hold %q: %w", path, err)
		case ok:
			return nil
		case time.Since(began) > wait:
			return &BusyError{path, wait}
		}
		select {
		case <-ctx.Done():
			return context.Cause(ctx)
		case <-time.After(20 * time.Millisecond):
		}
	}
}

// Share keeps a root as it is while it is read, until release is called: it waits
// for a process that changes it. Where nothing was ever installed, nobody does.
func Share(ctx context.Context, dir *os.Root, shown string, wait time.Duration) (release func(), err error) {
	hold, err := dir.OpenFile(stateDir+"/"+holdName, os.O_RDONLY|folders.OpenFlags, 0)
	if err != nil {
		return func() {}, nil //nolint:nilerr // as in a checkout, or a folder of others that is only read
	}
	if err := await(ctx, hold, true, wait, shown); err != nil {
		return nil, errors.Join(err, hold.Close())
	}
	return func() { _ = hold.Close() }, nil
}

// Close lets other processes have the root.
func (r *Root) Close() {
	if r.hold != nil {
		_ = r.hold.Close()
	}
	if r.state != nil {
		_ = r.state.Close()
	}
	if r.dir != nil {
		_ = r.dir.Close()
	}
}

// Path is the absolute path of the root.
func (r *Root) Path() string { return r.path }

// Dir is the root, for reading.
func (r *Root) Dir() *os.Root { return r.dir }

// StageDir is where sources are to be staged, so that they can be moved in.
func (r *Root) StageDir() string { return filepath.Join(r.path, stateDir) }

// Notes say what was found and done when the root was opened, and since.
func (r *Root) Notes() []string { return r.notes }

func (r *Root) note(format string, args ...any) {
	r.notes = append(r.notes, fmt.Sprintf(format, args...))
}

// Lock reads the lock file; one with nothing in it where there is none.
func (r *Root) Lock() (*Lock, error) {
	shown := filepath.Join(r.path, Name)
	text, err := lockText(r.dir, Name, shown)
	if errors.Is(err, fs.ErrNotExist) {
		r.seen = nil
		return New(), nil
	}
	if err != nil {
		return nil, err
	}
	r.seen = text
	out, err := Parse(text)
	if err != nil {
		return nil, fmt.Errorf("read %q: %w", shown, err)
	}
	return out, nil
}

// Replace replaces a lock file that cannot be read. A copy of it is kept in the
// folder of the root's own.
func (r *Root) Replace(l *Lock) error {
	if err := r.keepDamaged(); err != nil {
		return fmt.Errorf("keep %q: %w", filepath.Join(r.path, Name), err)
	}
	return r.Write(l)
}

// Damaged is where the copy of a lock file is that could not be read.
func (r *Root) Damaged() string { return filepath.Join(r.StageDir(), damagedName) }

func (r *Root) keepDamaged() error {
	if err := r.state.Remove(damagedName); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	f, err := r.state.OpenFile(damagedName, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	_, err = f.Write(r.seen)
	return errors.Join(err, f.Close())
}

// ReadFile reads a lock file.
func ReadFile(name string) (*Lock, error) { return ReadFileFrom("", name) }

// ReadFileFrom is [ReadFile] for a path as seen from dir where it is relative.
func ReadFileFrom(dir, name string) (*Lock, error) {
	folder, err := folders.Open(folders.From(dir, filepath.Dir(name)))
	if err != nil {
		return nil, fmt.Errorf("read %q: %w", name, pathless(err))
	}
	defer func() { _ = folder.Close() }()
	if _, err := folder.Lstat(filepath.Base(name)); err != nil {
		return nil, fmt.Errorf("read %q: %w", name, err)
	}
	return read(folder, filepath.Base(name), name)
}

// pathless is an error without the path, which the message has already.
func pathless(err error) error {
	var at *fs.PathError
	if errors.As(err, &at) {
		return at.Err
	}
	return err
}

func read(dir *os.Root, name, shown string) (*Lock, error) {
	text, err := lockText(dir, name, shown)
	if errors.Is(err, fs.ErrNotExist) {
		return New(), nil
	}
	if err != nil {
		return nil, err
	}
	out, err := Parse(text)
	if err != nil {
		return nil, fmt.Errorf("read %q: %w", shown, err)
	}
	return out, nil
}

// clash is the name of an entry of the root that is the same as name where case
// does not matter, "" when there is none.
func (r *Root) clash(name string) (string, error) {
	entries, err := fs.ReadDir(r.dir.FS(), ".")
	if err != nil {
		return "", fmt.Errorf("list %q: %w", r.path, err)
	}
	for _, e := range entries {
		if e.Name() != name && strings.EqualFold(e.Name(), name) {
			return e.Name(), nil
		}
	}
	return "", nil
}
