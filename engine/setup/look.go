package setup

import (
	"context"
	"errors"
	"maps"
	"path/filepath"
	"slices"

	"github.com/skillctl/skillctl/engine/setup/edit"
	"github.com/skillctl/skillctl/engine/setup/plugin"
	"github.com/skillctl/skillctl/internal/document"
	"github.com/skillctl/skillctl/internal/folder"
)

// lost is the hook of a scope in which none is found, though setup remembers that it
// wrote one; nil where it remembers nothing.
func (m *Machine) lost(a *Agent, scope string, receipts *Receipts, unread []Said) *Hook {
	dir, paths, _, err := m.files(a, scope)
	if err != nil {
		return nil
	}
	if a.Plugin != "" {
		paths = append(paths, filepath.Join(dir, a.Plugin))
	}
	for _, path := range paths {
		known, err := receipts.about(m, path, scope)
		switch {
		case err != nil:
			return &Hook{Scope: scope, File: path, Problem: err.Error()}
		case !known:
			continue
		}
		for _, said := range unread {
			if said.File == path || filepath.Dir(said.File) == path {
				return &Hook{Scope: scope, File: path, Span: said.Span, Problem: "setup wrote the hook here, and it cannot be read: " + said.Message}
			}
		}
		return &Hook{Scope: scope, File: path, Problem: "setup wrote the hook here, and it is gone"}
	}
	return nil
}

// look is one for a hook.
type look struct {
	machine *Machine
	agent   *Agent
	scope   string
	// unread are the files that cannot be read.
	unread []Said
}

// read reads a file; false says that it is not there, or cannot be read.
func (l *look) read(file string) ([]byte, bool) {
	text, err := readFile(file)
	if err != nil && !folder.Missing(err) {
		l.unread = append(l.unread, unreadable(file, err))
	}
	return text, err == nil
}

// unreadable says of a file that it cannot be read.
func unreadable(file string, err error) Said {
	said := Said{Kind: Unread, File: file, Message: folder.Cause(err).Error()}
	if at := new(document.Error); errors.As(err, &at) {
		said.Span, said.Message = at.Span, at.Message
	}
	return said
}

// find is the first hook of a scope, and how it calls skillctl.
func (l *look) find(ctx context.Context) (*Hook, Caller) {
	dir, paths, files, err := l.machine.files(l.agent, l.scope)
	if err != nil {
		return nil, Caller{}
	}
	var hook *Hook
	var caller Caller
	for i, f := range files {
		text, ok := l.read(paths[i])
		if !ok {
			continue
		}
		doc, err := edit.Read(ctx, paths[i], text, f.Syntax)
		if err != nil {
			l.unread = append(l.unread, unreadable(paths[i], err))
			continue
		}
		if hook == nil {
			if hook, caller = l.hookIn(doc.Root, f.Edits); hook != nil {
				hook.File = paths[i]
				if hook.Problem != "" {
					hook.Open = &document.Error{File: hook.File, Span: hook.Span, Message: hook.Problem, Hint: otherHint}
				}
			}
		}
	}
	if hook != nil {
		return hook, caller
	}
	return l.plugin(dir)
}

// hookIn is the first hook of a configuration.
func (l *look) hookIn(root *document.Node, edits []Wanted) (*Hook, Caller) {
	for _, w := range edits {
		list := root.At(steps(w.Path)...)
		if len(w.Item) == 0 || list == nil {
			continue
		}
		for _, item := range list.Items {
			hook := &Hook{Scope: l.scope, Span: item.Span}
			for _, line := range texts(item) {
				if c, ok := CallerOf(line, l.agent.Name); ok {
					hook.Program, hook.Arguments, hook.Wait = "/bin/sh", []string{"-c", line}, c.wait()
					return hook, c
				}
				if mentions(line, l.agent.Name) {
					hook.Problem = "it calls skillctl in other words than setup writes, which may not close what a failing hook opens"
					return hook, Caller{}
				}
			}
		}
	}
	return nil, Caller{}
}

// plugin is the hook that an agent's plugin is.
func (l *look) plugin(dir string) (*Hook, Caller) {
	written, err := plugin.Files(l.agent.Name, Caller{Answer: AnswerTime}.Plugin(l.agent.Name))
	if err != nil {
		return nil, Caller{}
	}
	for _, name := range slices.Sorted(maps.Keys(written)) {
		file := filepath.Join(dir, l.agent.Plugin, filepath.FromSlash(name))
		text, ok := l.read(file)
		if !ok {
			continue
		}
		if call, ok := plugin.CallOf(string(text)); ok {
			c := callerOf(call)
			return &Hook{Scope: l.scope, File: file, Program: call.Program, Arguments: call.Arguments, Wait: c.Answer + graceTime}, c
		}
	}
	return nil, Caller{}
}
