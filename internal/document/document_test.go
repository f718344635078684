package document

import (
	"context"
	"errors"
	"math"
	"reflect"
	"strings"
	"testing"
	"unicode/utf8"
)

// mustParse parses text and checks what holds for every tree.
func mustParse(t *testing.T, text string, format Format, opts ...Option) *Document {
	t.Helper()
	doc, err := Parse(t.Context(), "f", []byte(text), format, opts...)
	if err != nil {
		t.Fatalf("Parse(%q): %v", text, err)
	}
	checkTree(t, doc)
	return doc
}

// wantError parses text and returns the error that it must give.
func wantError(t *testing.T, text string, format Format, opts ...Option) *Error {
	t.Helper()
	doc, err := Parse(t.Context(), "f", []byte(text), format, opts...)
	var e *Error
	if !errors.As(err, &e) {
		t.Fatalf("Parse(%q) = %v, %v: want an *Error", text, doc, err)
	}
	return e
}

// checkTree fails unless every span of the tree is a place in the text, with the
// line and column that its offset has, children within their parents, and
// scalars spelled as Raw says.
func checkTree(t *testing.T, doc *Document) {
	t.Helper()
	c := &treeChecker{t: t, text: string(doc.Text), format: doc.Format, positions: map[int]Position{}}
	c.index()
	c.whole = Span{Start: c.positions[len(c.text)-len(strings.TrimPrefix(c.text, "\ufeff"))], End: c.positions[len(c.text)]}
	c.check(doc.Root, c.whole)
}

type treeChecker struct {
	t         *testing.T
	text      string
	format    Format
	whole     Span
	positions map[int]Position
}

// index finds the position of every offset the slow and simple way.
func (c *treeChecker) index() {
	line, column := 1, 1
	for i := 0; i < len(c.text); {
		c.positions[i] = Position{line, column, i}
		r, size := utf8.DecodeRuneInString(c.text[i:])
		switch {
		case r == '\n', r == '\r' && !strings.HasPrefix(c.text[i+1:], "\n"):
			line, column = line+1, 1
		case i == 0 && r == '\ufeff':
		default:
			column++
		}
		i += size
	}
	c.positions[len(c.text)] = Position{line, column, len(c.text)}
}

func (c *treeChecker) span(s Span) bool {
	c.t.Helper()
	ok := s.Start.Offset <= s.End.Offset && c.positions[s.Start.Offset] == s.Start && c.positions[s.End.Offset] == s.End
	if !ok {
		c.t.Errorf("%q: span %v is no place: want %v to %v", c.text, s, c.positions[s.Start.Offset], c.positions[s.End.Offset])
	}
	return ok
}

func (c *treeChecker) check(n *Node, parent Span) {
	c.t.Helper()
	if n == nil {
		c.t.Fatalf("%q: a node is missing", c.text)
	}
	if !c.span(n.Span) {
		return
	}
	if n.Span.Start.Offset < parent.Start.Offset || n.Span.End.Offset > parent.End.Offset {
		c.t.Errorf("%q: span %v is outside that of its parent, %v", c.text, n.Span, parent)
	}
	if n.Alias != "" {
		return
	}
	if got := c.text[n.Span.Start.Offset:n.Span.End.Offset]; n.Kind < Array && got != n.Raw {
		c.t.Errorf("%q: Raw is %q, the span holds %q", c.text, n.Raw, got)
	}
	for _, item := range n.Items {
		c.check(item, n.Span)
	}
	for _, m := range n.Members {
		c.span(m.KeySpan)
		// In YAML a member may be merged from elsewhere, in TOML a table may
		// be defined anywhere.
		within := c.whole
		if c.format == JSON5 {
			within = n.Span
		}
		c.check(m.Value, within)
	}
}

func TestFormatOf(t *testing.T) {
	for path, want := range map[string]Format{
		"a.json": JSON5, "a.json5": JSON5, "b/A.JSONC": JSON5, "a.yaml": YAML, "a.yml": YAML,
		"config.toml": TOML, "skillctl.cue": CUE, "a.txt": "", "yaml": "", ".json/a": "",
	} {
		got, ok := FormatOf(path)
		if got != want || ok != (want != "") {
			t.Errorf("FormatOf(%q) = %q, %v: want %q", path, got, ok, want)
		}
	}
}

