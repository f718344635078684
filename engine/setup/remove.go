package setup

import (
	"bytes"
	"context"
	"maps"
	"path/filepath"
	"slices"

	"github.com/skillctl/skillctl/engine/setup/edit"
	"github.com/skillctl/skillctl/engine/setup/plugin"
)

// Removal says how an agent's configurations in a scope have to change so that it does
// not ask skillctl any more, and are what they were.
func (m *Machine) Removal(ctx context.Context, a *Agent, scope string, caller Caller, receipts *Receipts) (*Plan, error) {
	p := &Plan{Agent: a, Scope: scope}
	dir, paths, files, err := m.files(a, scope)
	if err != nil {
		return nil, err
	}
	for i, f := range files {
		c, err := m.open(paths[i], a, scope, receipts)
		if err != nil {
			return nil, err
		}
		edits, err := f.edits(ctx, m.values(a, dir, caller))
		if err != nil {
			return nil, err
		}
		if err := c.remove(ctx, f.Syntax, edits); err != nil {
			return nil, err
		}
		p.Changes = append(p.Changes, c)
	}
	texts, err := plugin.Files(a.Name, caller.Plugin(a.Name))
	if err != nil {
		return nil, err
	}
	for _, name := range slices.Sorted(maps.Keys(texts)) {
		c, err := m.open(filepath.Join(dir, a.Plugin, filepath.FromSlash(name)), a, scope, receipts)
		if err != nil {
			return nil, err
		}
		c.undo = true
		if c.There && !plugin.Whole(a.Name, name, string(c.Was)) && (c.receipt == nil || c.receipt.After != digest(c.Was)) {
			return nil, refuse(c.File, "it is a file of somebody else, or somebody has changed what setup wrote: remove it by hand")
		}
		c.Gone = c.There
		p.Changes = append(p.Changes, c)
	}
	return p, nil
}

// remove takes out of a file what a skillctl has put there. A file that it has made, and
// that says nothing else, goes.
func (c *Change) remove(ctx context.Context, syntax edit.Syntax, edits []edit.Edit) error {
	c.undo = true
	if !c.There {
		return nil
	}
	if r := c.receipt; r != nil && r.Created && r.After == digest(c.Was) && r.Before == digest(nil) {
		c.Gone = true // all of it is what setup wrote
		return nil
	}
	var err error
	if c.Now, err = c.without(ctx, syntax, edits); err != nil {
		return err
	}
	if r := c.receipt; r != nil && r.After == digest(c.Was) && r.Before != digest(c.Now) {
		return refuse(c.File, "it would not be what it was before setup: remove the hook by hand")
	}
	at, err := c.strange(ctx, syntax, edits, c.Now)
	if err != nil {
		return err
	}
	if at != nil {
		// The place is that in the text as it is, not as it would be.
		if at, err = c.strange(ctx, syntax, edits, c.Was); err != nil {
			return err
		}
		return inTheWay(c.File, at.Span, "a hook that calls skillctl stands here that setup did not write, or that somebody has changed since", "remove it by hand")
	}
	if c.receipt == nil || !c.receipt.Created || bytes.Equal(c.Now, c.Was) {
		return nil
	}
	doc, err := edit.Read(ctx, c.File, c.Now, syntax)
	if err != nil {
		return err
	}
	// A comment that somebody added is something else.
	c.Gone = len(doc.Root.Members) == 0 && len(bytes.Trim(c.Now, "{} \t\r\n")) == 0
	return nil
}
