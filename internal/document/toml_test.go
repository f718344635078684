package document

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	toml "github.com/pelletier/go-toml/v2"
)

const tomlSample = `# c
name = "ü" # d
a."b c".d = [1, {x = 1.5, y.z = 'q'}, # ]
  [ ], 2020-01-01,
]

[risk.low]
  on = true
big = 0x_
`

var tomlValues = []struct {
	text string
	want any
}{
	{"", map[string]any{}},
	{"# c", map[string]any{}},
	{"a = 1\nb = -0.5\nc = true\nd = 'x'\ne = \"\\u00e9\"\n", map[string]any{"a": int64(1), "b": -0.5, "c": true, "d": "x", "e": "é"}},
	{"a = 0xff\nb = 1_000\nc = 0o17\nd = 1e3\ne = inf\n", map[string]any{"a": int64(255), "b": int64(1000), "c": int64(15), "d": 1000.0, "e": "inf"}},
	{"a = 1979-05-27T07:32:00Z\nb = 07:32:00\nc = 1979-05-27 07:32:00.5\n", map[string]any{"a": "1979-05-27T07:32:00Z", "b": "07:32:00", "c": "1979-05-27 07:32:00.5"}},
	{"a = '''\nx\ny'''\nb = \"\"\"\nx \\\n  y\"\"\"\n", map[string]any{"a": "x\ny", "b": "x y"}},
	{"a.b = 1\na.\"c d\" = 2\n[e.f]\ng = 3\n[e]\nh = 4\n", map[string]any{
		"a": map[string]any{"b": int64(1), "c d": int64(2)}, "e": map[string]any{"f": map[string]any{"g": int64(3)}, "h": int64(4)}}},
	{"[[t]]\na = 1\n[t.u]\nb = 2\n[[t]]\n[[t.v]]\nc = 3\n", map[string]any{"t": []any{
		map[string]any{"a": int64(1), "u": map[string]any{"b": int64(2)}}, map[string]any{"v": []any{map[string]any{"c": int64(3)}}}}}},
	{"a = [[], [1, [2]], {}, {b.c = 1, d = []}]", map[string]any{"a": []any{[]any{}, []any{int64(1), []any{int64(2)}},
		map[string]any{}, map[string]any{"b": map[string]any{"c": int64(1)}, "d": []any{}}}}},
	{"[a]\nb.c = 1\nb.d.e = 2\n[a.b.f]\ng = 3\n", map[string]any{"a": map[string]any{"b": map[string]any{
		"c": int64(1), "d": map[string]any{"e": int64(2)}, "f": map[string]any{"g": int64(3)}}}}},
}

func TestTOMLValues(t *testing.T) {
	for _, tt := range tomlValues {
		if got := mustParse(t, tt.text, TOML).Root.Interface(); !reflect.DeepEqual(got, tt.want) {
			t.Errorf("%q = %#v, want %#v", tt.text, got, tt.want)
		}
	}
}

func TestTOMLPlaces(t *testing.T) {
	text := strings.Replace(tomlSample, "big = 0x_\n", "", 1) + "[[ tools ]] # e\nk = {} # f\n\n[tools.env]\n\"é\" = '''\nx'''\n[[tools]]\n[risk]\nz = 0\n"
	root := mustParse(t, text, TOML).Root
	for _, tt := range []struct {
		path     []any
		key, val string
	}{
		{[]any{"name"}, "name", `"ü"`},
		{[]any{"a"}, "a", "a.\"b c\".d = [1, {x = 1.5, y.z = 'q'}, # ]\n  [ ], 2020-01-01,\n]"},
		{[]any{"a", "b c"}, `"b c"`, "a.\"b c\".d = [1, {x = 1.5, y.z = 'q'}, # ]\n  [ ], 2020-01-01,\n]"},
		{[]any{"a", "b c", "d"}, "d", "[1, {x = 1.5, y.z = 'q'}, # ]\n  [ ], 2020-01-01,\n]"},
		{[]any{"a", "b c", "d", 1}, "", "{x = 1.5, y.z = 'q'}"},
		{[]any{"a", "b c", "d", 1, "y", "z"}, "z", "'q'"},
		{[]any{"a", "b c", "d", 2}, "", "[ ]"},
		{[]any{"a", "b c", "d", 3}, "", "2020-01-01"},
		{[]any{"risk", "low"}, "low", "[risk.low]\n  on = true"},
		{[]any{"risk", "low", "on"}, "on", "true"},
		{[]any{"risk"}, "risk", "[risk]\nz = 0"},
		{[]any{"tools", 0}, "", "[[ tools ]] # e\nk = {}"},
		{[]any{"tools", 0, "k"}, "k", "{}"},
		{[]any{"tools", 0, "env"}, "env", "[tools.env]\n\"é\" = '''\nx'''"},
		{[]any{"tools", 0, "env", "é"}, `"é"`, "'''\nx'''"},
		{[]any{"tools", 1}, "", "[[tools]]"},
		{[]any{"tools"}, "tools", "[[ tools ]] # e\nk = {} # f\n\n[tools.env]\n\"é\" = '''\nx'''\n[[tools]]"},
	} {
		s := root.At(tt.path...).Span
		if got := text[s.Start.Offset:s.End.Offset]; got != tt.val {
			t.Errorf("%v is %q, want %q", tt.path, got, tt.val)
		}
		at, _, ok := (&Document{Root: root}).Locate(tt.path, true)
		if got := text[at.Start.Offset:at.End.Offset]; !ok || tt.key != "" && got != tt.key {
			t.Errorf("the key of %v is %q, want %q", tt.path, got, tt.key)
		}
	}
	if m, _ := root.Member("risk"); m.KeySpan.Start.Line != 16 {
		t.Errorf("risk is at %v: want its own header, not that of risk.low", m.KeySpan)
	}
}

