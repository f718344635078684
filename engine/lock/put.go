package lock

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
)

// pending is a change that has begun. The lock file as it is to be stands beside
// it.
type pending struct {
	Name string `json:"name"`
	// Digest is that of the skill that is put in its place, "" for one that is
	// removed.
	Digest string `json:"digest"`
	// Old is where the skill that was there is moved to, in the folder of the root's
	// own.
	Old string `json:"old"`
}

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
	there, err := r.There(name)
	if err != nil {
		return err
	}
	next, err := r.Lock()
	if err != nil {
		return err
	}
	next.Skills[name] = entry
	rel = filepath.ToSlash(rel)
	folder, err := r.state.OpenRoot(rel)
	if err != nil {
		return fmt.Errorf("install %q: %w", name, err)
	}
	err = syncTree(ctx, folder)
	_ = folder.Close()
	if err != nil {
		return fmt.Errorf("install %q: %w", name, err)
	}
	old := path.Dir(rel) + "/old"
	if err := r.begin(pending{Name: name, Digest: entry.Digest, Old: old}, next); err != nil {
		return err
	}
	if err := r.move(rel, name, there, old); err != nil {
		return errors.Join(fmt.Errorf("install %q: %w", name, err), r.recover(context.WithoutCancel(ctx)))
	}
	return r.commit()
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
	delete(next.Skills, name)
	there, err := r.There(name)
	if err != nil {
		return err
	}
	if !there {
		return r.Write(next)
	}
	temp, err := os.MkdirTemp(r.StageDir(), stagePrefix)
	if err != nil {
		return fmt.Errorf("remove %q: %w", name, err)
	}
	old := filepath.Base(temp) + "/old"
	if err := r.begin(pending{Name: name}, next); err != nil {
		return errors.Join(err, os.Remove(temp))
	}
	if err := r.dir.Rename(name, path.Join(stateDir, old)); err != nil {
		return errors.Join(fmt.Errorf("remove %q: %w", name, err), r.recover(context.WithoutCancel(ctx)))
	}
	if err := r.commit(); err != nil {
		return err
	}
	if err := r.state.RemoveAll(filepath.Base(temp)); err != nil {
		return fmt.Errorf("remove %q: %w", name, err)
	}
	return nil
}

// Write replaces the lock file.
func (r *Root) Write(l *Lock) error {
	if err := r.writeNext(l); err != nil {
		return err
	}
	return r.rename()
}

// begin writes down what is about to change.
func (r *Root) begin(p pending, next *Lock) error {
	if err := r.writeNext(next); err != nil {
		return err
	}
	text, err := json.Marshal(p)
	if err != nil {
		return fmt.Errorf("install %q: %w", p.Name, err)
	}
	temp := pendingName + ".new"
	err = r.writeSynced(temp, text)
	if err == nil {
		err = r.state.Rename(temp, pendingName)
	}
	if err != nil {
		_ = r.state.Remove(temp)
		_ = r.state.Remove(nextName)
		return fmt.Errorf("write to %q: %w", r.StageDir(), err)
	}
	return r.syncState()
}

func (r *Root) writeNext(l *Lock) error {
	text, err := l.Text()
	if err != nil {
		return err
	}
	if err := r.writeSynced(nextName, text); err != nil {
		_ = r.state.Remove(nextName)
		return fmt.Errorf("write %q: %w", filepath.Join(r.path, Name), err)
	}
	return nil
}

// commit makes the lock file that was written ahead the one that holds.
func (r *Root) commit() error {
	if err := r.rename(); err != nil {
		return err
	}
	if err := r.state.Remove(pendingName); err != nil {
		return fmt.Errorf("write to %q: %w", r.StageDir(), err)
	}
	return r.syncState()
}

func (r *Root) rename() error {
	if err := r.dir.Rename(path.Join(stateDir, nextName), Name); err != nil {
		return fmt.Errorf("write %q: %w", filepath.Join(r.path, Name), err)
	}
	target, err := r.dir.Open(".")
	if err != nil {
		return fmt.Errorf("write %q: %w", filepath.Join(r.path, Name), err)
	}
	defer func() { _ = target.Close() }()
	return syncFolder(target)
}

