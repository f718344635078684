package way

import (
	"sort"
	"unicode/utf8"

	"github.com/skillctl/skillctl/internal/document"
)

// Places gives the parts of one [Text] their places in its file. The zero value is ready.
type Places struct {
	lines []int // offsets of the begin of each line
	// counts are offsets of the text with how many characters stand before them, see characters.
	counts [][2]int
}

// Span is where a part of a text stands in its file: from begin to end, offsets in the text in
// bytes.
func (p *Places) Span(t *Text, begin, end int) document.Span {
	if t.Span != nil {
		return *t.Span
	}
	span := document.Span{Start: p.position(t, begin), End: p.position(t, end)}
	if t.Move != nil {
		t.Move(&span)
	}
	return span
}

func (p *Places) position(t *Text, offset int) document.Position {
	if p.lines == nil {
		p.lines = []int{0}
		for i, c := range t.Source {
			if c == '\n' {
				p.lines = append(p.lines, i+1)
			}
		}
	}
	offset = min(offset, len(t.Source))
	line := sort.SearchInts(p.lines, offset+1) - 1
	at := document.Position{Line: t.Start.Line + line, Column: 1 + p.characters(t.Source, p.lines[line], offset), Offset: t.Start.Offset + offset}
	if line == 0 {
		at.Column += t.Start.Column - 1
	}
	return at
}

// apart is how far the places stand from each other whose characters are counted, in bytes.
const apart = 1 << 10

// characters counts those between the begin of a line and an offset in it. A long line is
// counted once, however many places of it are asked about.
func (p *Places) characters(text []byte, begin, offset int) int {
	if offset-begin <= apart {
		return utf8.RuneCount(text[begin:offset])
	}
	if p.counts == nil {
		for at, count := 0, 0; at < len(text); count++ {
			if at >= len(p.counts)*apart {
				p.counts = append(p.counts, [2]int{at, count})
			}
			_, size := utf8.DecodeRune(text[at:])
			at += size
		}
	}
	before := func(offset int) int {
		i := min(offset/apart, len(p.counts)-1)
		if p.counts[i][0] > offset {
			i--
		}
		return p.counts[i][1] + utf8.RuneCount(text[p.counts[i][0]:offset])
	}
	return before(offset) - before(begin)
}
