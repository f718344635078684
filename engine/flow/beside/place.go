package beside

import (
	"bytes"

	"github.com/skillctl/skillctl/internal/document"
)

// span is where a statement stands.
func (p *program) span(s *statement) document.Span {
	end := s.offset + len(bytes.TrimRight(p.text.Source[s.offset:s.end], " \t\r\n"))
	return p.places.Span(p.text, s.offset, end)
}
