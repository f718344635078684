package setup

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/skillctl/skillctl/engine/setup/edit"
	"github.com/skillctl/skillctl/internal/document"
	"github.com/skillctl/skillctl/internal/folder"
)

// Receipts remember what was written into which file, in a folder.
type Receipts struct {
	dir string
	// hook is called between the steps of writing, by tests.
	hook func(step string)
}

// OpenReceipts are the receipts in a folder, which is made when something is written.
func OpenReceipts(dir string) *Receipts { return &Receipts{dir: dir, hook: func(string) {}} }

// receipt is what was written into a file. It has no text of somebody else.
type receipt struct {
	File  string `json:"file"`
	Agent string `json:"agent"`
	Scope string `json:"scope"`
	// Created: the file was not there before. Folders are those that were made for it, the
	// outermost first.
	Created bool     `json:"created"`
	Folders []string `json:"folders,omitempty"`
	// Before and After are the digests of its texts.
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
	text, err := os.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	var one receipt
	if err == nil {
		err = json.Unmarshal(text, &one)
	}
	if err == nil && one.File != real {
		err = fmt.Errorf("it is about %q", one.File)
	}
	if err != nil {
		return nil, fmt.Errorf("read what setup remembers of %q in %q: %w", real, name, folder.Cause(err))
	}
	return &one, nil
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
		r.Created = r.Created || c.receipt.Created
		r.Folders = append(append([]string{}, c.receipt.Folders...), folders...)
	}
	for _, d := range c.done {
		r.Edits = append(r.Edits, entry{Path: d.Edit.Path, Item: d.Edit.Item, Value: d.Edit.Value.Interface(), Steps: d.Steps, Made: d.Made})
	}
	return r
}
