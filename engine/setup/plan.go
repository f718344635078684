package setup

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"

	"github.com/skillctl/skillctl/engine/setup/edit"
	"github.com/skillctl/skillctl/engine/setup/plugin"
	"github.com/skillctl/skillctl/internal/document"
	"github.com/skillctl/skillctl/internal/folder"
)

// maxFile bounds a configuration, in bytes.
const maxFile = document.DefaultMaxSize

// Plan is how the configurations of an agent change.
type Plan struct {
	Agent *Agent
	Scope string
	// Changes are the files that it is about, those that stay as they are, too.
	Changes []*Change
	// Open is what keeps the agent from asking, or could be done better, and is not
	// skillctl's to change: each with its place.
	Open []error
	// Program is the skillctl that the agent is to call, nil where none is there.
	Program *Program

	// was is what setup remembers of it, nil for nothing.
	was *Program
}

// Changed says that there is something to write, or to record.
func (p *Plan) Changed() bool { return p.Written() || p.Replaced() != "" || p.unrecorded() }

// Written says that a configuration is to be written.
func (p *Plan) Written() bool {
	return slices.ContainsFunc(p.Changes, (*Change).Changed)
}

// Change is a file before and after.
type Change struct {
	// File is how the file is called, Real where links lead from there.
	File, Real string
	// There: it is there, with the text Was. Gone: it is to be removed, else Now is what it
	// is to have.
	There, Gone bool
	Was, Now    []byte

	agent, scope string
	// own says of an item that it is, as a whole, one that setup writes.
	own  func(ctx context.Context, item *document.Node) bool
	info os.FileInfo
	done []edit.Done
	// base is the text without what skillctl put there; receipt what is known of that,
	// nil for nothing. undo: the change takes it out.
	base    []byte
	receipt *receipt
	undo    bool
}

// Changed says that the file is to be written or removed.
func (c *Change) Changed() bool {
	return c.Gone || !c.There && !c.undo || !bytes.Equal(c.Was, c.Now)
}

// open reads the file of a change.
func (m *Machine) open(path string, a *Agent, scope string, receipts *Receipts) (*Change, error) {
	c := &Change{File: path, agent: a.Name, scope: scope}
	c.own = func(ctx context.Context, item *document.Node) bool { return m.ours(ctx, a, item) }
	var err error
	if c.Real, err = m.real(path, scope); err != nil {
		return nil, err
	}
	if c.receipt, err = receipts.read(c.Real); err != nil {
		return nil, err
	}
	info, err := os.Lstat(c.Real)
	switch {
	case folder.Missing(err):
		return c, nil
	case err != nil:
		return nil, fmt.Errorf("find %q: %w", path, folder.Cause(err))
	case !info.Mode().IsRegular():
		return nil, refuse(path, "it is no regular file")
	case info.Size() > maxFile:
		return nil, refuse(path, fmt.Sprintf("it is larger than %d MiB", maxFile>>20))
	}
	file, err := os.Open(c.Real)
	if err != nil {
		return nil, fmt.Errorf("read %q: %w", path, folder.Cause(err))
	}
	defer func() { _ = file.Close() }()
	if c.Was, err = io.ReadAll(file); err != nil {
		return nil, fmt.Errorf("read %q: %w", path, folder.Cause(err))
	}
	c.There, c.info = true, info
	c.Now, c.base = c.Was, c.Was
	return c, nil
}

// Plan says how an agent's configurations in a scope have to change so that it asks
// skillctl. An error is about a configuration that cannot be read or changed, with its
// place.
func (m *Machine) Plan(ctx context.Context, a *Agent, scope string, caller Caller, receipts *Receipts) (*Plan, error) {
	p := &Plan{Agent: a, Scope: scope}
	dir, paths, files, err := m.files(a, scope)
	if err != nil {
		return nil, err
	}
	if err := p.program(caller.Program, receipts); err != nil {
		return nil, err
	}
	if p.Program != nil {
		caller.Digest = p.Program.Digest
	}
	values := m.values(a, dir, caller)
	if p.Changes, err = m.planPlugin(a, scope, dir, caller, receipts); err != nil {
		return nil, err
	}
	beside := map[string]*Change{}
	for i, f := range files {
		c, err := m.open(paths[i], a, scope, receipts)
		if err != nil {
			return nil, err
		}
		edits, err := f.edits(ctx, values)
		if err != nil {
			return nil, err
		}
		if f.Trust != "" {
			trust, err := m.trust(ctx, a, dir, f.Trust, beside[f.Trust])
			if err != nil {
				return nil, err
			}
			edits = append(edits, trust)
		}
		open, err := c.plan(ctx, &f, edits)
		if err != nil {
			return nil, err
		}
		p.Open = append(p.Open, open...)
		p.Changes = append(p.Changes, c)
		beside[f.Name] = c
	}
	return p, nil
}

