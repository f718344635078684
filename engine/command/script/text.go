package script

import (
	"sort"
	"strings"
	"unicode/utf8"

	"github.com/skillctl/skillctl/internal/document"
)

// Text is one text that is read: the command itself, or a payload found in it.
type Text struct {
	// Src is what is read.
	Src   string
	lines []int // offsets at which lines begin
	// runes[i] is the number of code points before offset i*runeBlock; nil for
	// a text that is all ASCII. Without it a long line would be counted again
	// for every position in it.
	runes []int
	// outer is the text that holds this one; base is where src stands in it
	// byte for byte, or -1 when it was decoded and only at is known.
	outer *Text
	base  int
	at    document.Span
}

const runeBlock = 256

// New is a text of its own, in no other.
func New(src string) *Text {
	t := &Text{Src: src, lines: []int{0}, base: -1}
	for i := 0; i < len(src); i++ {
		if src[i] >= utf8.RuneSelf {
			t.index()
			break
		}
	}
	for i := strings.IndexByte(src, '\n'); i >= 0; {
		t.lines = append(t.lines, i+1)
		next := strings.IndexByte(src[i+1:], '\n')
		if next < 0 {
			break
		}
		i += 1 + next
	}
	return t
}

// Inside is a payload inside t that stands at the given span.
func (t *Text) Inside(src string, at document.Span) *Text {
	n := New(src)
	n.outer, n.at = t, at
	root := t
	for root.outer != nil {
		root = root.outer
	}
	// When the payload is written without escapes, positions inside it are
	// positions in the command.
	if at.End.Offset <= len(root.Src) && at.Start.Offset < at.End.Offset {
		if i := strings.Index(root.Src[at.Start.Offset:at.End.Offset], src); i >= 0 && len(src) > 0 {
			n.outer, n.base = root, at.Start.Offset+i
		}
	}
	return n
}

// Nested reports whether a text stands in another one.
func (t *Text) Nested() bool { return t.outer != nil }

// Span gives the place of src[from:to] in the command.
func (t *Text) Span(from, to int) document.Span {
	if t.outer != nil {
		if t.base < 0 {
			return t.at
		}
		return t.outer.Span(t.base+from, t.base+to)
	}
	return document.Span{Start: t.position(from), End: t.position(to)}
}

// Own gives the place of src[from:to] in this text alone.
func (t *Text) Own(from, to int) document.Span {
	return document.Span{Start: t.position(from), End: t.position(to)}
}

func (t *Text) position(offset int) document.Position {
	offset = max(0, min(offset, len(t.Src)))
	line := sort.SearchInts(t.lines, offset+1) - 1
	start := t.lines[line]
	return document.Position{Line: line + 1, Column: t.count(offset) - t.count(start) + 1, Offset: offset}
}

// index counts code points block by block.
func (t *Text) index() {
	n := 0
	for i := 0; i < len(t.Src); i++ {
		if i%runeBlock == 0 {
			t.runes = append(t.runes, n)
		}
		if utf8.RuneStart(t.Src[i]) {
			n++
		}
	}
	t.runes = append(t.runes, n)
}

// count is the number of code points that begin before an offset.
func (t *Text) count(offset int) int {
	if t.runes == nil {
		return offset
	}
	block := offset / runeBlock
	n := t.runes[min(block, len(t.runes)-1)]
	for i := block * runeBlock; i < offset && i < len(t.Src); i++ {
		if utf8.RuneStart(t.Src[i]) {
			n++
		}
	}
	return n
}
