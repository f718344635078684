package document

import (
	"strings"
	"testing"
	"unicode/utf8"
)

func TestLines(t *testing.T) {
	for _, text := range []string{
		"", "a", "\n", "a\nb", "a\r\nb\rc\n", "\r\r\n\r", "é\nüü\n😀x", "a\u2028b\nc",
		strings.Repeat("é", 200) + "\n" + strings.Repeat("x😀", 150),
		strings.Repeat("plain ascii\n", 50) + "é",
	} {
		c := &treeChecker{t: t, text: text, positions: map[int]Position{}}
		c.index()
		l := newLines(text, start())
		offsets := make([]int, 0, len(text)+1)
		for i := range text {
			offsets = append(offsets, i)
		}
		offsets = append(offsets, len(text))
		for k := range offsets {
			// From both ends in turn, so that the last answer is no help.
			i := offsets[k/2]
			if k%2 == 1 {
				i = offsets[len(offsets)-1-k/2]
			}
			p := l.at(i)
			if p != c.positions[i] {
				t.Errorf("%q: at(%d) = %v, want %v", text, i, p, c.positions[i])
			}
			if got := l.offset(p.Line, p.Column); got != i {
				t.Errorf("%q: offset(%d, %d) = %d, want %d", text, p.Line, p.Column, got, i)
			}
		}
		if got := l.at(len(text) + 5); got != c.positions[len(text)] {
			t.Errorf("%q: past the end is %v", text, got)
		}
	}
}

func TestLinesBase(t *testing.T) {
	l := newLines("ab\ncd", Position{Line: 2, Column: 3, Offset: 10})
	for offset, want := range map[int]Position{0: {2, 3, 10}, 1: {2, 4, 11}, 3: {3, 1, 13}, 4: {3, 2, 14}} {
		if got := l.at(offset); got != want {
			t.Errorf("at(%d) = %v, want %v", offset, got, want)
		}
	}
	if got := l.runeSpan(9); got.Start != got.End || got.Start.Offset != 15 {
		t.Errorf("runeSpan at the end = %v", got)
	}
}

func FuzzLines(f *testing.F) {
	f.Add("a\r\n\ré\u2028x")
	f.Fuzz(func(t *testing.T, text string) {
		if !utf8.ValidString(text) || strings.HasPrefix(text, "\ufeff") {
			return
		}
		c := &treeChecker{t: t, text: text, positions: map[int]Position{}}
		c.index()
		l := newLines(text, start())
		for i, want := range c.positions {
			if got := l.at(i); got != want || l.offset(got.Line, got.Column) != i {
				t.Fatalf("at(%d) = %v and back to %d, want %v", i, got, l.offset(got.Line, got.Column), want)
			}
		}
	})
}
