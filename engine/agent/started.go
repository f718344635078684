package agent

import (
	"slices"
	"strconv"
	"strings"

	"github.com/skillctl/skillctl/internal/document"
)

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
			rule, _ := tables().Keys[roleRun].rule([]string{m.Key})
			switch {
			case rule == nil:
			case rule.Role == rolePlain && !container(m.Value):
				continue // which calls a group of hooks is about
			case slices.Contains([]string{roleText, roleProgram, roleArguments, roleAddress}, rule.Role) && !holdsObjects(m.Value):
				w.started(roleRun, below, m.KeySpan, m.Value, depth+1) // a command is no event
				continue
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
	if depth > maxDepth {
		w.cut = true
		return
	}
	var s said
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
		case roleText, roleProgram, roleArguments, roleAddress:
			if !s.take(rule.Role, m.Value) {
				w.unknown(below, m.KeySpan)
			}
		case roleFolder: // where it runs
		default:
			w.apply(rule, below, m.KeySpan, m.Value, depth+1)
		}
	}
	s.fill(e)
}

// said is what the members of an object say of what is started.
type said struct {
	program, texts []string
	url            string
	first, last    document.Span
}

// take takes the value of a member; false says that it is not understood.
func (s *said) take(role string, n *document.Node) bool {
	if s.first.IsZero() || n.Span.Start.Offset < s.first.Start.Offset {
		s.first = n.Span
	}
	if n.Span.End.Offset > s.last.End.Offset {
		s.last = n.Span
	}
	if role == roleAddress {
		s.url = textOf(n)
		return s.url != "" || n.Kind == document.Null
	}
	argv, ok := words(n)
	switch {
	case role == roleArguments:
		s.program = append(s.program, argv...)
	case !ok: // not a command that somebody could read
	case n.Kind == document.Array, role == roleProgram:
		s.program = append(argv, s.program...)
	default:
		s.texts = append(s.texts, argv...)
	}
	return ok
}

// fill puts together what was said.
func (s *said) fill(e *Entry) {
	if s.url != "" {
		e.URL = s.url
	}
	if !s.first.IsZero() {
		e.Span = document.Span{Start: s.first.Start, End: s.last.End}
	}
	switch {
	case len(s.texts) == 1 && len(s.program) > 0: // a program, with its arguments
		e.Argv = append(s.texts, s.program...)
		e.Text = quoted(e.Argv)
	case len(s.texts) > 0:
		e.Text = strings.Join(s.texts, "\n")
	default:
		e.Argv, e.Text = s.program, quoted(s.program)
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
