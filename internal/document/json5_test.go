package document

import (
	"encoding/json"
	"errors"
	"math"
	"reflect"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/skillctl/skillctl/internal/test/vectors"
)

type json5Case struct {
	ID    string `json:"id"`
	Valid bool   `json:"valid"`
	Text  string `json:"text"`
}

func TestJSON5Conformance(t *testing.T) {
	valid, invalid := 0, 0
	for _, c := range vectors.Read[json5Case](t, "json5-tests") {
		t.Run(c.ID, func(t *testing.T) {
			if c.Valid {
				valid++
				mustParse(t, c.Text, JSON5)
				return
			}
			invalid++
			if err := wantError(t, c.Text, JSON5); err.Kind != Syntax || err.Span.Start.Line == 0 {
				t.Errorf("error is %s at %v: %v", err.Kind, err.Span, err)
			}
		})
	}
	if valid != 82 || invalid != 31 {
		t.Errorf("there were %d valid and %d invalid cases, want 82 and 31", valid, invalid)
	}
}

var json5Values = []struct {
	text string
	want any
}{
	{`null`, nil}, {`true`, true}, {`false`, false},
	{`0`, int64(0)}, {`-0`, int64(0)}, {`+7`, int64(7)}, {`12.50`, 12.5}, {`.5`, 0.5}, {`5.`, int64(5)},
	{`1.0`, int64(1)}, {`1e3`, int64(1000)}, {`1E-2`, 0.01}, {`0xFf`, int64(255)}, {`-0x10`, int64(-16)},
	{`9223372036854775807`, int64(math.MaxInt64)}, {`9223372036854775808`, float64(1 << 63)},
	{`0xffffffffffffffff`, float64(1 << 64)}, {`1e999`, math.Inf(1)},
	{`Infinity`, math.Inf(1)}, {`-Infinity`, math.Inf(-1)}, {`+NaN`, math.NaN()},
	{`"a"`, "a"}, {`'a"b'`, `a"b`}, {`"\'\"\\\/\b\f\n\r\t\v\0"`, "'\"\\/\b\f\n\r\t\v\x00"},
	{`"\x41\u00e9\uD83D\uDE00"`, "Aé😀"}, {`"\ud83d"`, "\ufffd"}, {`"\ud83d\u0041"`, "\ufffdA"},
	{`"\ud83d\ud83d\ude00"`, "\ufffd😀"}, {"'a\\\nb\\\r\nc\\\u2028d'", "abcd"}, {"'\u2028\u2029'", "\u2028\u2029"},
	{`"\q\é"`, "qé"}, {`""`, ""},
	{`[]`, []any{}}, {`[1,]`, []any{int64(1)}}, {`[[],{}]`, []any{[]any{}, map[string]any{}}},
	{`{}`, map[string]any{}}, {`{a: 1, 'b c': 2, "d": 3, $_é1: 4,}`, map[string]any{"a": int64(1), "b c": int64(2), "d": int64(3), "$_é1": int64(4)}},
	{`{\u0061b: 1}`, map[string]any{"ab": int64(1)}}, {`{null: 1, Infinity: 2}`, map[string]any{"null": int64(1), "Infinity": int64(2)}},
	{`{a: 1, a: 2}`, map[string]any{"a": int64(2)}},
	{"// c\n/* d */ [ /**/ 1 // e\n, 2 ] // f", []any{int64(1), int64(2)}},
	{"\v\f\u00a0\u2003\ufeff1\u2029", int64(1)},
}

func TestJSON5Values(t *testing.T) {
	for _, tt := range json5Values {
		doc := mustParse(t, tt.text, JSON5)
		got := doc.Root.Value
		if doc.Root.Kind >= Array {
			got = doc.Root.Interface()
		}
		if !sameValue(got, tt.want) {
			t.Errorf("%s = %#v, want %#v", tt.text, got, tt.want)
		}
	}
}

