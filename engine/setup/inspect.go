package setup

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/skillctl/skillctl/engine/setup/edit"
	"github.com/skillctl/skillctl/engine/setup/plugin"
	"github.com/skillctl/skillctl/internal/document"
)

// Kind is what something in a configuration does to the hook of skillctl.
type Kind string

// The kinds.
const (
	// Off switches hooks off. Unasked: a person is asked nothing, so that a question is a
	// refusal. Unfenced: the agent's own sandbox is off.
	Off      Kind = "off"
	Unasked  Kind = "unasked"
	Unfenced Kind = "unfenced"
	// Other is a hook of somebody else, Unread a file that cannot be read.
	Other  Kind = "other"
	Unread Kind = "unread"
)

// Inspected is how an agent asks skillctl.
type Inspected struct {
	Agent *Agent
	// Hooks are those that are there, by scope.
	Hooks []Hook
	// Said is what its configurations say besides.
	Said []Said
}

// Hook is a hook or plugin that calls skillctl.
type Hook struct {
	Scope string
	// File and Span are where it stands.
	File string
	Span document.Span
	// Whole: all is there that setup would write. Else Problem says what is not.
	Whole   bool
	Problem string
	// Program and Arguments are what the agent starts, Wait how long it waits; no program
	// where the hook is one that setup has not written.
	Program   string
	Arguments []string
	Wait      time.Duration
}

// Said is something in a configuration.
type Said struct {
	Kind    Kind
	File    string
	Span    document.Span
	Message string
}

// Inspect says how each agent that is installed asks skillctl. The order is that of the
// names.
func (m *Machine) Inspect(ctx context.Context, receipts *Receipts) ([]Inspected, error) {
	var all []Inspected
	agents := Agents()
	for _, name := range slices.Sorted(maps.Keys(agents)) {
		a := agents[name]
		if m.Installed(a) == "" {
			continue
		}
		one := Inspected{Agent: a}
		for _, scope := range Scopes() {
			if hook := m.inspect(ctx, a, scope, receipts); hook != nil {
				one.Hooks = append(one.Hooks, *hook)
			}
		}
		managed := slices.ContainsFunc(one.Hooks, func(h Hook) bool { return h.Scope == Managed && h.Whole })
		for _, w := range a.Watch {
			one.Said = append(one.Said, m.watch(ctx, a, w, managed)...)
		}
		if err := ctx.Err(); err != nil {
			return nil, fmt.Errorf("look at agents: %w", err)
		}
		all = append(all, one)
	}
	return all, nil
}

// inspect finds the hook of a scope; nil for none.
func (m *Machine) inspect(ctx context.Context, a *Agent, scope string, receipts *Receipts) *Hook {
	hook, caller := m.find(ctx, a, scope)
	if hook == nil || hook.Problem != "" {
		return hook
	}
	p, err := m.Plan(ctx, a, scope, caller, receipts)
	switch {
	case err != nil:
		hook.Problem = err.Error()
	case p.Changed():
		for _, c := range p.Changes {
			if c.Changed() {
				hook.Problem = fmt.Sprintf("%s is not as setup writes it", c.File)
			}
		}
	case len(p.Open) > 0:
		hook.Problem = p.Open[0].Error()
	default:
		if _, err := os.Stat(caller.Program); err != nil {
			hook.Problem = fmt.Sprintf("%s is not there: every call is refused", caller.Program)
		}
		hook.Whole = hook.Problem == ""
	}
	return hook
}

// find is the first hook of a scope, and how it calls skillctl.
func (m *Machine) find(ctx context.Context, a *Agent, scope string) (*Hook, Caller) {
	dir, paths, files, err := m.files(a, scope)
	if err != nil {
		return nil, Caller{}
	}
	for i, f := range files {
		text, err := os.ReadFile(paths[i])
		if err != nil {
			continue
		}
		doc, err := edit.Read(ctx, paths[i], text, f.Syntax)
		if err != nil {
			continue // watch tells it
		}
		for _, w := range f.Edits {
			list := doc.Root.At(steps(w.Path)...)
			if len(w.Item) == 0 || list == nil {
				continue
			}
			for _, item := range list.Items {
				hook := &Hook{Scope: scope, File: paths[i], Span: item.Span}
				for _, line := range texts(item) {
					if c, ok := CallerOf(line, a.Name); ok {
						hook.Program, hook.Arguments, hook.Wait = "/bin/sh", []string{"-c", line}, c.wait()
						return hook, c
					}
					if mentions(line, a.Name) {
						hook.Problem = "it calls skillctl in other words than setup writes, which may not close what a failing hook opens"
						return hook, Caller{}
					}
				}
			}
		}
	}
	written, err := plugin.Files(a.Name, Caller{Answer: AnswerTime}.Plugin(a.Name))
	if err != nil {
		return nil, Caller{}
	}
	for _, name := range slices.Sorted(maps.Keys(written)) {
		file := filepath.Join(dir, a.Plugin, filepath.FromSlash(name))
		text, err := os.ReadFile(file)
		if err != nil {
			continue
		}
		if call, ok := plugin.CallOf(string(text)); ok {
			c := Caller{Program: call.Program, Answer: AnswerTime}
			for i, argument := range call.Arguments {
				if d, err := time.ParseDuration(argument); i > 0 && call.Arguments[i-1] == "--timeout" && err == nil {
					c.Answer = d
				}
			}
			return &Hook{Scope: scope, File: file, Program: call.Program, Arguments: call.Arguments, Wait: c.Answer + graceTime}, c
		}
	}
	return nil, Caller{}
}

// watch is what a file says that takes away from what the hook is worth. managed: the hook
// is where no project can switch it off.
func (m *Machine) watch(ctx context.Context, a *Agent, w Watch, managed bool) []Said {
	var all []Said
	for _, scope := range w.Scopes {
		dir, err := m.folder(a, scope)
		if err != nil {
			continue
		}
		file := filepath.Join(dir, filepath.FromSlash(w.Name))
		text, err := os.ReadFile(file)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		var doc *document.Document
		if err == nil {
			doc, err = edit.Read(ctx, file, text, w.Syntax)
		}
		if err != nil {
			said := Said{Kind: Unread, File: file, Message: err.Error()}
			if at := new(document.Error); errors.As(err, &at) {
				said.Span, said.Message = at.Span, at.Message
			}
			all = append(all, said)
			continue
		}
		for _, v := range w.Values {
			n := doc.Root.At(steps(v.Path)...)
			if n == nil || v.Kind == Off && managed && !v.Always || v.Filled && len(n.Items) == 0 || !v.Filled && !reflect.DeepEqual(n.Interface(), v.Is) {
				continue
			}
			value := n.Raw
			if v.Filled {
				value = "filled"
			}
			all = append(all, Said{Kind: v.Kind, File: file, Span: n.Span, Message: fmt.Sprintf("%s is %s", strings.Join(v.Path, "."), value)})
		}
		if list := doc.Root.At(steps(w.Hooks)...); list != nil {
			for _, item := range list.Items {
				if !slices.ContainsFunc(texts(item), func(text string) bool { return mentions(text, a.Name) }) {
					all = append(all, Said{Kind: Other, File: file, Span: item.Span, Message: "another hook is asked here as well"})
				}
			}
		}
	}
	return all
}
