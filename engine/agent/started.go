package agent

import (
	"maps"
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
			rule, _ := keySets()[roleRun].rule([]string{m.Key})
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
	set := keySets()[at.keys]
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
		rule, _ := keySets()[roleRun].rule([]string{m.Key})
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
		w.parts(role, at, n, key, depth)
		return
	case document.Bool, document.Null:
		return // switched off
	default:
		w.unknown(at, key)
		return
	}
	w.add(e, at)
}

// maxReadings bounds how often a key may stand in an object of what is started.
const maxReadings = 8

// parts tells what an object says of what is started. Agents differ in which of two
// occurrences of a key counts, so that each is told, and that it stands twice.
func (w *walk) parts(role string, at spot, n *document.Node, key document.Span, depth int) {
	if depth > maxDepth {
		w.cut = true
		return
	}
	var readings []said
	times := map[string]int{}
	for _, m := range n.Members {
		below := at.child(m.Key)
		below.keys = role
		rule, more := keySets()[role].rule([]string{m.Key})
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
			nth := times[m.Key]
			if times[m.Key]++; nth > 0 {
				w.unknown(below, m.KeySpan) // nobody can say which one counts
			}
			if nth >= maxReadings {
				w.cut = true
				continue
			}
			for len(readings) <= nth {
				readings = append(readings, said{})
			}
			if !readings[nth].take(m.Key, rule.Role, m.Value) {
				w.unknown(below, m.KeySpan)
			}
		case roleFolder: // where it runs
		default:
			w.apply(rule, below, m.KeySpan, m.Value, depth+1)
		}
	}
	for i := range readings {
		s := readings[0]
		if i > 0 {
			s = s.with(readings[i])
		}
		for _, e := range s.entries() {
			e.Role = role
			if e.Span.IsZero() {
				e.Span = key
			}
			w.add(e, at)
		}
	}
}

// said is what the members of an object say of what is started: by their roles, and of the
// commands and addresses by their keys, in order.
type said struct {
	program, arguments []string
	keys               []string
	texts, urls        map[string]string
	list               bool // the program is a list of words
	first, last        document.Span
}

// take takes the value of a member; false says that it is not understood.
func (s *said) take(key, role string, n *document.Node) bool {
	if s.first.IsZero() || n.Span.Start.Offset < s.first.Start.Offset {
		s.first = n.Span
	}
	if n.Span.End.Offset > s.last.End.Offset {
		s.last = n.Span
	}
	if s.texts == nil {
		s.texts, s.urls = map[string]string{}, map[string]string{}
	}
	argv, ok := words(n)
	switch {
	case role == roleAddress:
		if text := textOf(n); text != "" {
			s.keys, s.urls[key] = append(s.keys, key), text
		}
		return textOf(n) != "" || n.Kind == document.Null
	case role == roleArguments:
		s.arguments = append(s.arguments, argv...)
	case !ok: // not a command that somebody could read
	case n.Kind == document.Array:
		s.program, s.list = append(s.program, argv...), true
	case role == roleProgram:
		s.program = append(s.program, argv...)
	default:
		s.keys, s.texts[key] = append(s.keys, key), textOf(n)
	}
	return ok
}

// with is what is said where another occurrence of some keys counts.
func (s said) with(other said) said {
	if len(other.program) > 0 {
		s.program, s.list = other.program, other.list
	}
	if other.arguments != nil {
		s.arguments = other.arguments
	}
	if len(other.keys) > 0 {
		s.texts, s.urls = maps.Clone(s.texts), maps.Clone(s.urls)
		maps.Copy(s.texts, other.texts)
		maps.Copy(s.urls, other.urls)
	}
	if other.last.End.Offset > s.last.End.Offset {
		s.last = other.last
	}
	return s
}

// entries are what is started and what is called: a command is one, and so is each
// address.
func (s *said) entries() []Entry {
	var span document.Span
	if !s.first.IsZero() {
		span = document.Span{Start: s.first.Start, End: s.last.End}
	}
	var list []Entry
	var texts []string
	for _, key := range slices.Compact(slices.Clone(s.keys)) {
		if url := s.urls[key]; url != "" {
			list = append(list, Entry{URL: url, Span: span})
		} else if text := s.texts[key]; text != "" {
			texts = append(texts, text)
		}
	}
	program := append(slices.Clone(s.program), s.arguments...)
	e := Entry{Span: span}
	switch {
	case len(texts) == 1 && len(program) > 0:
		e.Argv, e.Text = commandLine(texts[0], program)
	case len(texts) > 0:
		e.Text = strings.Join(texts, "\n")
	case len(s.program) == 1 && !s.list:
		e.Argv, e.Text = commandLine(s.program[0], s.arguments)
	default:
		e.Argv, e.Text = program, quoted(program)
	}
	if e.Text != "" {
		list = append([]Entry{e}, list...)
	}
	return list
}

// commandLine is a command with its arguments. Some agents hand it to a shell and others
// start it as a program: one with blanks in it is read as the shell would, because as a
// program there would be none of its name.
func commandLine(text string, arguments []string) (argv []string, line string) {
	if !strings.ContainsAny(strings.TrimSpace(text), " \t\r\n;&|<>") {
		argv = append([]string{text}, arguments...)
		return argv, quoted(argv)
	}
	if len(arguments) == 0 {
		return nil, text
	}
	return nil, text + " " + quoted(arguments)
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
