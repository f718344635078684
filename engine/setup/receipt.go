package setup

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/skillctl/skillctl/engine/setup/edit"
	"github.com/skillctl/skillctl/internal/document"
)

// Receipts remember what was written into which file, in a folder.
type Receipts struct {
	dir string
	// hook is called between the steps of writing, by tests.
	hook func(step string)
	// quick: see [Receipts.Quick]. seen are programs that were read, by their paths.
	quick bool
	seen  map[string]*Program
}

// OpenReceipts are the receipts in a folder, which is made when something is written.
func OpenReceipts(dir string) *Receipts {
	return &Receipts{dir: dir, hook: func(string) {}, seen: map[string]*Program{}}
}

// receipt is what was written into a file. It has no text of somebody else.
type receipt struct {
	File  string `json:"file"`
	Agent string `json:"agent"`
	Scope string `json:"scope"`
	// Created: the file was not there before. That does not make all of it setup's: others
	// may have added to it before it was written again. Folders are those that were made for
	// it, the outermost first.
	Created bool     `json:"created"`
	Folders []string `json:"folders,omitempty"`
	// Before and After are the digests of its texts: without what setup wrote, and with it.
	Before string  `json:"before"`
	After  string  `json:"after"`
	Edits  []entry `json:"edits,omitempty"`
}

type entry struct {
	Path  []string    `json:"path"`
	Item  bool        `json:"item"`
	Value any         `json:"value"`
	Steps []edit.Step `json:"steps"`
	Made  int         `json:"made"`
}

func digest(text []byte) string {
	sum := sha256.Sum256(text)
	return "sha256:" + hex.EncodeToString(sum[:])
}

// at is the name of the receipt for a file.
func (r *Receipts) at(real string) string {
	sum := sha256.Sum256([]byte(real))
	return filepath.Join(r.dir, hex.EncodeToString(sum[:16])+".json")
}

// read is the receipt for a file, nil for none.
func (r *Receipts) read(real string) (*receipt, error) {
	name := r.at(real)
	one, err := readReceipt(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil
	case err == nil && one.File != real:
		err = fmt.Errorf("%q is about %q", name, one.File)
	}
	if err != nil {
		return nil, fmt.Errorf("read what setup remembers of %q: %w", real, err)
	}
	return one, nil
}

// readReceipt reads the receipt in a file.
func readReceipt(name string) (*receipt, error) {
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	one := new(receipt)
	if err := json.Unmarshal(text, one); err != nil {
		return nil, fmt.Errorf("read receipt %q: %w", name, err)
	}
	return one, nil
}

// since is when setup wrote into a file last, the zero time where nobody knows.
func (r *Receipts) since(m *Machine, path, scope string) time.Time {
	real, err := m.real(path, scope)
	if err != nil {
		return time.Time{}
	}
	info, err := os.Stat(r.at(real))
	if err != nil {
		return time.Time{}
	}
	return info.ModTime()
}

// about reports whether something was written into a file, or into a folder.
func (r *Receipts) about(m *Machine, path, scope string) (bool, error) {
	real, err := m.real(path, scope)
	if err != nil {
		real = path // it leads nowhere now
	}
	if one, err := r.read(real); one != nil || err != nil {
		return one != nil, err
	}
	names, err := filepath.Glob(filepath.Join(r.dir, "*.json"))
	if err != nil {
		return false, fmt.Errorf("read what setup remembers: %w", err)
	}
	for _, name := range names {
		one, err := readReceipt(name)
		if err != nil {
			return false, err
		}
		if strings.HasPrefix(one.File, real+string(filepath.Separator)) {
			return true, nil
		}
	}
	return false, nil
}

// edits are what was done. What was there already is left out: it is not ours.
func (r *receipt) edits(ctx context.Context) ([]edit.Done, error) {
	var all []edit.Done
	for _, e := range r.Edits {
		if len(e.Steps) == 0 {
			continue
		}
		text, err := jsonText(e.Value)
		if err != nil {
			return nil, err
		}
		value, err := document.Parse(ctx, r.File, text, document.JSON5)
		if err != nil {
			return nil, fmt.Errorf("read what setup remembers of %q: %w", r.File, err)
		}
		all = append(all, edit.Done{Edit: edit.Edit{Path: e.Path, Item: e.Item, Value: value.Root}, Steps: e.Steps, Made: e.Made})
	}
	return all, nil
}

// receiptOf is what is remembered of a change.
func receiptOf(c *Change, folders []string) *receipt {
	r := &receipt{File: c.Real, Agent: c.agent, Scope: c.scope, Created: !c.There, Folders: folders, Before: digest(c.base), After: digest(c.Now)}
	if c.receipt != nil { // it was written before, and taken out for this one
		// A file in which nothing of setup stood any more is one that somebody wrote since.
		r.Created = r.Created || c.receipt.Created && !bytes.Equal(c.base, c.Was)
		r.Folders = append(append([]string{}, c.receipt.Folders...), folders...)
	}
	for _, d := range c.done {
		r.Edits = append(r.Edits, entry{Path: d.Edit.Path, Item: d.Edit.Item, Value: d.Edit.Value.Interface(), Steps: d.Steps, Made: d.Made})
	}
	return r
}
