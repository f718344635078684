package lock

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// stand is how far a change has come, by what stands in the place of the skill.
type stand int

const (
	// before: it is what it was, or nothing that the lock file names; the change is
	// not done.
	before stand = iota
	// after: it is what it was to become.
	after
	// gone: nothing stands there, and something was to.
	gone
	// other: it is neither, or cannot be looked at.
	other
)

// stand looks at the place of a skill that is to be changed. Only what the lock file
// itself names, whole, counts as what it was or is to become.
func (l *Lock) stand(ctx context.Context, dir *os.Root) (stand, error) {
	p := l.Pending
	was := l.Skills[p.Name]
	switch _, err := dir.Lstat(p.Name); {
	case errors.Is(err, fs.ErrNotExist) && p.Entry == nil:
		return after, nil
	case errors.Is(err, fs.ErrNotExist) && was == nil:
		return before, nil
	case errors.Is(err, fs.ErrNotExist):
		return gone, nil
	case err != nil:
		return other, nil //nolint:nilerr // what cannot be looked at is neither
	}
	for _, is := range []struct {
		entry *Entry
		stand stand
	}{{p.Entry, after}, {was, before}} {
		if ok, err := is.entry.stands(ctx, dir, p.Name); err != nil || ok {
			return is.stand, err
		}
	}
	return other, nil
}

// stands reports whether a folder is exactly what an entry says. nil is nothing.
func (e *Entry) stands(ctx context.Context, dir *os.Root, name string) (bool, error) {
	if e == nil {
		return false, nil
	}
	checked := newChecked(name)
	if err := checked.inspect(ctx, dir, e); err != nil {
		return false, err
	}
	return checked.State == Same, nil
}

// recover ends a change that a process began and did not end, and removes what it
// left behind.
func (r *Root) recover(ctx context.Context) error {
	l, err := r.Lock()
	if err != nil {
		return nil //nolint:nilerr // whoever asks what is locked is told; what is staged may be needed
	}
	if l.Pending != nil {
		if err := r.settle(ctx, l, func(done bool) error { return r.Write(l.settled(done)) }); err != nil {
			return err
		}
	}
	return r.sweep()
}

// settle ends a change: forward when the skill is what it was to become, or else
// back. A skill that was moved away for another is looked for among what is
// staged, and moved back when it is exactly what the lock file names. write makes
// the lock file with the change done, or not done, the one that holds.
func (r *Root) settle(ctx context.Context, l *Lock, write func(done bool) error) error {
	at, err := l.stand(ctx, r.dir)
	if err != nil {
		return err
	}
	if at == gone {
		if at, err = r.putBack(ctx, l); err != nil {
			return err
		}
	}
	name := l.Pending.Name
	switch at {
	case after:
		r.note("an interrupted change of %q was complete, and holds now", name)
	case other:
		r.note("an interrupted change of %q was given up: what is in its place is neither the old version nor the new one; `skillctl lock verify` shows how it differs", name)
	case gone:
		r.note("an interrupted change of %q was given up: neither its old version nor the new one is there", name)
	default:
		r.note("an interrupted change of %q was undone", name)
	}
	return write(at == after)
}

// maxStaged bounds how many staged folders are looked at for a skill.
const maxStaged = 64

// putBack looks for a skill among what is staged, the old version first, and moves
// it to its place, where nothing stands.
func (r *Root) putBack(ctx context.Context, l *Lock) (stand, error) {
	p := l.Pending
	staged, err := r.staged()
	if err != nil {
		return gone, err
	}
	for _, is := range []struct {
		entry *Entry
		stand stand
	}{{l.Skills[p.Name], before}, {p.Entry, after}} {
		for _, name := range staged {
			if is.entry == nil {
				break
			}
			ok, err := r.putOne(ctx, name, p.Name, is.entry)
			if err != nil {
				return gone, err
			}
			if ok {
				return is.stand, nil
			}
		}
	}
	return gone, nil
}