func TestBadText(t *testing.T) {
	for _, format := range []Format{JSON5, YAML, TOML, CUE} {
		for _, tt := range []struct {
			name, text, want string
			kind             ErrorKind
			opts             []Option
		}{
			{"not UTF-8", "é\n# ü\xff", "f:2:4: byte 0xFF is not UTF-8", Encoding, nil},
			{"NUL", "ab\x00", "f:1:3: a NUL byte stands here: this is not a text file", Encoding, nil},
			{"NUL before bad byte", "a\x00\xff", "f:1:2: a NUL byte stands here: this is not a text file", Encoding, nil},
			{"bad byte before NUL", "a\xff\x00", "f:1:2: byte 0xFF is not UTF-8", Encoding, nil},
			{"UTF-16", "\xff\xfea\x00", "f:1:1: byte 0xFF is not UTF-8", Encoding, nil},
			{"size", "# 34567890", "f: the text has 10 bytes, more than the limit of 9", Limit, []Option{WithMaxSize(9)}},
		} {
			t.Run(string(format)+"/"+tt.name, func(t *testing.T) {
				err := wantError(t, tt.text, format, tt.opts...)
				if err.Error() != tt.want || err.Kind != tt.kind {
					t.Errorf("error is %s: %s; want %s: %s", err.Kind, err, tt.kind, tt.want)
				}
			})
		}
	}
}

func TestSizeMessageIsReadable(t *testing.T) {
	text := strings.Repeat(" ", DefaultMaxSize+1)
	const want = "f: the text has 10,485,761 bytes, more than the limit of 10,485,760"
	if err := wantError(t, text, JSON5); err.Error() != want {
		t.Errorf("error is %q, want %q", err, want)
	}
}

func TestByteOrderMark(t *testing.T) {
	for format, text := range map[Format]string{JSON5: "\ufeff{a: 1}", YAML: "\ufeffa: 1", TOML: "\ufeffa = 1"} {
		doc := mustParse(t, text, format)
		m, ok := doc.Root.Member("a")
		if !ok || m.Value.Value != int64(1) {
			t.Fatalf("%s: a is %v, want 1", format, m.Value)
		}
		if got := m.KeySpan.Start; text[got.Offset:got.Offset+1] != "a" || got.Column != strings.Index(text, "a")-len("\ufeff")+1 {
			t.Errorf("%s: the key is at %v", format, got)
		}
	}
}

func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Parse(ctx, "f", []byte("{}"), JSON5); !errors.Is(err, context.Canceled) {
		t.Errorf("error is %v, want %v", err, context.Canceled)
	}
}

func TestCUE(t *testing.T) {
	if err := wantError(t, "a: 1", CUE); err.Kind != Unsupported {
		t.Errorf("without a reader the error is %s: %v", err.Kind, err)
	}
	want := &Node{Kind: Number, Value: int64(1)}
	read := func(file string, text []byte) (*Node, error) {
		if file != "f" || string(text) != "a: 1" {
			t.Errorf("the reader got %q, %q", file, text)
		}
		return want, nil
	}
	doc, err := Parse(t.Context(), "f", []byte("a: 1"), CUE, WithCUE(read))
	if err != nil || doc.Root != want || doc.Format != CUE {
		t.Errorf("Parse = %v, %v", doc, err)
	}
	placed := &Error{Kind: Syntax, File: "f", Span: Span{Start: Position{3, 4, 9}}, Message: "m"}
	for _, cause := range []error{placed, errors.New("plain")} {
		err := wantError(t, "a", CUE, WithCUE(func(string, []byte) (*Node, error) { return nil, cause }))
		if !strings.HasSuffix(err.Error(), cause.Error()) || !errors.Is(err, cause) {
			t.Errorf("error is %v, want it to be or wrap %v", err, cause)
		}
	}
	if err := wantError(t, "a", Format("ini")); err.Kind != Unsupported {
		t.Errorf("an unknown format gives %s", err.Kind)
	}
}

// sameValue compares values, NaN equal to itself.
func sameValue(a, b any) bool {
	if x, ok := a.(float64); ok && math.IsNaN(x) {
		y, ok := b.(float64)
		return ok && math.IsNaN(y)
	}
	return reflect.DeepEqual(a, b)
}
