package skill

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/skillctl/skillctl/internal/document"
)

func spanOf(text, part string) document.Span {
	at := strings.Index(text, part)
	position := func(offset int) document.Position {
		line := 1 + strings.Count(text[:offset], "\n")
		last := strings.LastIndex(text[:offset], "\n") + 1
		return document.Position{Line: line, Column: 1 + len([]rune(text[last:offset])), Offset: offset}
	}
	return document.Span{Start: position(at), End: position(at + len(part))}
}

func TestTargetSpan(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		link, target string
		found        bool
	}{
		{"[a](b.md)", "b.md", true},
		{"[b.md](b.md)", "b.md", true},
		{`[a](b.md "see b.md")`, "b.md", true},
		{"[a]( <b.md> )", "b.md", true},
		{"[ä ö](b.md)", "b.md", true},
		{`[a](b\c.md)`, `b\c.md`, true},
		{"scripts/b.md", "scripts/b.md", true},
		{"[![x](i.png)](b.md)", "b.md", true},
		{"[a](b%20c.md)", "b c.md", false},
		{"[a][b]", "b.md", false},
		{"[a](b.mdx)", "b.md", false},
		{"[a\nb](c.md)", "c.md", false},
		{"[a]()", "", false},
	} {
		text := "é first\nsee " + test.link + " and b.md\n"
		link := &Link{Target: test.target, Span: spanOf(text, test.link)}
		span, ok := TargetSpan([]byte(text), link)
		if ok != test.found {
			t.Errorf("%s: found is %v", test.link, ok)
			continue
		}
		if !ok {
			continue
		}
		if got := text[span.Start.Offset:span.End.Offset]; got != test.target {
			t.Errorf("%s: the span holds %q, not the target", test.link, got)
		}
		before := text[:span.Start.Offset]
		if column := 1 + len([]rune(before[strings.LastIndex(before, "\n")+1:])); span.Start.Column != column {
			t.Errorf("%s: column %d, want %d", test.link, span.Start.Column, column)
		}
		if span.Start.Line != 2 || span.End.Column != span.Start.Column+len([]rune(test.target)) {
			t.Errorf("%s: odd span %+v", test.link, span)
		}
	}
}

func TestTargetSpanOutOfRange(t *testing.T) {
	t.Parallel()
	link := &Link{Target: "x", Span: document.Span{Start: document.Position{Offset: 3}, End: document.Position{Offset: 99}}}
	if _, ok := TargetSpan([]byte("short"), link); ok {
		t.Error("a span outside the text gave a place")
	}
}

func TestTrailingBlanks(t *testing.T) {
	t.Parallel()
	text := "---\nname: é \ndescription: b\t \r\nlicense: c\n---  \nbody  \n"
	within := spanOf(text, "---\nname: é \ndescription: b\t \r\nlicense: c\n---")
	var got []string
	for _, span := range TrailingBlanks([]byte(text), within) {
		got = append(got, fmt.Sprintf("%d:%d %q", span.Start.Line, span.Start.Column, text[span.Start.Offset:span.End.Offset]))
	}
	want := []string{`2:8 " "`, `3:15 "\t "`}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	many := strings.Repeat("x \n", 3*maxTrailing)
	if n := len(TrailingBlanks([]byte(many), spanOf(many, many))); n != maxTrailing {
		t.Errorf("%d places listed, want %d", n, maxTrailing)
	}
}

func TestOverlaps(t *testing.T) {
	t.Parallel()
	texts := []string{
		"Reads and merges PDF files for the user",
		"Formats tables in spreadsheets and exports charts",
		"Merges and reads files, PDF, for the user.",
		"Reads, splits and merges PDF files for the user",
		"too short",
		"too short",
	}
	found := Overlaps(texts, 0.7)
	if len(found) != 2 {
		t.Fatalf("found %+v", found)
	}
	if got := found[0]; got != (Overlap{A: 0, B: 2, Share: 1}) {
		t.Errorf("same words: %+v", got)
	}
	if got := found[1]; got.A != 0 || got.B != 3 || got.Share < 0.8 || got.Share >= 1 {
		t.Errorf("nearly the same words: %+v", got)
	}
	if found := Overlaps(texts, 0.95); len(found) != 1 {
		t.Errorf("at 0.95: %+v", found)
	}
}

func TestOverlapsStaysBounded(t *testing.T) {
	t.Parallel()
	texts := make([]string, 5000)
	for i := range texts {
		texts[i] = fmt.Sprintf("Handles the everyday chores of department %c%c%c in a careful manner", 'a'+i%26, 'a'+i/26%26, 'a'+i/676%26)
	}
	if found := Overlaps(texts, 0.7); len(found) > maxOverlaps {
		t.Errorf("%d pairs, at most %d are wanted", len(found), maxOverlaps)
	}
	same := slices.Repeat([]string{"the very same words in each of them"}, 5000)
	if found := Overlaps(same, 0.7); len(found) != maxOverlaps {
		t.Errorf("%d pairs of the same text, want %d", len(found), maxOverlaps)
	}
}
