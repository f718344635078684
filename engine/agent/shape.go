package agent

import (
	"bytes"
	"slices"
	"strings"
	"sync"

	"github.com/skillctl/skillctl/internal/document"
)

// shape says by which keys settings are known that stand under no known name.
type shape struct {
	Client string   `json:"client"`
	Kind   string   `json:"kind"`
	Keys   string   `json:"keys"`
	Marks  []string `json:"marks"`
}

// How settings are laid down: in a block of a document, a file of another name, a literal of
// a program.
const (
	LaidBlock = "block"
	LaidFile  = "file"
	LaidCode  = "code"
)

// Shaped are the settings of agents that a value has the form of, one for each agent: what
// it says beside that is nobody's settings and not told.
func Shaped(name string, root *document.Node) []Part {
	if root == nil || root.Kind != document.Object {
		return nil
	}
	root = spread(root)
	var parts []Part
	for i := range tables().Shapes {
		s := &tables().Shapes[i]
		if !s.marked(root) {
			continue
		}
		part := Part{File: name, Client: s.Client, Kind: s.Kind, Span: root.Span, Entries: []Entry{}}
		part.Fill(s.Keys, root)
		part.Problem = ""
		kept := part.Entries[:0]
		for _, e := range part.Entries {
			if e.Role != RoleUnknown && !told(parts, &e) {
				kept = append(kept, e)
			}
		}
		if part.Entries = kept; len(kept) > 0 {
			parts = append(parts, part)
		}
	}
	return parts
}

// told reports whether another agent's settings say the same.
func told(parts []Part, e *Entry) bool {
	for i := range parts {
		for k := range parts[i].Entries {
			if o := &parts[i].Entries[k]; o.Role == e.Role && o.Key == e.Key && o.Span == e.Span {
				return true
			}
		}
	}
	return false
}

// marked reports whether a value has one of the keys of a shape.
func (s *shape) marked(root *document.Node) bool {
	for _, mark := range s.Marks {
		if holds(root, strings.Split(mark, ".")) {
			return true
		}
	}
	return false
}

func holds(n *document.Node, steps []string) bool {
	if len(steps) == 0 {
		return true
	}
	if n == nil || n.Kind != document.Object {
		return false
	}
	for _, m := range n.Members {
		if (steps[0] == "*" || m.Key == steps[0]) && holds(m.Value, steps[1:]) {
			return true
		}
	}
	return false
}

// spread is an object whose own keys have dots in them, as settings of editors do, with an
// object for each step.
func spread(n *document.Node) *document.Node {
	dotted := false
	for _, m := range n.Members {
		dotted = dotted || strings.Contains(m.Key, ".")
	}
	if !dotted {
		return n
	}
	out := *n
	out.Members = nil
	for _, m := range n.Members {
		steps := strings.Split(m.Key, ".")
		value := m.Value
		for i := len(steps) - 1; i > 0; i-- {
			value = &document.Node{Kind: document.Object, File: n.File, Span: m.KeySpan, Members: []document.Member{{Key: steps[i], KeySpan: m.KeySpan, File: m.File, Value: value}}}
		}
		out.Members = append(out.Members, document.Member{Key: steps[0], KeySpan: m.KeySpan, File: m.File, Value: value})
	}
	return &out
}

// Hints reports whether a text has a word that some settings are known by: most have none.
func Hints(text []byte) bool {
	return slices.ContainsFunc(hints(), func(word []byte) bool { return bytes.Contains(text, word) })
}

// hints are the longest steps of the marks, each once.
var hints = sync.OnceValue(func() [][]byte {
	seen := map[string]bool{}
	var list [][]byte
	for i := range tables().Shapes {
		for _, mark := range tables().Shapes[i].Marks {
			best := ""
			for step := range strings.SplitSeq(mark, ".") {
				if len(step) > len(best) && step != "command" {
					best = step
				}
			}
			if !seen[best] {
				seen[best] = true
				list = append(list, []byte(best))
			}
		}
	}
	return list
})

// tops are the first steps of the marks, other than those that anything may have.
var tops = sync.OnceValue(func() map[string]bool {
	set := map[string]bool{}
	for i := range tables().Shapes {
		for _, mark := range tables().Shapes[i].Marks {
			first, _, _ := strings.Cut(mark, ".")
			set[first] = true
		}
	}
	return set
})
