package agent

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"

	"github.com/skillctl/skillctl/engine/scan"
	"github.com/skillctl/skillctl/internal/document"
)

const (
	// MaxFile is the longest file of settings that is read, in bytes.
	MaxFile = 1 << 20
	// maxNodes bounds the values of one, maxEntries what is told of it.
	maxNodes   = 20_000
	maxEntries = 2_000
	maxDepth   = 64
)

// Read reads a file of settings. The text may be nil when it could not be had. Agents
// read more than strict JSON, and differ in which of two occurrences of a key counts:
// every occurrence is told.
func Read(name string, file File, text []byte) Part {
	part := Part{File: name, Base: file.Base, Client: file.Client, Kind: file.Kind, Entries: []Entry{}}
	if file.Kind == KindVariables {
		part.FillVariables(file.Keys, text)
		return part
	}
	format, ok := document.FormatOf(name)
	if !ok || file.Keys == "" {
		return part
	}
	decoded, isText := scan.Text(text)
	switch {
	case text == nil:
		part.Problem = "it could not be read"
		return part
	case len(text) > MaxFile:
		part.Problem = "it is longer than 1 MiB"
		return part
	case !isText:
		part.Problem = "it is no text"
		return part
	}
	doc, err := document.Parse(context.Background(), name, []byte(strings.TrimPrefix(string(decoded), "\ufeff")), format, document.WithMaxNodes(maxNodes), document.WithMaxDepth(maxDepth))
	if err != nil {
		part.Problem = err.Error()
		if problem := (*document.Error)(nil); errors.As(err, &problem) {
			part.Problem, part.Span = problem.Message, problem.Span
		}
		return part
	}
	part.Fill(file.Keys, doc.Root)
	return part
}

// Fill adds what a value says whose keys are those of a set.
func (p *Part) Fill(keys string, root *document.Node) {
	if root == nil || root.Kind == document.Null {
		return
	}
	w := &walk{part: p}
	if root.Kind != document.Object {
		w.unknown(spot{keys: keys}, root.Span)
		return
	}
	w.object(keys, nil, spot{keys: keys}, root, 0)
	if w.cut {
		p.Problem = "it says more than is read of one file"
	}
}

type walk struct {
	part *Part
	cut  bool
}

// spot is where a value stands: in the table, and in the file.
type spot struct {
	keys, pattern string
	shown         []string
}

func (p spot) child(step string) spot {
	p.shown = append(slices.Clone(p.shown), step)
	return p
}

func (p spot) key() string { return strings.Join(p.shown, ".") }

// name is the last step that is no place in a list.
func (p spot) name() string {
	for i := len(p.shown) - 1; i >= 0; i-- {
		if _, err := strconv.Atoi(p.shown[i]); err != nil {
			return p.shown[i]
		}
	}
	return ""
}

func (w *walk) add(e Entry, at spot) {
	if len(w.part.Entries) >= maxEntries {
		w.cut = true
		return
	}
	e.Keys, e.Pattern, e.Key = at.keys, at.pattern, at.key()
	if e.Name == "" {
		e.Name = at.name()
	}
	if e.Argv == nil {
		e.Argv = []string{}
	}
	w.part.Entries = append(w.part.Entries, e)
}

func (w *walk) unknown(at spot, span document.Span) { w.add(Entry{Role: RoleUnknown, Span: span}, at) }

// object looks up the members of an object, or the items of a list, whose place in the
// table is given by steps.
func (w *walk) object(keys string, steps []string, at spot, n *document.Node, depth int) {
	if depth > maxDepth {
		w.cut = true
		return
	}
	one := func(step string, span document.Span, value *document.Node) {
		in := append(slices.Clone(steps), step)
		below := at.child(step)
		rule, more := keySets()[keys].rule(in)
		switch {
		case rule != nil && rule.Role == rolePlain && more && container(value):
			w.object(keys, in, below, value, depth+1)
		case rule != nil:
			below.keys, below.pattern = keys, rule.pattern
			w.apply(rule, below, span, value, depth+1)
		case more && container(value):
			w.object(keys, in, below, value, depth+1)
		default:
			below.keys = keys
			w.unknown(below, span)
		}
	}
	for _, m := range n.Members {
		one(m.Key, m.KeySpan, m.Value)
	}
	for i, item := range n.Items {
		one(strconv.Itoa(i), item.Span, item)
	}
}

func container(n *document.Node) bool { return n.Kind == document.Object || n.Kind == document.Array }

// apply tells a value whose role is known.
func (w *walk) apply(rule *keyRule, at spot, key document.Span, n *document.Node, depth int) {
	switch rule.Role {
	case rolePlain:
	case roleKeys:
		if n.Kind != document.Object {
			w.unknown(at, key)
			return
		}
		w.object(rule.Of, nil, at, n, depth)
	case roleRun, roleServer:
		w.started(rule.Role, at, key, n, depth)
	case roleServers:
		w.servers(at, key, n, depth)
	case roleHooks:
		w.hooks(at, key, n, depth)
	case roleVariables:
		w.variables(at, key, n)
	default:
		w.values(rule.Role, at, n, depth)
	}
}

// values tells each value below a key.
func (w *walk) values(role string, at spot, n *document.Node, depth int) {
	if depth > maxDepth {
		w.cut = true
		return
	}
	for _, m := range n.Members {
		w.values(role, at.child(m.Key), m.Value, depth+1)
	}
	for i, item := range n.Items {
		w.values(role, at.child(strconv.Itoa(i)), item, depth+1)
	}
	if container(n) {
		return
	}
	if text, ok := n.Value.(string); ok && role == roleGrant {
		for _, one := range grants(text) {
			w.add(Entry{Role: role, Value: one, Span: n.Span}, at)
		}
		return
	}
	w.add(Entry{Role: role, Value: n.Value, Span: n.Span}, at)
	if text, ok := n.Value.(string); ok && role == rolePrompt {
		for _, command := range Commands(text) {
			w.add(Entry{Role: roleRun, Text: command.Text, Span: n.Span}, at)
		}
	}
}

// grants are the permissions in a text: commas and blanks outside of parentheses stand
// between them.
func grants(text string) []string {
	var list []string
	depth, from := 0, 0
	cut := func(end int) {
		if one := strings.TrimSpace(text[from:end]); one != "" {
			list = append(list, one)
		}
		from = end + 1
	}
	for i, c := range []byte(text) {
		switch {
		case c == '(':
			depth++
		case c == ')':
			depth = max(0, depth-1)
		case depth == 0 && (c == ',' || c == ' ' || c == '\n' || c == '\t'):
			cut(i)
		}
	}
	cut(len(text))
	return list
}

// variables tells those that are set, or passed on, by name.
func (w *walk) variables(at spot, key document.Span, n *document.Node) {
	if !container(n) {
		w.unknown(at, key)
		return
	}
	for _, m := range n.Members {
		if container(m.Value) {
			w.unknown(at.child(m.Key), m.KeySpan)
			continue
		}
		w.add(Entry{Role: RoleVariable, Name: m.Key, Value: m.Value.Value, Span: m.KeySpan}, at.child(m.Key))
	}
	for i, item := range n.Items {
		w.add(Entry{Role: RoleVariable, Name: textOf(item), Span: item.Span}, at.child(strconv.Itoa(i)))
	}
}

func textOf(n *document.Node) string {
	text, _ := n.Value.(string)
	return text
}