var json5Errors = []struct{ text, want string }{
	{"", "f:1:1: expected a value, found the end of the file"},
	{"// x", "f:1:5: expected a value, found the end of the file"},
	{"{a: 1} x", `f:1:8: expected the end of the file, found "x"`},
	{"{\n  a: ,\n}", `f:2:6: expected a value, found ","`},
	{"{a: yes}", `f:1:5: expected a value, found "yes"`},
	{"{é: 1 ü: 2}", `f:1:7: expected "," or "}" after the value of "é", found "ü"`},
	{"[1 2]", `f:1:4: expected "," or "]" after the item, found "2"`},
	{"[,]", `f:1:2: expected a value or "]", found ","`},
	{"[1,,]", `f:1:4: expected a value or "]", found ","`},
	{"{,}", `f:1:2: expected a key or "}", found ","`},
	{"{1a: 1}", `f:1:2: expected a key or "}", found "1a"`},
	{"{a-b: 1}", `f:1:3: expected ":" after the key "a", found "-"`},
	{`{"a" 1}`, `f:1:6: expected ":" after the key "a", found "1"`},
	{`{a: "b" "c"}`, `f:1:9: expected "," or "}" after the value of "a", found a string`},
	{"{\n a: [1, {b: 2\n", `f:2:9: this object is not closed: expected "}", found the end of the file`},
	{"{\n a: [1, ", `f:2:5: this list is not closed: expected "]", found the end of the file`},
	{"{a", `f:1:1: this object is not closed: expected "}", found the end of the file`},
	{"{a:", `f:1:1: this object is not closed: expected "}", found the end of the file`},
	{"1 /* é", `f:1:3: this comment is not closed: expected "*/", found the end of the file`},
	{"/*/", `f:1:1: this comment is not closed: expected "*/", found the end of the file`},
	{"[1, 'a\nb']", `f:1:5: this string is not closed: expected ', found the end of the line`},
	{`"ab`, `f:1:1: this string is not closed: expected ", found the end of the file`},
	{`"ab\`, `f:1:1: this string is not closed: expected ", found the end of the file`},
	{`"a\x4g"`, `f:1:3: expected 2 hex digits after \x, found 1`},
	{`"a\u12"`, `f:1:3: expected 4 hex digits after \u, found 2`},
	{`"\1"`, `f:1:2: \1 is not an escape`},
	{`"\01"`, `f:1:2: octal escapes are not allowed in strings`},
	{"010", "f:1:1: a number does not begin with 0"},
	{"-010", "f:1:1: a number does not begin with 0"},
	{"0x", "f:1:3: expected a hex digit, found the end of the file"},
	{"1e+", "f:1:4: expected a digit of the exponent, found the end of the file"},
	{".", "f:1:2: expected a digit, found the end of the file"},
	{"+-1", `f:1:2: expected a digit, found "-"`},
	{"12abc", `f:1:3: expected the number "12" to end, found "abc"`},
	{"1.2.3", `f:1:4: expected the number "1.2" to end, found "."`},
	{"{\\x61: 1}", `f:1:2: expected "\u" and four hex digits in a key without quotes, found "\\"`},
	{"{\\u002d: 1}", `f:1:2: expected a key or "}", found "\\"`},
	{"\u202e", `f:1:1: expected a value, found "\u202e"`},
	{"#c\n1", `f:1:1: expected a value, found "#"`},
}

func TestJSON5Errors(t *testing.T) {
	for _, tt := range json5Errors {
		if err := wantError(t, tt.text, JSON5); err.Error() != tt.want || err.Kind != Syntax {
			t.Errorf("%q: error is %s: %s\nwant %s", tt.text, err.Kind, err, tt.want)
		}
	}
}

func TestJSON5Places(t *testing.T) {
	doc := mustParse(t, "{\n  ü: [1, {'k': \"é\"}], // c\n  b: null,\n  ü: 2,\n}", JSON5)
	root := doc.Root
	if len(root.Members) != 3 || root.Members[0].Key != "ü" || root.Members[2].Key != "ü" {
		t.Fatalf("members are %v: want both ü, in order", root.Members)
	}
	inner := root.Members[0].Value.Items[1].Members[0]
	for _, tt := range []struct {
		what string
		got  Span
		want Span
	}{
		{"document", root.Span, Span{Position{1, 1, 0}, Position{5, 2, 52}}},
		{"first ü", root.Members[0].KeySpan, Span{Position{2, 3, 4}, Position{2, 4, 6}}},
		{"list", root.Members[0].Value.Span, Span{Position{2, 6, 8}, Position{2, 21, 24}}},
		{"'k'", inner.KeySpan, Span{Position{2, 11, 13}, Position{2, 14, 16}}},
		{"\"é\"", inner.Value.Span, Span{Position{2, 16, 18}, Position{2, 19, 22}}},
		{"last ü", root.Members[2].KeySpan, Span{Position{4, 3, 44}, Position{4, 4, 46}}},
	} {
		if tt.got != tt.want {
			t.Errorf("%s is at %v, want %v", tt.what, tt.got, tt.want)
		}
	}
	if inner.Value.Style != Double || inner.Value.Raw != `"é"` || root.Style != Flow {
		t.Errorf("style and spelling are %v %q, %v", inner.Value.Style, inner.Value.Raw, root.Style)
	}
}

func TestJSON5Bounds(t *testing.T) {
	mustParse(t, strings.Repeat("[", 512)+strings.Repeat("]", 512), JSON5)
	err := wantError(t, strings.Repeat("[", 513)+strings.Repeat("]", 513), JSON5)
	if err.Kind != Limit || err.Error() != "f:1:513: values are nested more than 512 deep" {
		t.Errorf("error is %s: %v", err.Kind, err)
	}
	err = wantError(t, strings.Repeat(`{"a":`, 1_000_000), JSON5, WithMaxDepth(math.MaxInt))
	if err.Kind != Limit || err.Span.Start.Column != 50_001 {
		t.Errorf("error is %s: %v", err.Kind, err)
	}
	mustParse(t, "[1,2,3]", JSON5, WithMaxNodes(4))
	err = wantError(t, "[1,2,3]", JSON5, WithMaxNodes(3))
	if err.Kind != Limit || err.Error() != "f:1:6: the text holds more than 3 values" {
		t.Errorf("error is %s: %v", err.Kind, err)
	}
}

func seedJSON5(f *testing.F) {
	for _, c := range vectors.Read[json5Case](f, "json5-tests") {
		f.Add(c.Text)
	}
	for _, tt := range json5Values {
		f.Add(tt.text)
	}
	for _, tt := range json5Errors {
		f.Add(tt.text)
	}
}

// fuzzParse checks what holds for every text: a tree whose places are right, or
// an *Error with a place in the text.
func fuzzParse(t *testing.T, text string, format Format) (*Document, error) {
	doc, err := Parse(t.Context(), "f", []byte(text), format)
	if err == nil {
		checkTree(t, doc)
		doc.Root.Interface()
		Substitutions(doc.Root)
		return doc, nil
	}
	var e *Error
	if !errors.As(err, &e) {
		t.Fatalf("%q: error is a %T: %v", text, err, err)
	}
	if e.Message == "" || e.Kind == "" || e.Span.End.Offset > len(text) || e.Span.Start.Offset > e.Span.End.Offset {
		t.Fatalf("%q: error is %#v", text, e)
	}
	return nil, err
}

func FuzzJSON5(f *testing.F) {
	seedJSON5(f)
	f.Fuzz(func(t *testing.T, text string) { fuzzParse(t, text, JSON5) })
}

// FuzzJSON5AgainstJSON holds that every JSON text means the same as JSON5.
func FuzzJSON5AgainstJSON(f *testing.F) {
	seedJSON5(f)
	f.Fuzz(func(t *testing.T, text string) {
		var want any
		if !utf8.ValidString(text) || json.Unmarshal([]byte(text), &want) != nil {
			return
		}
		doc, err := Parse(t.Context(), "f", []byte(text), JSON5)
		if err != nil {
			t.Fatalf("%q is JSON: %v", text, err)
		}
		if got := asFloats(doc.Root.Interface()); !reflect.DeepEqual(got, want) {
			t.Fatalf("%q = %#v, want %#v", text, got, want)
		}
	})
}

// asFloats makes every number a float64, as encoding/json does.
func asFloats(v any) any {
	switch v := v.(type) {
	case int64:
		return float64(v)
	case []any:
		for i := range v {
			v[i] = asFloats(v[i])
		}
	case map[string]any:
		for k := range v {
			v[k] = asFloats(v[k])
		}
	}
	return v
}
