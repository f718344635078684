package document

import (
	"slices"
	"sort"
	"unicode/utf8"
)

// lines turns byte offsets of a text into positions and back. Lines end at
// "\n", "\r\n" or a lone "\r". A position costs a search among the lines and,
// only where a text is not all ASCII, counting at most runeBlock bytes: one
// line of ten megabytes is no slower than many short ones.
type lines struct {
	text string
	// base is where the text begins in its file.
	base   Position
	starts []int
	// runes holds, for each block of the text, how many code points begin
	// before it; nil for a text that is all ASCII.
	runes []int
	// last is the line of the last answer: the next one is mostly near.
	last int
}

const runeBlock = 64

func newLines(text string, base Position) *lines {
	l := &lines{text: text, base: base, starts: []int{0}}
	ascii := true
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == '\n':
			l.starts = append(l.starts, i+1)
		case c == '\r' && (i+1 == len(text) || text[i+1] != '\n'):
			l.starts = append(l.starts, i+1)
		case c >= utf8.RuneSelf:
			ascii = false
		}
	}
	if !ascii {
		l.runes = make([]int, 0, len(text)/runeBlock+1)
		n := 0
		for i := 0; i < len(text); i++ {
			if i%runeBlock == 0 {
				l.runes = append(l.runes, n)
			}
			if utf8.RuneStart(text[i]) {
				n++
			}
		}
	}
	return l
}

// runesBefore counts the code points that begin before offset.
func (l *lines) runesBefore(offset int) int {
	if l.runes == nil {
		return offset
	}
	block := min(offset/runeBlock, len(l.runes)-1)
	n := l.runes[block]
	for i := block * runeBlock; i < offset; i++ {
		if utf8.RuneStart(l.text[i]) {
			n++
		}
	}
	return n
}

// at returns the position of a byte offset, clamped to the text.
func (l *lines) at(offset int) Position {
	offset = max(0, min(offset, len(l.text)))
	line := l.last
	if offset < l.starts[line] || line+1 < len(l.starts) && offset >= l.starts[line+1] {
		line = sort.SearchInts(l.starts, offset+1) - 1
		l.last = line
	}
	column := l.runesBefore(offset) - l.runesBefore(l.starts[line]) + 1
	return l.shift(Position{Line: line + 1, Column: column, Offset: offset})
}

func (l *lines) shift(p Position) Position {
	if p.Line == 1 {
		p.Column += l.base.Column - 1
	}
	p.Line += l.base.Line - 1
	p.Offset += l.base.Offset
	return p
}

// span returns the span of the bytes from start to end.
func (l *lines) span(start, end int) Span {
	return Span{Start: l.at(start), End: l.at(end)}
}

// runeSpan returns the span of the one code point at offset, empty at the end
// of the text.
func (l *lines) runeSpan(offset int) Span {
	if offset >= len(l.text) {
		return l.span(len(l.text), len(l.text))
	}
	_, size := utf8.DecodeRuneInString(l.text[offset:])
	return l.span(offset, offset+size)
}

// offset returns the byte offset of a 1-based line and column of the text
// itself, base not counted, clamped to the text.
func (l *lines) offset(line, column int) int {
	if line < 1 {
		return 0
	}
	if line > len(l.starts) {
		return len(l.text)
	}
	start := l.starts[line-1]
	if l.runes == nil {
		return min(start+column-1, len(l.text))
	}
	want := l.runesBefore(start) + column - 1
	// The last block that begins with no more than the wanted code points.
	block, found := slices.BinarySearch(l.runes, want)
	if !found {
		block--
	}
	i, n := block*runeBlock, l.runes[block]
	for ; i < len(l.text); i++ {
		if utf8.RuneStart(l.text[i]) {
			if n == want {
				break
			}
			n++
		}
	}
	return i
}
