package lock

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
)

// PlaceError is something in the place of a skill that is no skill, or a name that
// none can have.
type PlaceError struct{ Name, Message string }

// Error names it.
func (e *PlaceError) Error() string { return fmt.Sprintf("%q: %s", e.Name, e.Message) }

// There says what stands in the place of a skill: whether there is a folder. Any
// other thing is a *PlaceError.
func (r *Root) There(name string) (bool, error) {
	if !ValidName(name) {
		return false, &PlaceError{name, "a skill's name has at most 100 letters and digits, and single . _ - between them"}
	}
	other, err := r.clash(name)
	if err != nil {
		return false, err
	}
	if other != "" {
		return false, &PlaceError{name, fmt.Sprintf("%q exists already, and is the same name on systems that ignore case", other)}
	}
	info, err := r.dir.Lstat(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return false, nil
	case err != nil:
		return false, fmt.Errorf("look at %q: %w", filepath.Join(r.path, name), err)
	case info.Mode()&fs.ModeSymlink != 0:
		return false, &PlaceError{filepath.Join(r.path, name), "it is a link; remove it first"}
	case !info.IsDir():
		return false, &PlaceError{filepath.Join(r.path, name), "it is not a folder; remove it first"}
	}
	return true, nil
}

// Install moves a staged folder, which has to be below [Root.StageDir], into the
// place of a skill, and locks it. What was there goes where the staged folder
// was. When it fails, what was there holds.
func (r *Root) Install(ctx context.Context, name, staged string, entry *Entry) error {
	rel, err := filepath.Rel(r.StageDir(), staged)
	if err != nil || !filepath.IsLocal(rel) || rel == "." {
		return fmt.Errorf("install %q: the staged copy is not in %q", name, r.StageDir())
	}
	rel = filepath.ToSlash(rel)
	there, err := r.There(name)
	if err != nil {
		return err
	}
	if err := r.syncStaged(ctx, rel); err != nil {
		return fmt.Errorf("install %q: %w", name, err)
	}
	return r.change(ctx, &Pending{Name: name, Entry: entry}, func() error {
		if err := r.move(rel, name, there, path.Dir(rel)+"/old"); err != nil {
			return fmt.Errorf("install %q: %w", name, err)
		}
		return nil
	})
}

// syncStaged brings a staged folder to the disk. A link in its place is refused.
func (r *Root) syncStaged(ctx context.Context, rel string) error {
	folder, err := openIn(r.state, rel)
	if err != nil {
		return err
	}
	err = syncTree(ctx, folder)
	_ = folder.Close()
	return err
}

// change does something to one skill between two lock files: one that says what it
// was and what it is to become, and one that says what it has become. Both are
// on the disk before anything is changed, and so is the one that was there: a
// full disk fails before, not in between.
func (r *Root) change(ctx context.Context, p *Pending, do func() error) error {
	was, err := r.Lock()
	if err == nil && was.Pending != nil { // of a change that failed in this process
		if err = r.recover(ctx); err == nil {
			was, err = r.Lock()
		}
	}
	if err != nil {
		return err
	}
	during := &Lock{Version: version, Skills: was.Skills, Pending: p}
	var drafts [3]*draft
	defer func() {
		for _, d := range drafts {
			d.drop()
		}
	}()
	for i, l := range []*Lock{during, during.settled(true), was} {
		if drafts[i], err = r.draft(l); err != nil {
			return err
		}
	}
	if err := drafts[0].place(); err != nil {
		return err
	}
	if err := do(); err != nil {
		return errors.Join(err, r.settle(context.WithoutCancel(ctx), during, func(done bool) error {
			if done {
				return drafts[1].place()
			}
			return drafts[2].place()
		}))
	}
	return drafts[1].place()
}

// move puts a staged folder in the place of a skill: in one step, or where the
// system has none for that, by moving what is there to old first.
func (r *Root) move(from, name string, there bool, old string) error {
	source, err := r.state.Open(path.Dir(from))
	if err != nil {
		return err
	}
	defer func() { _ = source.Close() }()
	target, err := r.dir.Open(".")
	if err != nil {
		return err
	}
	defer func() { _ = target.Close() }()
	if there {
		err = r.exchange(source, path.Base(from), target, name)
		if err == nil || !errors.Is(err, errors.ErrUnsupported) {
			return errors.Join(err, syncFolder(target), syncFolder(source))
		}
		if err := r.dir.Rename(name, path.Join(stateDir, old)); err != nil {
			return err
		}
	}
	err = moveNew(r.dir, source, path.Join(stateDir, from), target, name)
	return errors.Join(err, syncFolder(target), syncFolder(source))
}

// Remove removes a skill and its entry.
func (r *Root) Remove(ctx context.Context, name string) error {
	next, err := r.Lock()
	if err != nil {
		return err
	}
	there, err := r.There(name)
	if err != nil {
		return err
	}
	if next.Skills[name] == nil {
		if there {
			return &PlaceError{filepath.Join(r.path, name), "it is not locked; remove it by hand"}
		}
		return nil
	}
	if !there {
		delete(next.Skills, name)
		return r.Write(next)
	}
	temp, err := os.MkdirTemp(r.StageDir(), stagePrefix)
	if err != nil {
		return fmt.Errorf("remove %q: %w", name, err)
	}
	base := filepath.Base(temp)
	err = r.change(ctx, &Pending{Name: name}, func() error {
		if err := r.dir.Rename(name, path.Join(stateDir, base, "old")); err != nil {
			return fmt.Errorf("remove %q: %w", name, err)
		}
		return r.syncDir()
	})
	if err != nil {
		return err
	}
	if err := r.state.RemoveAll(base); err != nil {
		return fmt.Errorf("remove %q: %w", name, err)
	}
	return nil
}

// Write replaces the lock file.
func (r *Root) Write(l *Lock) error {
	d, err := r.draft(l)
	if err != nil {
		return err
	}
	defer d.drop()
	return d.place()
}