// recover brings a change to its end that a process began: forward when the skill
// is in its place, or else back.
func (r *Root) recover(ctx context.Context) error {
	if p, err := readPending(r.state); err != nil {
		return err
	} else if p != nil {
		done, err := p.done(ctx, r.dir)
		if err != nil {
			return err
		}
		if !done && p.Old != "" {
			if err := r.putBack(p); err != nil {
				return err
			}
		}
		if _, err := r.state.Lstat(nextName); done && err == nil {
			if err := r.rename(); err != nil {
				return err
			}
		}
		if err := r.state.Remove(pendingName); err != nil {
			return fmt.Errorf("write to %q: %w", r.StageDir(), err)
		}
	}
	return r.sweep()
}

// putBack puts the skill back that was moved away for another.
func (r *Root) putBack(p *pending) error {
	if _, err := r.dir.Lstat(p.Name); !errors.Is(err, fs.ErrNotExist) {
		return nil // it was not moved yet
	}
	if err := r.dir.Rename(path.Join(stateDir, p.Old), p.Name); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("restore %q: %w", p.Name, err)
	}
	return nil
}

// sweep removes what processes left behind.
func (r *Root) sweep() error {
	entries, err := fs.ReadDir(r.state.FS(), ".")
	if err != nil {
		return fmt.Errorf("list %q: %w", r.StageDir(), err)
	}
	for _, e := range entries {
		if e.Name() == nextName || e.Name() == pendingName+".new" || strings.HasPrefix(e.Name(), stagePrefix) {
			if err := r.state.RemoveAll(e.Name()); err != nil {
				return fmt.Errorf("clean up %q: %w", r.StageDir(), err)
			}
		}
	}
	return nil
}

// maxPending bounds the note of a change, in bytes.
const maxPending = 64 << 10

func readPending(state *os.Root) (*pending, error) {
	info, err := state.Lstat(pendingName)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil || !info.Mode().IsRegular() || info.Size() > maxPending {
		return nil, fmt.Errorf("read %q: it is not what skillctl writes (%w)", pendingName, errors.Join(err, fs.ErrInvalid))
	}
	text, err := state.ReadFile(pendingName)
	if err != nil {
		return nil, fmt.Errorf("read %q: %w", pendingName, err)
	}
	p := &pending{}
	if err := json.Unmarshal(text, p); err != nil || !ValidName(p.Name) || p.Old != "" && !filepath.IsLocal(p.Old) {
		return nil, fmt.Errorf("read %q: it is not what skillctl writes; remove it when no skill is half-installed", pendingName)
	}
	return p, nil
}

// done reports whether the skill itself is as it was to become.
func (p *pending) done(ctx context.Context, dir *os.Root) (bool, error) {
	found, err := Read(ctx, dir, p.Name)
	switch {
	case ctx.Err() != nil:
		return false, context.Cause(ctx)
	case errors.Is(err, fs.ErrNotExist):
		return p.Digest == "", nil
	case err != nil:
		return false, nil //nolint:nilerr // what cannot be read is not what was put there
	}
	return found.Digest == p.Digest, nil
}

// Current reads the lock file of a root that is not held: also while, or after, a
// process was in the middle of a change.
func Current(ctx context.Context, dir *os.Root, shown string) (*Lock, error) {
	if state, err := dir.OpenRoot(stateDir); err == nil {
		defer func() { _ = state.Close() }()
		if p, err := readPending(state); err == nil && p != nil {
			if done, err := p.done(ctx, dir); err == nil && done {
				if _, err := state.Lstat(nextName); err == nil {
					return read(state, nextName, filepath.Join(shown, stateDir, nextName))
				}
			}
		}
	}
	return read(dir, Name, filepath.Join(shown, Name))
}
