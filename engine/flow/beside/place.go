package beside

import (
	"bytes"
	"sort"
	"unicode/utf8"

	"github.com/skillctl/skillctl/internal/document"
)

// span is where a statement stands.
func (p *program) span(s *statement) document.Span {
	if p.text.Span != nil {
		return *p.text.Span
	}
	end := s.offset + len(bytes.TrimRight(p.text.Source[s.offset:s.end], " \t\r\n"))
	span := document.Span{Start: p.position(s.offset), End: p.position(end)}
	if p.text.Move != nil {
		p.text.Move(&span)
	}
	return span
}

// position is that of an offset in the file.
func (p *program) position(offset int) document.Position {
	if p.lines == nil {
		p.lines = []int{0}
		for i, c := range p.text.Source {
			if c == '\n' {
				p.lines = append(p.lines, i+1)
			}
		}
	}
	line := sort.SearchInts(p.lines, offset+1) - 1
	at := document.Position{Line: p.text.Start.Line + line, Offset: p.text.Start.Offset + offset}
	at.Column = 1 + utf8.RuneCount(p.text.Source[p.lines[line]:offset])
	if line == 0 {
		at.Column += p.text.Start.Column - 1
	}
	return at
}
