package skill

import "github.com/skillctl/skillctl/internal/document"

// parseValues has the texts of a manifest looked through whose spelling is not what
// they say: quoted, escaped or folded. An agent is given what they say.
func (s *Skill) parseValues(n *document.Node) {
	if n == nil {
		return
	}
	if text, ok := n.Value.(string); ok && text != n.Raw && n.Alias == "" {
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