var tomlErrors = []struct {
	text, want string
	kind       ErrorKind
}{
	{"é = 1", `f:1:1: expected a key, found "é"`, Syntax},
	{"ok = 'ü' x = 1", `f:1:10: expected the end of the line after the value, found "x"`, Syntax},
	{"a = \nb = 1", "f:1:5: expected a value, found the end of the line", Syntax},
	{"x = [1,\n2,,]\n", `f:2:3: expected a value, found ","`, Syntax},
	{"a = yes", `f:1:5: expected a value, found "yes"`, Syntax},
	{"a = 1\nb = 2\na = 3\n", `f:3:1: the key "a" is defined twice: first at 1:1`, Duplicate},
	{"[a]\nx = 1\n[b]\n[a]\n", `f:4:2: the table "a" is defined twice: first at 1:2`, Duplicate},
	{"a.b = 1\na.b = 2\n", `f:2:3: the key "b" is defined twice: first at 1:3`, Duplicate},
	{"a.b = 1\na = 2\n", `f:2:1: the key "a" is defined twice: first at 1:1`, Duplicate},
	{"a = {b = 1, b = 2}\n", `f:1:13: the key "b" is defined twice: first at 1:6`, Duplicate},
	{"a = {b = 1}\n[a.c]\n", `f:2:2: "a" is already an inline table, at 1:1: it cannot be a table with more keys here`, Duplicate},
	{"a = 1\n[a.c]\n", `f:2:2: "a" is already a number, at 1:1: it cannot be a table with more keys here`, Duplicate},
	{"[a.b]\n[a]\nb.c = 1\n", `f:3:1: "b" is already a table with a header of its own, at 1:4: it cannot be a table with more keys here`, Duplicate},
	{"a = []\na.b = 1\n", `f:2:1: "a" is already a list, at 1:1: it cannot be a table with more keys here`, Duplicate},
	{"a = [1]\n[[a]]\n", `f:2:3: "a" is already a list, at 1:1: it cannot be a list of tables here`, Duplicate},
	{"[[a]]\n[a]\n", `f:2:2: "a" is already a list of tables, at 1:3: it cannot be a table here`, Duplicate},
	{"a.b = 1\n[a]\nc=1\n", `f:2:2: "a" is already a table made by dotted keys, at 1:1: it cannot be a table here`, Duplicate},
	{"a = 0x_1", "f:1:5: radix prefix must be followed by at least one digit", Syntax},
	{"a = 99999999999999999999", "f:1:5: decimal number is too large to fit in a 64-bit signed integer", Syntax},
	{"d = 2020-13-01", "f:1:10: impossible date", Syntax},
	{"a = 'x\n'", "f:1:7: literal strings cannot have new lines", Syntax},
}

func TestTOMLErrors(t *testing.T) {
	for _, tt := range tomlErrors {
		if err := wantError(t, tt.text, TOML); err.Error() != tt.want || err.Kind != tt.kind {
			t.Errorf("%q: error is %s: %s\nwant %s: %s", tt.text, err.Kind, err, tt.kind, tt.want)
		}
	}
}

func TestTOMLManyKeys(t *testing.T) {
	var b strings.Builder
	for i := range 100 {
		fmt.Fprintf(&b, "k%d = %d\n", i, i)
	}
	root := mustParse(t, b.String(), TOML).Root
	if len(root.Members) != 100 || root.At("k99").Value != int64(99) {
		t.Errorf("there are %d members", len(root.Members))
	}
	if err := wantError(t, b.String()+"k42 = 1\n", TOML); err.Kind != Duplicate || err.Other.Start.Line != 43 {
		t.Errorf("error is %v, other at %v", err, err.Other)
	}
}

