package setup

import (
	"context"
	"errors"
	"fmt"
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
	"github.com/skillctl/skillctl/internal/folder"
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
	// Open is the part of a configuration that the problem is, nil for another one: setup
	// does not change it.
	Open *document.Error
	// Program and Arguments are what the agent starts, Wait how long it waits; no program
	// where the hook is one that setup has not written.
	Program   string
	Arguments []string
	Wait      time.Duration
	// Observes: it records what it would have answered, and answers nothing.
	Observes bool
	// Since is when setup wrote it, the zero time where nobody knows.
	Since time.Time
}

// Observed reports whether the agent asks skillctl, and nothing that answers it does: no
// call is refused.
func (i *Inspected) Observed() bool {
	observes := func(h Hook) bool { return h.Observes }
	holds := func(h Hook) bool { return h.Whole && !h.Observes }
	return slices.ContainsFunc(i.Hooks, observes) && !slices.ContainsFunc(i.Hooks, holds)
}

// Managed reports whether all that setup writes is in the managed configuration, and
// answers.
func (i *Inspected) Managed() bool {
	return slices.ContainsFunc(i.Hooks, func(h Hook) bool { return h.Scope == Managed && h.Whole && !h.Observes })
}

// Said is something in a configuration.
type Said struct {
	Kind    Kind
	File    string
	Span    document.Span
	Message string
	// Always: it holds for a hook of the managed configuration, too.
	Always bool
}

// Inspect says how each agent that is installed asks skillctl. The order is that of the
// names; where none is installed it is empty, and not nil.
func (m *Machine) Inspect(ctx context.Context, receipts *Receipts) ([]Inspected, error) {
	all := []Inspected{}
	agents := Agents()
	for _, name := range slices.Sorted(maps.Keys(agents)) {
		a := agents[name]
		if m.Installed(a) == "" {
			continue
		}
		one := Inspected{Agent: a}
		for _, scope := range Scopes() {
			hook, unread := m.inspect(ctx, a, scope, receipts)
			if hook != nil {
				one.Hooks = append(one.Hooks, *hook)
			}
			one.Said = append(one.Said, unread...)
		}
		for _, w := range a.Watch {
			for _, said := range m.watch(ctx, a, w) {
				if said.Kind != Unread || !one.tells(said.File) {
					one.Said = append(one.Said, said)
				}
			}
		}
		if err := ctx.Err(); err != nil {
			return nil, fmt.Errorf("look at agents: %w", err)
		}
		all = append(all, one)
	}
	return all, nil
}

// tells reports whether it is said already that a file cannot be read.
func (i *Inspected) tells(file string) bool {
	return slices.ContainsFunc(i.Said, func(s Said) bool { return s.Kind == Unread && s.File == file })
}

// Called is how an agent calls skillctl in a scope now, as far as setup has written it.
func (m *Machine) Called(ctx context.Context, a *Agent, scope string) (Caller, bool) {
	l := &look{machine: m, agent: a, scope: scope}
	hook, caller := l.find(ctx)
	return caller, hook != nil && hook.Problem == ""
}

// inspect finds the hook of a scope, nil for none, and the files that cannot be read in
// which it may be.
func (m *Machine) inspect(ctx context.Context, a *Agent, scope string, receipts *Receipts) (*Hook, []Said) {
	l := &look{machine: m, agent: a, scope: scope}
	hook, caller := l.find(ctx)
	if hook == nil {
		return m.lost(a, scope, receipts, l.unread), l.unread
	}
	hook.Since, hook.Observes = receipts.since(m, hook.File, scope), caller.Observe
	if hook.Problem != "" {
		return hook, l.unread
	}
	p, err := m.Plan(ctx, a, scope, caller, receipts)
	blocked, inItsWay := errors.AsType[*BlockedError](err)
	switch {
	case inItsWay && blocked.At.File == hook.File:
		hook.Problem, hook.Open = blocked.At.Message, blocked.At
	case err != nil:
		hook.Problem = err.Error()
	case p.Program == nil && folder.Missing(statOf(caller.Program)):
		hook.Problem = fmt.Sprintf("%s is not there: every call is refused", caller.Program)
	case p.Replaced() != "":
		hook.Problem = p.Replaced()
	case p.Written():
		for _, c := range p.Changes {
			if c.Changed() {
				hook.Problem = fmt.Sprintf("%s is not as setup writes it", c.File)
			}
		}
	case len(p.Open) > 0:
		hook.Problem = p.Open[0].Error()
		if open, ok := errors.AsType[*document.Error](p.Open[0]); ok {
			hook.Open = open
		}
	default:
		hook.Whole = true
	}
	return hook, l.unread
}