func (m *Machine) values(a *Agent, dir string, caller Caller) map[string]any {
	return map[string]any{
		"line": caller.Line(a.Name), "seconds": int(caller.wait().Seconds()), "milliseconds": caller.wait().Milliseconds(), "plugin": filepath.Join(dir, a.Plugin),
	}
}

// trust is the entry by which Codex trusts the hook of a file. The folder that CODEX_HOME
// names is known to it without links, ~/.codex as it is written.
func (m *Machine) trust(ctx context.Context, a *Agent, dir, name string, hooks *Change) (edit.Edit, error) {
	if m.Getenv(a.At[User].Variable) != "" {
		var err error
		if dir, err = m.real(dir, User); err != nil {
			return edit.Edit{}, err
		}
	}
	item := hooks.done[len(hooks.done)-1].Edit.Value
	return codexTrust(ctx, filepath.Join(dir, name), hooks.Now, item)
}

// plan makes the edits of a file.
func (c *Change) plan(ctx context.Context, f *File, edits []edit.Edit) (open []error, err error) {
	doc, err := edit.Read(ctx, c.File, c.Was, f.Syntax)
	if err != nil {
		return nil, err
	}
	for _, off := range f.Off {
		if n := doc.Root.At(steps(off.Path)...); n != nil && reflect.DeepEqual(n.Interface(), off.Is) {
			open = append(open, &document.Error{
				File: c.File, Span: n.Span, Message: fmt.Sprintf("%s is %v: hooks are switched off here", strings.Join(off.Path, "."), off.Is), Hint: "remove it",
			})
		}
	}
	now, done, conflicts, err := apply(ctx, c.File, c.Was, f.Syntax, edits)
	if err != nil {
		return nil, err
	}
	if !bytes.Equal(now, c.Was) || c.receipt != nil && len(conflicts) > 0 {
		// What an earlier skillctl wrote is not added to, and stands in nobody's way: it goes,
		// and all is written anew.
		if c.base, err = c.without(ctx, f.Syntax, edits); err != nil {
			return nil, err
		}
		at, err := c.strange(ctx, f.Syntax, edits, c.base)
		if err != nil {
			return nil, err
		}
		if at != nil { // no second hook is put beside one that calls skillctl in another way
			// The place is that in the text as it is, not as it would be.
			if at, err = c.strange(ctx, f.Syntax, edits, c.Was); err != nil {
				return nil, err
			}
			return nil, inTheWay(c.File, at.Span, "a hook that calls skillctl stands here, in other words than setup writes", otherHint)
		}
		if now, done, conflicts, err = apply(ctx, c.File, c.base, f.Syntax, edits); err != nil {
			return nil, err
		}
	}
	c.Now, c.done = now, done
	return append(open, conflicts...), nil
}

func steps(path []string) []any {
	var all []any
	for _, key := range path {
		all = append(all, key)
	}
	return all
}

// apply makes edits one by one: what stands in the way of one keeps no other from being
// made.
func apply(ctx context.Context, file string, content []byte, syntax edit.Syntax, edits []edit.Edit) (now []byte, all []edit.Done, conflicts []error, err error) {
	now = content
	for _, e := range edits {
		next, done, err := edit.Apply(ctx, file, now, syntax, []edit.Edit{e})
		if conflict := new(edit.ConflictError); errors.As(err, &conflict) {
			conflicts = append(conflicts, conflict)
			all = append(all, edit.Done{Edit: e})
			continue
		}
		if err != nil {
			return nil, nil, nil, err
		}
		now, all = next, append(all, done...)
	}
	return now, all, conflicts, nil
}

// planPlugin are the files of an agent's plugin.
func (m *Machine) planPlugin(a *Agent, scope, dir string, caller Caller, receipts *Receipts) ([]*Change, error) {
	files, err := plugin.Files(a.Name, caller.Plugin(a.Name))
	if err != nil {
		return nil, err
	}
	var all []*Change
	for _, name := range slices.Sorted(maps.Keys(files)) {
		c, err := m.open(filepath.Join(dir, a.Plugin, filepath.FromSlash(name)), a, scope, receipts)
		if err != nil {
			return nil, err
		}
		if c.There && !plugin.Ours(string(c.Was), files[name]) && (c.receipt == nil || c.receipt.After != digest(c.Was)) {
			return nil, inTheWay(c.File, document.Span{}, "it is a file of somebody else", "move it")
		}
		c.base, c.Now = nil, []byte(files[name])
		all = append(all, c)
	}
	return all, nil
}