func TestTOMLBounds(t *testing.T) {
	for _, tt := range []struct {
		name, text, want string
		opts             []Option
	}{
		{"lists", "a = " + strings.Repeat("[", 600) + strings.Repeat("]", 600), "f:1:516: values are nested more than 512 deep", nil},
		{"header", "[" + strings.Repeat("a.", 1_000_000) + "b]", "f:1:1024: values are nested more than 512 deep", nil},
		{"dotted key", strings.Repeat("a.", 1_000_000) + "b = 1", "f:1:2000005: values are nested more than 512 deep", nil},
		{"tables of tables", strings.Repeat("[[a.a.a.a.a.a.a.a]]\n", 1) + "[[a.a.a.a.a.a.a.a.b]]\n", "f:2:19: values are nested more than 10 deep", []Option{WithMaxDepth(10)}},
		{"values", "a = [1, 2, 3]", "f:1:12: the text holds more than 4 values", []Option{WithMaxNodes(4)}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if err := wantError(t, tt.text, TOML, tt.opts...); err.Error() != tt.want || err.Kind != Limit {
				t.Errorf("error is %s: %s; want %s", err.Kind, err, tt.want)
			}
		})
	}
}

// sameTOML compares a tree with what the library decodes; dates and times are
// the same if both are.
func sameTOML(n *Node, want any) bool {
	switch want := want.(type) {
	case map[string]any:
		return n.Kind == Object && len(want) == len(n.Members) && !slices.ContainsFunc(n.Members, func(m Member) bool {
			v, ok := want[m.Key]
			return !ok || !sameTOML(m.Value, v)
		})
	case []any:
		same := n.Kind == Array && len(want) == len(n.Items)
		for i := 0; same && i < len(want); i++ {
			same = sameTOML(n.Items[i], want[i])
		}
		return same
	case string, bool, int64, float64:
		return sameValue(n.Value, want)
	}
	return n.Kind == String && n.Style == Plain && n.Value == n.Raw
}

// FuzzTOML also holds that the library decodes the same texts to the same
// values.
func FuzzTOML(f *testing.F) {
	f.Add(tomlSample)
	for _, tt := range tomlErrors {
		f.Add(tt.text)
	}
	f.Add("[[ t ]]\na = 1\n[t.\"u v\"]\nb = [ {c.d = 2}, [ ], '''x''' ]\n[[t]]\n[x.y]\n[x]\nz=07:32:00\n")
	for _, tt := range tomlValues {
		f.Add(tt.text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		doc, err := fuzzParse(t, text, TOML)
		if len(text) > 4096 || !utf8.ValidString(text) || strings.ContainsRune(text, 0) || strings.HasPrefix(text, "\ufeff") {
			return
		}
		var want map[string]any
		if failure := toml.Unmarshal([]byte(text), &want); (failure == nil) != (err == nil) {
			t.Fatalf("%q: error is %v, that of the library %v", text, err, failure)
		}
		if err == nil && !sameTOML(doc.Root, want) {
			t.Fatalf("%q = %v, want %v", text, doc.Root.Interface(), want)
		}
	})
}

// TestTOMLDefinitions holds, for every short sequence of definitions, that the
// library accepts the same ones, with the same values.
func TestTOMLDefinitions(t *testing.T) {
	lines := []string{"[a]", "[a.b]", "[a.b.c]", "[[a]]", "[[a.b]]", "a = 1", "a.b = 1", "b = 1", "b.c = 1", "b.c.d = 1", "a = {b = {}}", "b = {c.d = 1}", "a = []", "a = [{b = 1}]"}
	accepted := 0
	var try func(text string, more int)
	try = func(text string, more int) {
		var want map[string]any
		failure := toml.Unmarshal([]byte(text), &want)
		doc, err := Parse(t.Context(), "f", []byte(text), TOML)
		if (failure == nil) != (err == nil) {
			t.Errorf("%q: error is %v, that of the library %v", text, err, failure)
		} else if err == nil {
			accepted++
			if !sameTOML(doc.Root, want) {
				t.Errorf("%q = %v, want %v", text, doc.Root.Interface(), want)
			}
		}
		if more == 0 || failure != nil {
			return
		}
		for _, line := range lines {
			try(text+line+"\n", more-1)
		}
	}
	try("", 4)
	if accepted < 1000 {
		t.Errorf("only %d sequences were accepted", accepted)
	}
}
