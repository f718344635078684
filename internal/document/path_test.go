package document

import (
	"encoding/json"
	"testing"
)

func TestAt(t *testing.T) {
	root := mustParse(t, "{a: [1, {b: 'x'}], c: 1, c: 2}", JSON5).Root
	for _, tt := range []struct {
		path []any
		want any
	}{
		{[]any{"a", 1, "b"}, "x"}, {[]any{"a", int64(0)}, int64(1)}, {[]any{"a", 0.0}, int64(1)}, {[]any{"a", json.Number("0")}, int64(1)},
		{[]any{"c"}, int64(2)},
		{[]any{"d"}, nil}, {[]any{"a", 2}, nil}, {[]any{"a", -1}, nil}, {[]any{"a", "0"}, nil}, {[]any{0}, nil},
		{[]any{"c", "x"}, nil}, {[]any{"a", 0.5}, nil}, {[]any{"a", true}, nil}, {[]any{"d", "e", 1}, nil},
	} {
		n := root.At(tt.path...)
		if (n == nil) != (tt.want == nil) || n != nil && n.Value != tt.want {
			t.Errorf("At(%v) = %v, want %v", tt.path, n, tt.want)
		}
	}
	if root.At() != root {
		t.Error("At() is not the node itself")
	}
	var none *Node
	if none.At("a") != nil || none.Interface() != nil {
		t.Error("a missing node holds something")
	}
}

func TestLocate(t *testing.T) {
	const text = "{a: [1, {b: 'x'}], c: 1, c: 22}"
	doc := mustParse(t, text, JSON5)
	for _, tt := range []struct {
		path  []any
		key   bool
		want  string
		exact bool
	}{
		{nil, false, text, true},
		{nil, true, text, true},
		{[]any{"a"}, true, "a", true},
		{[]any{"a"}, false, "[1, {b: 'x'}]", true},
		{[]any{"a", 1, "b"}, true, "b", true},
		{[]any{"a", 1, "b"}, false, "'x'", true},
		{[]any{"a", 0}, true, "1", true},
		{[]any{"c"}, false, "22", true},
		{[]any{"a", 1, "z", "y"}, false, "{b: 'x'}", false},
		{[]any{"a", 7}, false, "a", false},
		{[]any{"a", 1, "b", "c"}, false, "b", false},
		{[]any{"z"}, true, text, false},
	} {
		at, file, exact := doc.Locate(tt.path, tt.key)
		if got := text[at.Start.Offset:at.End.Offset]; got != tt.want || exact != tt.exact || file != "f" {
			t.Errorf("Locate(%v, %v) = %q in %q, %v; want %q, %v", tt.path, tt.key, got, file, exact, tt.want, tt.exact)
		}
	}
	if at, _, _ := doc.Locate([]any{"c"}, true); at.Start.Offset != 25 {
		t.Errorf("the key that counts is at %v: want the last one", at.Start)
	}
	if at, file, exact := (&Document{File: "g"}).Locate([]any{"a"}, true); !at.IsZero() || file != "g" || exact {
		t.Errorf("without a tree: %v %q %v", at, file, exact)
	}
}

func TestErrorText(t *testing.T) {
	place := Span{Start: Position{Line: 2, Column: 3}}
	for _, tt := range []struct {
		err  Error
		want string
	}{
		{Error{File: "f", Span: place, Message: "m"}, "f:2:3: m"},
		{Error{File: "f", Message: "m"}, "f: m"},
		{Error{Span: place, Message: "m"}, "2:3: m"},
		{Error{Message: "m"}, "m"},
	} {
		if got := tt.err.Error(); got != tt.want {
			t.Errorf("Error() = %q, want %q", got, tt.want)
		}
	}
}

// TestLocateInWideObjects wants the same places from objects of any width, also
// of keys that stand twice and of those that there are not.
func TestLocateInWideObjects(t *testing.T) {
	for _, n := range []int{1, minIndexed - 1, minIndexed, 3 * minIndexed} {
		doc, paths := wide(t, n)
		for i, path := range paths {
			at, file, exact := doc.Locate(path, true)
			if want := (Position{Line: i + 2, Column: 1}); !exact || file != "f" || at.Start.Line != want.Line || at.Start.Column != want.Column {
				t.Errorf("%d keys: %v is at %v (%v)", n, path, at.Start, exact)
			}
		}
		if at, _, exact := doc.Locate([]any{"all", "none"}, true); exact || at.Start.Line != 1 || at.Start.Column != 2 {
			t.Errorf("%d keys: a key that there is not is at %v (%v)", n, at.Start, exact)
		}
	}
	var members []Member
	for i := range 2 * minIndexed {
		members = append(members, Member{Key: "same", KeySpan: Span{Start: Position{Line: i + 1}}, Value: &Node{}})
	}
	at, _, _ := (&Document{Root: &Node{Kind: Object, Members: members}}).Locate([]any{"same"}, true)
	if at.Start.Line != 2*minIndexed {
		t.Errorf("of equal keys that of line %d counts; want the last", at.Start.Line)
	}
}

// TestLocateCost counts steps, not time: as many lookups as an object has
// members must not look through it each time.
func TestLocateCost(t *testing.T) {
	doc, paths := wide(t, 1_000)
	for _, path := range paths {
		doc.Locate(path, true)
	}
	if len(doc.keys.of) != 1 {
		t.Errorf("%d objects are indexed; want the wide one only", len(doc.keys.of))
	}
	if again := testing.AllocsPerRun(10, func() { doc.Locate(paths[999], true) }); again > 5 {
		t.Errorf("%v allocations for one lookup: the index is made anew", again)
	}
}
