package agent

import (
	"context"
	"errors"
	"path"
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
		rule, more := tables().Keys[keys].rule(in)
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

// servers tells servers by name, in an object or a list, or the files that they are in.
func (w *walk) servers(at spot, key document.Span, n *document.Node, depth int) {
	switch n.Kind {
	case document.String:
		w.add(Entry{Role: RoleFile, Value: textOf(n), Span: n.Span}, at)
	case document.Object:
		for _, m := range n.Members {
			w.started(roleServer, at.child(m.Key), m.KeySpan, m.Value, depth+1)
		}
	case document.Array:
		for i, item := range n.Items {
			if below := at.child(strconv.Itoa(i)); depth < maxDepth {
				w.servers(below, item.Span, item, depth+1)
			}
		}
	default:
		w.unknown(at, key)
	}
}

// hooks tells what is to run at events, however it is nested: agents have lists in lists,
// and objects with a list "hooks".
func (w *walk) hooks(at spot, key document.Span, n *document.Node, depth int) {
	if depth > maxDepth {
		w.cut = true
		return
	}
	switch {
	case n.Kind == document.String:
		w.add(Entry{Role: RoleFile, Value: textOf(n), Span: n.Span}, at)
	case n.Kind == document.Array:
		for i, item := range n.Items {
			w.hooks(at.child(strconv.Itoa(i)), item.Span, item, depth+1)
		}
	case n.Kind != document.Object:
		w.unknown(at, key)
	case starts(n):
		w.started(roleRun, at, key, n, depth)
	default:
		for _, m := range n.Members {
			below := at.child(m.Key)
			if rule, _ := tables().Keys[roleRun].rule([]string{m.Key}); rule != nil && rule.Role == rolePlain && !container(m.Value) {
				continue // which calls a group of hooks is about
			}
			if w.switches(at, m) {
				continue
			}
			w.hooks(below, m.KeySpan, m.Value, depth+1)
		}
	}
}

// switches tells a key that a set has beside events: "hooks.disabled".
func (w *walk) switches(at spot, m document.Member) bool {
	set := tables().Keys[at.keys]
	if at.keys == "" || set == nil {
		return false
	}
	rule, _ := set.rule(append(strings.Split(at.pattern, "."), m.Key))
	if rule == nil || rule.Role == roleHooks || at.key() != at.pattern {
		return false
	}
	below := at.child(m.Key)
	below.pattern = rule.pattern
	w.values(rule.Role, below, m.Value, 0)
	return true
}

// starts reports whether an object says what runs, and is no group of those that do.
func starts(n *document.Node) bool {
	found := false
	for _, m := range n.Members {
		if m.Key == "hooks" && container(m.Value) {
			return false
		}
		rule, _ := tables().Keys[roleRun].rule([]string{m.Key})
		found = found || rule != nil && (rule.Role != rolePlain && !(container(m.Value) && rule.Role == roleText && holdsObjects(m.Value)) || m.Key == "type" || m.Key == "prompt") && rule.Role != roleVariables
	}
	return found
}

func holdsObjects(n *document.Node) bool {
	return n.Kind == document.Object || slices.ContainsFunc(n.Items, func(item *document.Node) bool { return item.Kind == document.Object })
}

// started tells what an agent starts or calls: a text for a shell, a list of words, or an
// object with both in it.
func (w *walk) started(role string, at spot, key document.Span, n *document.Node, depth int) {
	e := Entry{Role: role, Span: key}
	switch n.Kind {
	case document.String:
		e.Text, e.Span = textOf(n), n.Span
	case document.Array:
		argv, ok := words(n)
		if e.Argv, e.Span = argv, n.Span; !ok {
			w.unknown(at, key)
			return
		}
		e.Text = quoted(argv)
	case document.Object:
		w.parts(role, at, n, &e, depth)
		if e.Text == "" && e.URL == "" {
			return // it starts nothing, or what it has is told as unknown
		}
	case document.Bool, document.Null:
		return // switched off
	default:
		w.unknown(at, key)
		return
	}
	w.add(e, at)
}

// parts gathers what an object says of what is started.
func (w *walk) parts(role string, at spot, n *document.Node, e *Entry, depth int) {
	var program, texts []string
	var first, last document.Span
	reach := func(span document.Span) {
		if first.IsZero() || span.Start.Offset < first.Start.Offset {
			first = span
		}
		if span.End.Offset > last.End.Offset {
			last = span
		}
	}
	if depth > maxDepth {
		w.cut = true
		return
	}
	for _, m := range n.Members {
		below := at.child(m.Key)
		below.keys = role
		rule, more := tables().Keys[role].rule([]string{m.Key})
		if rule == nil && !more {
			w.unknown(below, m.KeySpan)
			continue
		}
		if rule == nil {
			w.object(role, []string{m.Key}, below, m.Value, depth+1)
			continue
		}
		below.pattern = rule.pattern
		switch rule.Role {
		case roleText, roleProgram:
			argv, ok := words(m.Value)
			switch {
			case !ok:
				w.unknown(below, m.KeySpan)
			case m.Value.Kind == document.Array, rule.Role == roleProgram:
				program = append(argv, program...)
			default:
				texts = append(texts, argv...)
			}
			reach(m.Value.Span)
		case roleArguments:
			argv, ok := words(m.Value)
			if program = append(program, argv...); !ok {
				w.unknown(below, m.KeySpan)
			}
			reach(m.Value.Span)
		case roleAddress:
			if e.URL = textOf(m.Value); e.URL == "" && m.Value.Kind != document.Null {
				w.unknown(below, m.KeySpan)
			}
			reach(m.Value.Span)
		case roleFolder: // where it runs
		default:
			w.apply(rule, below, m.KeySpan, m.Value, depth+1)
		}
	}
	if !first.IsZero() {
		e.Span = document.Span{Start: first.Start, End: last.End}
	}
	switch {
	case len(texts) == 1 && len(program) > 0: // a program, with its arguments
		e.Argv = append(texts, program...)
		e.Text = quoted(e.Argv)
	case len(texts) > 0:
		e.Text = strings.Join(texts, "\n")
	default:
		e.Argv, e.Text = program, quoted(program)
	}
}

// words are a text, or a list of texts.
func words(n *document.Node) (list []string, ok bool) {
	switch n.Kind {
	case document.String:
		return []string{textOf(n)}, true
	case document.Array:
		for _, item := range n.Items {
			if item.Kind != document.String {
				return list, false
			}
			list = append(list, textOf(item))
		}
		return list, true
	}
	return nil, false
}

// quoted are words as a shell would be given them. What stands for a variable is left to
// be read as one: agents fill it in.
func quoted(argv []string) string {
	list := make([]string, len(argv))
	for i, word := range argv {
		list[i] = word
		if word == "" || strings.ContainsAny(word, " \t\r\n'\"\\|&;<>()*?[]#~!`{}") && !variable(word) {
			list[i] = "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
		}
	}
	return strings.Join(list, " ")
}

// variable reports whether a word is a path that begins with a variable.
func variable(word string) bool {
	rest, ok := strings.CutPrefix(word, "${")
	return ok && !strings.ContainsAny(strings.Replace(rest, "}", "", 1), " \t\r\n'\"\\|&;<>()*?[]#~!`{}$")
}

// Named are the paths of files, relative to the folder that agents work in, that the
// commands of a file name.
func (p *Part) Named() []string {
	var list []string
	for i := range p.Entries {
		list = append(list, p.Entries[i].Named()...)
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// Named are the paths of files that an entry names.
func (e *Entry) Named() []string {
	var list []string
	texts := append(slices.Clone(e.Argv), e.Text)
	if text, ok := e.Value.(string); ok && (e.Role == RoleFile || e.Role == roleSource || e.Role == roleReach) {
		texts = append(texts, text)
	}
	for _, text := range texts {
		list = append(list, pathsIn(text)...)
	}
	return list
}

// pathsIn are the words of a command that may be relative paths of files.
func pathsIn(text string) []string {
	var list []string
	text = strings.NewReplacer(`"`, "", "'", "").Replace(text)
	for _, word := range strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(" \t\r\n;|&<>()=,`", r) }) {
		if rest, ok := strings.CutPrefix(word, "$"); ok {
			_, after, found := strings.Cut(rest, "/")
			if !found {
				continue
			}
			word = after
		}
		if word = path.Clean(word); strings.ContainsAny(word, "./") && !path.IsAbs(word) && word != "." && !strings.HasPrefix(word, "..") && !strings.Contains(word, "$") && len(word) < 512 {
			list = append(list, word)
		}
	}
	return list
}

// Imports are the files that instructions take in: words that begin with "@".
func Imports(text []byte) []string {
	var list []string
	for _, word := range strings.Fields(string(text)) {
		rest, ok := strings.CutPrefix(strings.TrimLeft(word, "(*_-"), "@")
		if rest = path.Clean(strings.TrimPrefix(strings.TrimRight(rest, ".,;:)*_`"), "./")); ok && strings.ContainsAny(rest, "./") && !path.IsAbs(rest) && !strings.HasPrefix(rest, "..") && rest != "." && len(list) < 200 && len(rest) < 512 {
			list = append(list, rest)
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}
