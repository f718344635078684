package markdown

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/skillctl/skillctl/internal/document"
)

// hostile are short texts that, repeated, make careless scanners take time in
// proportion to the square of the length.
var hostile = []string{
	"[", "]", "![", "`", "\n", "\r", "<", ">", "(", ")", "*", "/", "\\", "> ", "- ", "#", " ", "\t", "a/", ":", "://",
	"[a](", "[a](<", "[a](b \"", "[a](b (", "[a](b[c](d)", "![a](b)", "[a][", "[a]", "[a]: b\n", "<!--", "<!-- -->", "<a ", "<a href=", "<a href='",
	"`a``b", "``` \n", "~~~\n", "```\n```\n", "http://", "http://a ", "1. ", "-\t", "a\n===\n", "\r\n", "[a]:", "![[](b)", "é", "\xff", "https://a.b/(", "*/", "a\\b",
}

// TestHostile has texts of a megabyte looked into. The test does not measure
// time: where the work grew with the square of the length, it would take hours.
func TestHostile(t *testing.T) {
	for _, h := range hostile {
		text := []byte(strings.Repeat(h, 1_000_000/len(h)))
		check(t, text, Parse(text, document.Position{}))
	}
	// Runs of backticks of every length: none has a partner.
	var b strings.Builder
	for n := 1; b.Len() < 1_000_000; n++ {
		b.WriteString(strings.Repeat("`", n) + " ")
	}
	text := []byte(b.String())
	check(t, text, Parse(text, document.Position{}))
}

// check fails if a span is not a place of the text.
func check(t *testing.T, text []byte, d *Document) {
	t.Helper()
	spans := []document.Span{}
	for _, l := range d.Links {
		spans = append(spans, l.Span)
		if !utf8.ValidString(l.Target) || !utf8.ValidString(l.Text) || len(l.Text) > MaxText || len(l.Target) > MaxTarget+len("mailto:") {
			t.Fatalf("link %q %q is not fit to print", l.Text, l.Target)
		}
	}
	for _, m := range d.Mentions {
		spans = append(spans, m.Span)
	}
	for _, f := range d.Fences {
		spans = append(spans, f.Span, f.Inner)
	}
	for _, h := range d.Headings {
		spans = append(spans, h.Span)
	}
	for _, c := range d.Comments {
		spans = append(spans, c.Span)
	}
	for i, s := range spans {
		if s.Start.Offset < 0 || s.Start.Offset > s.End.Offset || s.End.Offset > len(text) {
			t.Fatalf("span %+v is not in the text of %d bytes", s, len(text))
		}
		if s.Start.Line < 1 || s.Start.Column < 1 || s.End.Line < s.Start.Line || s.End.Line == s.Start.Line && s.End.Column < s.Start.Column {
			t.Fatalf("span %+v goes back", s)
		}
		if i < 200 && len(text) < 4096 {
			position(t, text, s.Start)
			position(t, text, s.End)
		}
	}
	if len(d.Links) > MaxItems || len(d.Mentions) > MaxItems {
		t.Fatalf("more than %d items are listed", MaxItems)
	}
}

// position fails if line and column of a position are not those of its offset,
// counted in the simplest way.
func position(t *testing.T, text []byte, p document.Position) {
	t.Helper()
	line, start := 1, 0
	for i := 0; i < p.Offset; i++ {
		switch {
		case text[i] == '\r' && i+1 < len(text) && text[i+1] == '\n':
		case text[i] == '\r', text[i] == '\n':
			line, start = line+1, i+1
		}
	}
	if col := utf8.RuneCount(text[start:p.Offset]) + 1; line != p.Line || col != p.Column {
		t.Fatalf("offset %d of %q is at %d:%d, not at %d:%d", p.Offset, text, line, col, p.Line, p.Column)
	}
}

func FuzzParse(f *testing.F) {
	for _, c := range cases {
		f.Add(c.text)
	}
	for _, h := range hostile {
		f.Add(strings.Repeat(h, 40))
	}
	f.Fuzz(func(t *testing.T, text string) {
		b := []byte(text)
		d := Parse(b, document.Position{})
		check(t, b, d)
		if show(text, d) != show(text, Parse(b, document.Position{})) {
			t.Fatal("the same text gave two answers")
		}
	})
}

func BenchmarkParse(b *testing.B) {
	text := []byte(strings.Repeat("# Title\n\nSome prose with [a link](references/a.md) and `scripts/run.sh`, more words follow here.\n\n```sh\necho hello\n```\n\n- an item of a list\n- another one\n\n", 60))
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		Parse(text, document.Position{})
	}
}

func TestCut(t *testing.T) {
	for in, want := range map[string]string{
		"abcd": "abcd", "abcdef": "abcd", "ab\u00e9c": "ab\u00e9", "abc\u00e9": "abc", "\xff": "\uFFFD", "\xffa\xff": "\uFFFDa", "\x80\x80\x80\x80\x80": "",
	} {
		if got := cut([]byte(in), 4); got != want {
			t.Errorf("%q: got %q, want %q", in, got, want)
		}
	}
}
