package dialect

import (
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/skillctl/skillctl/internal/document"
)

// maxConfig is the largest configuration of another system, in bytes.
const maxConfig = 1 << 20

// Reader reads the configuration of another system, which the user named, as
// settings.
type Reader struct {
	// Agent is the one that the configuration is read for: for OpenClaw one of
	// agents.entries, for ZeroClaw a risk profile.
	Agent string
	// System is "openclaw", "zeroclaw" or "codeexec"; "" where the name and the
	// outermost keys of the file are to tell.
	System string
	// Getenv has the variables that a configuration may name, "" for none; nil
	// leaves the names as they are.
	Getenv func(name string) string
}

// Translate turns the configuration of another system into settings: it is a
// [settings.Translator]. A configuration that its system would not take is a
// [*FaultyError]. Every value keeps the place where that system has it; keys about
// commands that have no effect are said.
func (d Reader) Translate(ctx context.Context, root *os.Root, name string, doc *document.Document) (*document.Document, []string, error) {
	system := d.System
	if system == "" {
		system = systemOf(doc)
	}
	if system == "" {
		return doc, nil, nil
	}
	to := translation{from: doc}
	if system == openclaw {
		whole, err := document.Load(ctx, root, name, d.options(doc)...)
		if err != nil {
			return nil, nil, err
		}
		to.from = whole
	}
	if err := check(system, to.from); err != nil {
		return nil, nil, err
	}
	var err error
	switch system {
	case openclaw:
		err = to.openclaw(ctx, root, d.Agent)
	case zeroclaw:
		err = to.zeroclaw(d.Agent)
	case codeexec:
		to.codeexec()
	}
	if err != nil {
		return nil, nil, err
	}
	if system != codeexec { // profile codeexec judges code, and not each command
		to.yields(system, to.from.Root, "exec", "profile")
	}
	out := &document.Document{File: doc.File, Format: doc.Format, Root: to.node()}
	return out, to.idle(), nil
}

func (d Reader) options(doc *document.Document) []document.Option {
	opts := []document.Option{document.WithDir(filepath.ToSlash(filepath.Dir(doc.File))), document.WithMaxSize(maxConfig)}
	if d.Getenv != nil {
		opts = append(opts, document.WithEnv(func(name string) (string, bool) {
			value := d.Getenv(name)
			return value, value != ""
		}))
	}
	return opts
}

// translation builds settings out of the nodes of another document.
type translation struct {
	from *document.Document
	root *document.Node
	// scopes are the parts of from that are about commands.
	scopes []scope
	// notes say of parts of from that nobody here knows what they may hold, or that
	// not all of them has an effect.
	notes []string
}

func (t *translation) node() *document.Node {
	if t.root == nil {
		t.root = &document.Node{Kind: document.Object, File: t.from.File}
	}
	return t.root
}

// at is the node at a path, nil when there is none or it is null.
func (t *translation) at(path ...any) *document.Node {
	if t.from.Root == nil {
		return nil
	}
	n := t.from.Root.At(path...)
	if n == nil || n.Kind == document.Null {
		return nil
	}
	return n
}

func textOf(n *document.Node) string {
	if n == nil {
		return ""
	}
	text, _ := n.Interface().(string)
	return strings.TrimSpace(text)
}

// set sets a setting; a nil node says nothing.
func (t *translation) set(n *document.Node, path ...string) {
	if n == nil {
		return
	}
	at := t.node()
	for _, key := range path[:len(path)-1] {
		next := at.At(key)
		if next == nil {
			next = &document.Node{Kind: document.Object, File: n.File, Span: n.Span}
			at.Members = append(at.Members, document.Member{Key: key, File: n.File, KeySpan: n.Span, Value: next})
		}
		at = next
	}
	at.Members = append(at.Members, document.Member{Key: path[len(path)-1], File: n.File, KeySpan: n.Span, Value: n})
}

// replace is set, in the place of what was set before.
func (t *translation) replace(n *document.Node, path ...string) {
	at := t.root
	for _, key := range path[:len(path)-1] {
		at = at.At(key)
	}
	if at != nil {
		at.Members = slices.DeleteFunc(at.Members, func(m document.Member) bool { return m.Key == path[len(path)-1] })
	}
	t.set(n, path...)
}

// setValue sets a setting to a value that stands for what a node says.
func (t *translation) setValue(value any, place *document.Node, path ...string) {
	t.set(valueAt(value, place, t.from), path...)
}

// yields sets a setting that gives way to what skillctl's own settings say of it.
func (t *translation) yields(value any, place *document.Node, path ...string) {
	n := valueAt(value, place, t.from)
	n.Default = true
	t.set(n, path...)
}

// valueAt is a value that stands where a node does; at the beginning of the
// document if that is nil.
func valueAt(value any, place *document.Node, doc *document.Document) *document.Node {
	n := &document.Node{File: doc.File}
	if place != nil {
		n.File, n.Span = place.File, place.Span
	}
	switch value := value.(type) {
	case string:
		n.Kind, n.Value = document.String, value
	case bool:
		n.Kind, n.Value = document.Bool, value
	case int64, float64:
		n.Kind, n.Value = document.Number, value
	case []any:
		n.Kind = document.Array
		for _, v := range value {
			n.Items = append(n.Items, valueAt(v, place, doc))
		}
	case map[string]any:
		n.Kind = document.Object
		for _, key := range slices.Sorted(maps.Keys(value)) {
			n.Members = append(n.Members, document.Member{Key: key, File: n.File, KeySpan: n.Span, Value: valueAt(value[key], place, doc)})
		}
	}
	return n
}

// listOf keeps those texts of a list that keep says something of; it is nil
// when there is no list.
func listOf(n *document.Node, keep func(string) bool) *document.Node {
	if n == nil || n.Kind != document.Array {
		return nil
	}
	out := &document.Node{Kind: document.Array, File: n.File, Span: n.Span}
	for _, item := range n.Items {
		if text, ok := item.Interface().(string); ok && keep(strings.TrimSpace(text)) {
			out.Items = append(out.Items, item)
		}
	}
	return out
}

func named(s string) bool { return s != "" }

func absolute(s string) bool { return strings.HasPrefix(s, "/") }

// pick is an object with those members that are named.
func pick(n *document.Node, keys ...string) *document.Node {
	if n == nil || n.Kind != document.Object {
		return nil
	}
	out := &document.Node{Kind: document.Object, File: n.File, Span: n.Span}
	for _, m := range n.Members {
		if slices.Contains(keys, m.Key) && m.Value.Kind != document.Null {
			out.Members = append(out.Members, m)
		}
	}
	if len(out.Members) == 0 {
		return nil
	}
	return out
}

// unknownAgent says that a configuration has no such agent, and which it has.
func unknownAgent(what, name string, there []string) error {
	if len(there) == 0 {
		return fmt.Errorf("the configuration has no %s %q; it has none", what, name)
	}
	slices.Sort(there)
	return fmt.Errorf("the configuration has no %s %q; it has %s", what, name, strings.Join(there, ", "))
}

func keysOf(n *document.Node) []string {
	var out []string
	if n != nil {
		for _, m := range n.Members {
			out = append(out, m.Key)
		}
	}
	return out
}
