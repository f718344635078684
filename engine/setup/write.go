package setup

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/skillctl/skillctl/internal/atomicfile"
	"github.com/skillctl/skillctl/internal/flock"
	"github.com/skillctl/skillctl/internal/folder"
)

// lockTime is how long another setup is waited for.
const lockTime = 5 * time.Second

// Write makes the changes of a plan, each whole or not at all.
func (r *Receipts) Write(p *Plan) error {
	unlock, err := r.lock()
	if err != nil {
		return err
	}
	defer unlock()
	var made []string
	for _, c := range p.Changes {
		if made, err = r.write(c, made); err != nil {
			return fmt.Errorf("write %q: %w", c.File, folder.Cause(err))
		}
	}
	return r.rememberProgram(p.Program)
}

// lock keeps others from writing at the same time.
func (r *Receipts) lock() (func(), error) {
	if err := os.MkdirAll(r.dir, 0o700); err != nil {
		return nil, fmt.Errorf("remember what is written: %w", err)
	}
	file, err := os.OpenFile(filepath.Join(r.dir, "lock"), os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, fmt.Errorf("remember what is written: %w", err)
	}
	for end := time.Now().Add(lockTime); ; time.Sleep(20 * time.Millisecond) {
		ok, err := flock.Try(file, false)
		if ok {
			return func() { flock.Unlock(file); _ = file.Close() }, nil
		}
		if err == nil && time.Now().After(end) {
			err = errors.New("another setup is at work")
		}
		if err != nil {
			_ = file.Close()
			return nil, fmt.Errorf("wait for the lock of setup: %w", err)
		}
	}
}

// write makes a change; made are the folders that were made before it, and then with it.
func (r *Receipts) write(c *Change, made []string) ([]string, error) {
	if !c.Changed() {
		if c.undo {
			return made, r.forget(c)
		}
		return made, nil
	}
	// It is changed as it was shown, or not at all.
	now, err := os.ReadFile(c.Real)
	switch {
	case c.There && (err != nil || !bytes.Equal(now, c.Was)), !c.There && !errors.Is(err, fs.ErrNotExist):
		return made, errors.New("somebody changed it meanwhile; run setup again")
	case c.Gone:
		if err := os.Remove(c.Real); err != nil {
			return made, err
		}
		return made, r.forget(c)
	}
	more, err := makeFolders(filepath.Dir(c.Real), c.scope)
	if err != nil {
		return made, err
	}
	made = append(made, more...)
	if !c.undo {
		if err := r.remember(receiptOf(c, around(made, c.Real))); err != nil {
			return made, err
		}
	}
	if err := r.replace(c); err != nil {
		return made, err
	}
	if c.undo {
		return made, r.forget(c)
	}
	return made, nil
}

// around are the folders that a file is in.
func around(dirs []string, file string) []string {
	var all []string
	for _, dir := range dirs {
		if strings.HasPrefix(file, dir+string(filepath.Separator)) {
			all = append(all, dir)
		}
	}
	return all
}

// makeFolders makes those that there are not, and gives them, the outermost first.
func makeFolders(dir, scope string) (made []string, err error) {
	for at := dir; !folder.Is(at) && at != filepath.Dir(at); at = filepath.Dir(at) {
		made = append(made, at)
	}
	slices.Reverse(made)
	mode := fs.FileMode(0o755)
	if scope == User {
		mode = 0o700
	}
	err = os.MkdirAll(dir, mode)
	for _, one := range made {
		if err == nil && scope == Managed {
			err = os.Chmod(one, mode) // a mask of root's would keep agents of others from reading it
		}
	}
	return made, err
}

// remember writes a receipt.
func (r *Receipts) remember(one *receipt) error {
	text, err := json.MarshalIndent(one, "", "  ")
	if err != nil {
		return fmt.Errorf("remember it: %w", err)
	}
	name := r.at(one.File)
	return putReceipt(name, append(text, '\n'))
}

// forget removes the receipt of a file, and the folders that were made for it and are
// empty.
func (r *Receipts) forget(c *Change) error {
	if c.receipt == nil {
		return nil
	}
	r.hook("forget")
	if c.Gone || !c.There {
		for _, dir := range slices.Backward(c.receipt.Folders) {
			if os.Remove(dir) != nil {
				break // something else is in it
			}
		}
	}
	if err := os.Remove(r.at(c.Real)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("forget it: %w", err)
	}
	return nil
}

// replace puts the new text in the place of the old, with the mode and owner of the file
// that was there. The name of the new file follows from that of the other, so that what a
// killed setup left is found by the next.
func (r *Receipts) replace(c *Change) error {
	mode := atomicfile.Exactly(0o644)
	switch {
	case c.There:
		mode = atomicfile.Like(c.info)
	case c.scope == User:
		mode = atomicfile.Exactly(0o600)
	}
	under := atomicfile.Under(".skillctl-setup-" + filepath.Base(c.Real))
	return atomicfile.WriteIn(c.Real, c.Now, mode, under, atomicfile.Lasting(), atomicfile.Before(func() { r.hook("rename") }))
}

// putReceipt writes a file of the folder of receipts. Only one setup writes there.
func putReceipt(name string, text []byte) error {
	return atomicfile.WriteIn(name, text, atomicfile.Under(filepath.Base(name)+".new"), atomicfile.Lasting())
}