func statOf(path string) error {
	_, err := os.Stat(path)
	return err
}

// watch is what a file says that takes away from what the hook is worth.
func (m *Machine) watch(ctx context.Context, a *Agent, w Watch) []Said {
	var all []Said
	for _, scope := range w.Scopes {
		dir, err := m.folder(a, scope)
		if err != nil {
			continue
		}
		for _, file := range named(dir, w.Name) {
			all = append(all, m.watchFile(ctx, a, w, file)...)
		}
	}
	return all
}

// maxNamed bounds the files that one pattern of names stands for.
const maxNamed = 100

// named are the files of a name below a folder.
func named(dir, name string) []string {
	file := filepath.Join(dir, filepath.FromSlash(name))
	if !strings.Contains(name, "*") {
		return []string{file}
	}
	list, _ := os.ReadDir(filepath.Dir(file)) // there is none, or what could be read is looked at
	var files []string
	for _, entry := range list {
		if ok, err := filepath.Match(filepath.Base(file), entry.Name()); ok && err == nil && len(files) < maxNamed {
			files = append(files, filepath.Join(filepath.Dir(file), entry.Name()))
		}
	}
	return files
}

// watchFile is what one file says.
func (m *Machine) watchFile(ctx context.Context, a *Agent, w Watch, file string) []Said {
	text, err := readFile(file)
	if folder.Missing(err) {
		return nil
	}
	if err == nil && w.Syntax == "" {
		if own, err := plugin.Files(a.Name, plugin.Call{}); err != nil || own[filepath.Base(file)] != "" {
			return nil // whether that is as setup writes it is told of the hook
		}
		return []Said{{Kind: Other, File: file, Message: "a plugin of somebody else is loaded as well"}}
	}
	var doc *document.Document
	if err == nil {
		doc, err = edit.Read(ctx, file, text, w.Syntax)
	}
	if err != nil {
		return []Said{unreadable(file, err)}
	}
	var all []Said
	for _, v := range w.Values {
		for _, n := range values(doc.Root, v.Path) {
			if v.Filled && !filled(n) || !v.Filled && !reflect.DeepEqual(n.Interface(), v.Is) {
				continue
			}
			value := n.Raw
			if v.Filled {
				value = "filled"
			}
			all = append(all, Said{Kind: v.Kind, File: file, Span: n.Span, Message: fmt.Sprintf("%s is %s", strings.Join(v.Path, "."), value), Always: v.Always})
		}
	}
	if len(w.Hooks) == 0 {
		return all
	}
	for _, list := range values(doc.Root, w.Hooks) {
		for _, item := range list.Items {
			if !m.ours(ctx, a, item) {
				all = append(all, Said{Kind: Other, File: file, Span: item.Span, Message: "another hook is asked here as well"})
			}
		}
	}
	return all
}

// filled reports whether a value says anything.
func filled(n *document.Node) bool {
	switch n.Kind {
	case document.Array, document.Object:
		return len(n.Items) > 0 || len(n.Members) > 0
	case document.Null:
		return false
	}
	return n.Value != "" && n.Value != false
}

// values are those that a path leads to: several for "*", and for a key that stands twice,
// of which nobody can say which one counts.
func values(n *document.Node, path []string) []*document.Node {
	if n == nil {
		return nil
	}
	if len(path) == 0 {
		return []*document.Node{n}
	}
	var found []*document.Node
	for _, m := range n.Members {
		if m.Key == path[0] || path[0] == "*" {
			found = append(found, values(m.Value, path[1:])...)
		}
	}
	return found
}

// ours reports whether an item of a list of hooks is the hook of skillctl and nothing
// else: a hook beside it in the same item is one of somebody else.
func (m *Machine) ours(ctx context.Context, a *Agent, item *document.Node) bool {
	for _, line := range texts(item) {
		caller, ok := CallerOf(line, a.Name)
		if !ok {
			continue
		}
		for i := range a.Files {
			edits, err := a.Files[i].edits(ctx, m.values(a, "", caller))
			if err == nil && slices.ContainsFunc(edits, func(e edit.Edit) bool { return e.Item && reflect.DeepEqual(e.Value.Interface(), item.Interface()) }) {
				return true
			}
		}
	}
	return false
}

// readFile reads what somebody else may have put there: a pipe would not end, a device
// has no end.
func readFile(path string) ([]byte, error) {
	info, err := os.Stat(path)
	switch {
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular():
		return nil, refuse(path, "it is no regular file")
	case info.Size() > maxFile:
		return nil, refuse(path, fmt.Sprintf("it is larger than %d MiB", maxFile>>20))
	}
	return os.ReadFile(path)
}
