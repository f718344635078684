package document

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// Substitution is a "${NAME}", or an escaped "$${NAME}", in a string.
type Substitution struct {
	Name string
	// Escaped says that it stands for the text "${NAME}", not for a variable.
	Escaped bool
	// Path leads to the string: keys and indexes.
	Path []any
	File string
	// Span is that of the substitution itself or, where the string spells it
	// with escapes, of the whole string.
	Span Span
}

// Substitutions returns what OpenClaw 2026.9.6 would substitute in the strings
// of a tree (src/config/env-substitution.ts), in order: names of upper-case
// letters, digits and "_". Keys are left alone, and so are values whose key
// stands again.
func Substitutions(n *Node) []Substitution {
	var found []Substitution
	collectSubstitutions(n, nil, &found)
	return found
}

func collectSubstitutions(n *Node, path []any, found *[]Substitution) {
	switch n.Kind {
	case String:
		raw := 0
		for _, t := range tokens(n.Value.(string)) {
			s := Substitution{Name: t.name, Escaped: t.escaped, Path: slices.Clone(path), File: n.File, Span: n.Span}
			text := t.text()
			if i := strings.Index(n.Raw[min(raw, len(n.Raw)):], text); i >= 0 && n.Alias == "" {
				begin := raw + i
				raw = begin + len(text)
				s.Span.Start = advance(n.Span.Start, n.Raw[:begin])
				s.Span.End = advance(s.Span.Start, text)
			}
			*found = append(*found, s)
		}
	case Array:
		for i, item := range n.Items {
			collectSubstitutions(item, append(path, i), found)
		}
	case Object:
		last := lastMembers(n.Members)
		for i, m := range n.Members {
			if last[m.Key] == i {
				collectSubstitutions(m.Value, append(path, m.Key), found)
			}
		}
	}
}

// advance returns the position after text that begins at p.
func advance(p Position, text string) Position {
	p.Offset += len(text)
	end := newLines(text, Position{Line: 1, Column: 1}).at(len(text))
	if end.Line == 1 {
		p.Column += utf8.RuneCountInString(text)
		return p
	}
	p.Line += end.Line - 1
	p.Column = end.Column
	return p
}

// token is a substitution in a string, from start to end.
type token struct {
	name       string
	escaped    bool
	start, end int
}

// text returns the token as it is spelled.
func (t token) text() string {
	if t.escaped {
		return "$${" + t.name + "}"
	}
	return "${" + t.name + "}"
}

func tokens(s string) []token {
	var found []token
	for i := 0; i < len(s); {
		j := strings.IndexByte(s[i:], '$')
		if j < 0 {
			break
		}
		i += j
		t := token{start: i}
		rest := s[i+1:]
		if after, ok := strings.CutPrefix(rest, "${"); ok {
			t.name, t.escaped = variable(after), true
		} else if after, ok := strings.CutPrefix(rest, "{"); ok {
			t.name = variable(after)
		}
		if t.name == "" {
			i++
			continue
		}
		t.end = i + len(t.text())
		found = append(found, t)
		i = t.end
	}
	return found
}

// variable returns the name that s begins with if "}" follows it, else "".
func variable(s string) string {
	for i := range len(s) {
		switch c := s[i]; {
		case c == '_', 'A' <= c && c <= 'Z', i > 0 && '0' <= c && c <= '9':
		case c == '}':
			return s[:i]
		default:
			return ""
		}
	}
	return ""
}

// Substitute returns the tree with the variables that lookup knows in the place
// of "${NAME}", and "${NAME}" in that of "$${NAME}". A variable that is not
// set, or empty, is left as it stands, as in OpenClaw. The tree itself is not
// changed; Raw keeps the spelling of the file.
func Substitute(n *Node, lookup func(name string) (string, bool)) *Node {
	switch n.Kind {
	case String:
		s := n.Value.(string)
		if value := substitute(s, lookup); value != s {
			copied := *n
			copied.Value = value
			return &copied
		}
	case Array:
		copied := *n
		copied.Items = make([]*Node, len(n.Items))
		for i, item := range n.Items {
			copied.Items[i] = Substitute(item, lookup)
		}
		return &copied
	case Object:
		copied := *n
		copied.Members = slices.Clone(n.Members)
		for i := range copied.Members {
			copied.Members[i].Value = Substitute(copied.Members[i].Value, lookup)
		}
		return &copied
	}
	return n
}

func substitute(s string, lookup func(name string) (string, bool)) string {
	var b strings.Builder
	end := 0
	for _, t := range tokens(s) {
		b.WriteString(s[end:t.start])
		end = t.end
		if t.escaped {
			b.WriteString("${" + t.name + "}")
		} else if value, ok := lookup(t.name); ok && value != "" {
			b.WriteString(value)
		} else {
			b.WriteString(t.text())
		}
	}
	if end == 0 {
		return s
	}
	b.WriteString(s[end:])
	return b.String()
}