// putOne moves a staged folder to the place of a skill, if it is exactly what an
// entry says.
func (r *Root) putOne(ctx context.Context, staged, name string, entry *Entry) (bool, error) {
	folder, err := openIn(r.state, path.Dir(staged))
	if err != nil {
		return false, nil //nolint:nilerr // what cannot be opened is not what was moved away
	}
	defer func() { _ = folder.Close() }()
	ok, err := entry.stands(ctx, folder, path.Base(staged))
	if err != nil || !ok {
		return false, err
	}
	if err := r.move(staged, name, false, ""); err != nil {
		return false, fmt.Errorf("restore %q: %w", name, err)
	}
	return true, nil
}

// staged are the folders in what processes left behind, sorted: "stage-1/old". Links
// are none of them.
func (r *Root) staged() ([]string, error) {
	entries, err := fs.ReadDir(r.state.FS(), ".")
	if err != nil {
		return nil, fmt.Errorf("list %q: %w", r.StageDir(), err)
	}
	var out []string
	for _, e := range entries {
		if !e.IsDir() || !strings.HasPrefix(e.Name(), stagePrefix) {
			continue
		}
		folder, err := openIn(r.state, e.Name())
		if err != nil {
			continue
		}
		inside, err := fs.ReadDir(folder.FS(), ".")
		_ = folder.Close()
		if err != nil {
			continue
		}
		for _, i := range inside {
			if i.IsDir() && len(out) < maxStaged {
				out = append(out, e.Name()+"/"+i.Name())
			}
		}
	}
	slices.Sort(out)
	return out, nil
}

// openIn opens a folder below another one; no part of the way may be a link.
func openIn(dir *os.Root, rel string) (*os.Root, error) {
	at := ""
	for _, part := range strings.Split(rel, "/") {
		at = path.Join(at, part)
		if info, err := dir.Lstat(at); err != nil {
			return nil, err
		} else if !info.IsDir() {
			return nil, &fs.PathError{Op: "open", Path: at, Err: errors.New("it is not a folder")}
		}
	}
	info, err := dir.Lstat(rel)
	if err != nil {
		return nil, err
	}
	folder, err := dir.OpenRoot(rel)
	if err != nil {
		return nil, err
	}
	if opened, err := folder.Stat("."); err != nil || !os.SameFile(info, opened) {
		_ = folder.Close()
		return nil, &fs.PathError{Op: "open", Path: rel, Err: errors.New("it was replaced meanwhile")}
	}
	return folder, nil
}

// sweep removes what processes left behind.
func (r *Root) sweep() error {
	entries, err := fs.ReadDir(r.state.FS(), ".")
	if err != nil {
		return fmt.Errorf("list %q: %w", r.StageDir(), err)
	}
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), draftPrefix) || strings.HasPrefix(e.Name(), stagePrefix) {
			if err := r.state.RemoveAll(e.Name()); err != nil {
				return fmt.Errorf("clean up %q: %w", r.StageDir(), err)
			}
			continue
		}
		if why := foreign(e); why != "" {
			r.note("%s: %s", filepath.Join(r.StageDir(), e.Name()), why)
		}
	}
	return nil
}

// foreign says what is wrong with an entry of the folder that the root keeps to
// itself, "" for nothing.
func foreign(e fs.DirEntry) string {
	name, regular := e.Name(), e.Type().IsRegular()
	switch {
	case regular && (name == holdName || name == ignoreName || name == damagedName || strings.HasPrefix(name, draftPrefix)):
		return ""
	case e.IsDir() && strings.HasPrefix(name, stagePrefix):
		return ""
	case name == "pending.json" || name == "next.lock":
		return "a note of an older skillctl about a change that it began, or forged; it is not believed; see with `skillctl lock verify` what is installed, and remove it"
	}
	return "it is not one of skillctl's own; remove it"
}

// Current reads the lock file of a root that is not held: also while, or after, a
// process was in the middle of a change. Then it is the lock file as whoever opens
// the root next will find it, and interrupted the name of the skill.
func Current(ctx context.Context, dir *os.Root, shown string) (l *Lock, interrupted string, err error) {
	if l, err = read(dir, Name, filepath.Join(shown, Name)); err != nil || l.Pending == nil {
		return l, "", err
	}
	at, err := l.stand(ctx, dir)
	if err != nil {
		return nil, "", err
	}
	return l.settled(at == after), l.Pending.Name, nil
}
