package skill

import "github.com/skillctl/skillctl/internal/document"

// parseValues has the texts of a manifest looked through whose spelling is not what
// they say: quoted, escaped or folded. An agent is given what they say.
func (s *Skill) parseValues(n *document.Node) {
	if n == nil {
		return
	}
	if text, ok := ownSpelling(n); ok {
		s.finder.Value(s.Manifest.File, text, n.Span)
	}
	for _, item := range n.Items {
		s.parseValues(item)
	}
	for _, m := range n.Members {
		if m.KeySpan.End.Offset-m.KeySpan.Start.Offset != len(m.Key) {
			s.finder.Value(s.Manifest.File, m.Key, m.KeySpan)
		}
		s.parseValues(m.Value)
	}
}

// ownSpelling is the text of a value that is written in another way than it reads.
func ownSpelling(n *document.Node) (string, bool) {
	text, ok := n.Value.(string)
	return text, ok && text != n.Raw && n.Alias == ""
}

// spelled are the places of such values.
func spelled(n *document.Node) []document.Span {
	if n == nil {
		return nil
	}
	var at []document.Span
	if _, ok := ownSpelling(n); ok {
		at = append(at, n.Span)
	}
	for _, item := range n.Items {
		at = append(at, spelled(item)...)
	}
	for _, m := range n.Members {
		at = append(at, spelled(m.Value)...)
	}
	return at
}
