package document

import (
	"fmt"
	"math"
	"reflect"
	"strings"
	"testing"
)

var yamlScalars = []struct {
	text string
	want any
}{
	{"", nil}, {"~", nil}, {"null", nil}, {"Null", nil}, {"nULL", "nULL"},
	{"true", true}, {"FALSE", false}, {"yes", "yes"}, {"no", "no"}, {"On", "On"}, {"off", "off"}, {"y", "y"},
	{"0", int64(0)}, {"-12", int64(-12)}, {"+3", int64(3)}, {"0777", int64(777)}, {"0o17", int64(15)}, {"0xfF", int64(255)},
	{"1_000", "1_000"}, {"0b1", "0b1"}, {"-0x1", "-0x1"}, {"0o8", "0o8"}, {"0x", "0x"}, {"+-1", "+-1"}, {"--1", "--1"}, {"+", "+"},
	{"9223372036854775808", float64(1 << 63)}, {"0x10000000000000000", float64(1 << 64)},
	{"1.5", 1.5}, {"1.", 1.0}, {".5", 0.5}, {"-.5e1", -5.0}, {"1e3", 1000.0}, {".", "."}, {"1e", "1e"}, {"1.e+", "1.e+"}, {"1.2.3", "1.2.3"},
	{".inf", math.Inf(1)}, {"-.INF", math.Inf(-1)}, {".NaN", math.NaN()}, {"inf", "inf"}, {"nan", "nan"},
	{"2001-01-01", "2001-01-01"}, {"12:30", "12:30"},
	{`"1"`, "1"}, {"'true'", "true"}, {"'it''s'", "it's"}, {`"\u00e9\n"`, "é\n"},
	{"!!str 12", "12"}, {"! 12", "12"}, {`!!int "12"`, int64(12)}, {"!!float 1", 1.0}, {"!!float 1.5", 1.5}, {"!!bool 'true'", true}, {"!!null ''", nil},
	{"!local 12", "12"}, {"!!binary aGk=", "aGk="}, {"!<tag:yaml.org,2002:str> 12", "12"}, {"&x 5", int64(5)}, {"&x !!str 5", "5"}, {"!!str &x 5", "5"}, {"&x", nil},
	{"two\n  lines", "two lines"}, {"a\n\n  b", "a\nb"}, {"'a\n\n  b'", "a\nb"},
	{"|\n  a\n   b\n", "a\n b\n"}, {"|-\n  a\n", "a"}, {"|+\n  a\n\n", "a\n\n\n"}, {">\n  a\n  b\n\n  c\n", "a b\nc\n"}, {"|2\n   a\n", " a\n"}, {"|\n", ""},
	{"a\u2028b", "a\u2028b"}, {"a\u0085b\u0085", "a\u0085b\u0085"}, {"|\n  a\u2029b\n", "a\u2029b\n"}, {"x\ufeffy\u07c0\ue000", "x\ufeffy\u07c0\ue000"},
}

func TestYAMLScalars(t *testing.T) {
	for _, tt := range yamlScalars {
		doc := mustParse(t, "k: "+tt.text+"\n", YAML)
		n := doc.Root.At("k")
		if n == nil || !sameValue(n.Value, tt.want) {
			t.Errorf("%q = %#v, want %#v", tt.text, n, tt.want)
		}
	}
}

// yamlPlaces are texts in which every value has its span marked: ‹value›.
var yamlPlaces = []string{
	"a: ‹1›\n", "a: ‹b c›  # d\n", "a:   ‹\"x \\\" y\"›\n", "a: ‹'it''s'›\n", "é: ‹ü›\n",
	"a: ‹two\n  lines›\nb: ‹3›\n", "a: ‹\"two\n\n  lines\"›\n", "a: ‹'x'›", "a: ‹x›", "a: &n ‹x›\n", "a: !!str ‹x›\n", "a: !t &n ‹\"x\"›\n",
	"a: &n # c\n  ‹x›\n",
	"a: ‹|\n  x\n  y›\nb: ‹>-\n  p\n\n  q›\n", "a: ‹|  # c\n  x›\n\n# end\n", "a: ‹|-›\nb: ‹1›\n", "a: ‹|\n  x # y›\n", "a: ‹|2\n     x\n   y›\n",
	"- ‹a›\n- ‹b›\n", "- - ‹a›\n  - ‹b›\n",
	"a: ‹[‹1›, ‹'x'›]›\n", "a: ‹[]›\n", "a: ‹{}›\n", "a: ‹[ # ]\n  ‹x›, # ]\n  ]›\n", "a: ‹{b: ‹c›, ‹d›: ‹[‹1›]›,}›\n",
	"a:\r\n  b: ‹c›\r\nd: ‹e\r\n  f›\r\n",
}

func TestYAMLPlaces(t *testing.T) {
	for _, marked := range yamlPlaces {
		// A mark around a key of a flow mapping is there to be ignored.
		marked := strings.ReplaceAll(marked, "‹d›:", "d:")
		text, want := unmark(marked)
		doc := mustParse(t, text, YAML)
		got := map[string]bool{}
		leaves(doc.Root, func(n *Node) { got[text[n.Span.Start.Offset:n.Span.End.Offset]] = true })
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%q: spans are %v, want %v", text, got, want)
		}
	}
}

// unmark takes the marks from a text and returns what they enclose.
func unmark(marked string) (text string, want map[string]bool) {
	want = map[string]bool{}
	var b strings.Builder
	var open []int
	for _, c := range marked {
		switch c {
		case '‹':
			open = append(open, b.Len())
		case '›':
			want[b.String()[open[len(open)-1]:]] = true
			open = open[:len(open)-1]
		default:
			b.WriteRune(c)
		}
	}
	return b.String(), want
}

// leaves visits scalars and flow collections: what yamlPlaces marks.
func leaves(n *Node, visit func(*Node)) {
	if n.Style != Block {
		visit(n)
	}
	for _, item := range n.Items {
		leaves(item, visit)
	}
	for _, m := range n.Members {
		leaves(m.Value, visit)
	}
}

func TestYAMLCollectionPlaces(t *testing.T) {
	const text = "top:\n  - a: 1\n    b:\n  - ? c\n    : 2\nend: x\n"
	root := mustParse(t, text, YAML).Root
	for _, tt := range []struct {
		path []any
		want string
	}{
		{nil, strings.TrimSpace(text)},
		{[]any{"top"}, "- a: 1\n    b:\n  - ? c\n    : 2"},
		{[]any{"top", 0}, "a: 1\n    b:"},
		{[]any{"top", 0, "b"}, ""},
		{[]any{"top", 1}, "? c\n    : 2"},
	} {
		s := root.At(tt.path...).Span
		if got := text[s.Start.Offset:s.End.Offset]; got != tt.want {
			t.Errorf("%v is %q, want %q", tt.path, got, tt.want)
		}
	}
	m, _ := root.Member("end")
	if (m.KeySpan != Span{Position{6, 1, 37}, Position{6, 4, 40}}) {
		t.Errorf("end is at %v", m.KeySpan)
	}
}

func TestYAMLStyles(t *testing.T) {
	root := mustParse(t, "a: x\nb: 'x'\nc: \"x\"\nd: |\n  x\ne: >\n  x\nf: [x]\ng:\n- x\nh: {}\ni:\n  j: x\n", YAML).Root
	want := []Style{Plain, Single, Double, Literal, Folded, Flow, Block, Flow, Block}
	for i, m := range root.Members {
		if m.Value.Style != want[i] {
			t.Errorf("%s is %v, want %v", m.Key, m.Value.Style, want[i])
		}
	}
}

func TestYAMLFacts(t *testing.T) {
	text := "a: &x {k: !!str 1}\nb: *x\nc: *x\nd: !local &y z\n"
	doc := mustParse(t, text, YAML)
	if doc.YAML.Anchors != 2 || doc.YAML.Aliases != 2 || len(doc.YAML.Tags) != 2 {
		t.Fatalf("facts are %+v", doc.YAML)
	}
	for i, want := range []string{"!!str 1", "!local z"} {
		tag := doc.YAML.Tags[i]
		if got := tag.Tag + " " + text[tag.Span.Start.Offset:tag.Span.End.Offset]; got != want {
			t.Errorf("tag %d is %q, want %q", i, got, want)
		}
	}
	b := doc.Root.At("b")
	if b.Alias != "x" || b.Span.Start != (Position{2, 4, 22}) || b.Span.End.Column != 6 || b.At("k").Value != "1" {
		t.Errorf("b is %+v", b)
	}
}

func TestYAMLValues(t *testing.T) {
	for _, tt := range []struct {
		text string
		opts []Option
		want any
	}{
		{"", nil, nil},
		{"# c\n", nil, nil},
		{"---\n", nil, nil},
		{"a: b\n...\n", nil, map[string]any{"a": "b"}},
		{"%YAML 1.2\n# c\n---\na: b\n", nil, map[string]any{"a": "b"}},
		{"%YAML 1.1\n%TAG ! tag:x,1:\n---\na: !y b\n", nil, map[string]any{"a": "b"}},
		{"1: a\ntrue: b\n~: c\n", nil, map[string]any{"1": "a", "true": "b", "~": "c"}},
		{"k: &a v\n*a : x\n", nil, map[string]any{"k": "v", "v": "x"}},
		{"[a: b, c]", nil, []any{map[string]any{"a": "b"}, "c"}},
		{"{a, b: }", nil, map[string]any{"a": nil, "b": nil}},
		{"x: &x {a: 1, b: 2}\ny: {<<: *x, b: 3}\n", nil, map[string]any{
			"x": map[string]any{"a": int64(1), "b": int64(2)}, "y": map[string]any{"a": int64(1), "b": int64(3)}}},
		{"- &x {a: 1}\n- &y {a: 2, b: 3}\n- {b: 9, <<: [*y, *x]}\n- {<<: [*x, *y]}\n", nil, []any{
			map[string]any{"a": int64(1)}, map[string]any{"a": int64(2), "b": int64(3)},
			map[string]any{"a": int64(2), "b": int64(9)}, map[string]any{"a": int64(1), "b": int64(3)}}},
		{"\"<<\": 1\n", nil, map[string]any{"<<": int64(1)}},
		{"<<: {a: 1}\n", []Option{WithMergeKeys(false)}, map[string]any{"<<": map[string]any{"a": int64(1)}}},
		{"a: .inf\n", nil, map[string]any{"a": ".inf"}},
	} {
		if got := mustParse(t, tt.text, YAML, tt.opts...).Root.Interface(); !reflect.DeepEqual(got, tt.want) {
			t.Errorf("%q = %#v, want %#v", tt.text, got, tt.want)
		}
	}
}

func TestYAMLKeepsOrder(t *testing.T) {
	var text strings.Builder
	for i := range 40 {
		fmt.Fprintf(&text, "k%d: %d\n", 39-i, i)
	}
	for i, m := range mustParse(t, text.String(), YAML).Root.Members {
		if m.Key != fmt.Sprintf("k%d", 39-i) || m.Value.Value != int64(i) {
			t.Errorf("member %d is %s: %v", i, m.Key, m.Value.Value)
		}
	}
	if err := wantError(t, text.String()+"k5: x\n", YAML); err.Kind != Duplicate || err.Other.Start.Line != 35 {
		t.Errorf("error is %s: %v, other at %v", err.Kind, err, err.Other)
	}
}

var yamlErrors = []struct {
	text, want string
	kind       ErrorKind
}{
	{"a: 1\nb: 2\na: 3\n", `f:3:1: the key "a" stands twice in one mapping: first at 1:1`, Duplicate},
	{"1: a\n\"1\": b\n", `f:2:1: the key "1" stands twice in one mapping: first at 1:1`, Duplicate},
	{"description: Use when: x\n", `f:1:22: ": " stands inside a value without quotes, where no key can be`, Syntax},
	{"n: é\ndescription: [not] a: list\n", `f:2:21: ": " stands inside a value without quotes, where no key can be`, Syntax},
	{"name: a\ndescription: *all of it\n", `f:2:14: no value before here has the anchor that "*all" names`, Syntax},
	{"description: %x\n", `f:1:14: a plain value cannot begin with "%x"`, Syntax},
	{"description: `x`\n", "f:1:14: a plain value cannot begin with \"`x`\"", Syntax},
	{"description: @x\n", `f:1:14: a plain value cannot begin with "@x"`, Syntax},
	{"description: \"Quoted\" then text\n", `f:1:23: expected a key in the mapping that begins at 1:1, found "then"`, Syntax},
	{"a:\n\t- b\n", "f:2:1: a tab stands in the indentation: YAML wants spaces", Syntax},
	{"\ta: b\n", "f:1:1: a tab stands in the indentation: YAML wants spaces", Syntax},
	{"a: b\n\tc: d\n", "f:2:1: a tab stands in the indentation: YAML wants spaces", Syntax},
	{"a: b\n---\nc: d\n", "f:2:1: a second YAML document begins here: expected one document", Syntax},
	{"a: b\n---\n", "f:2:1: a second YAML document begins here: expected one document", Syntax},
	{"a: \"x\nb: c\n", `f:1:4: this string is not closed: expected ", found the end of the text`, Syntax},
	{"a: }\n", `f:1:4: expected a value, found "}"`, Syntax},
	{"key: [a, b\nother: c\n", `f:2:6: expected "," or "]" in the list that begins at 1:6, found ":"`, Syntax},
	{"a: \"\\q\"\n", "f:1:5: found unknown escape character while scanning a quoted scalar", Syntax},
	{"é: a\x01b\n", "f:1:5: the control character U+0001 stands here: YAML does not allow it", Syntax},
	{"plain\nb: c\n", `f:2:2: ": " stands inside a value without quotes, where no key can be`, Syntax},
	{"a: b\nplain\nc: d\n", `f:3:1: expected ":" after the key at 2:1`, Syntax},
	{"[a]: b\n", "f:1:1: expected text as the key, found a list", Syntax},
	{"? {a: b}\n: c\n", "f:1:3: expected text as the key, found a mapping", Syntax},
	{"a: &x [1]\n*x : b\n", "f:2:1: expected text as the key, found a list", Syntax},
	{"&a [*a]\n", "f:1:5: the alias *a stands inside the value that it repeats: this would never end", Syntax},
	{"a: &a {b: {<<: *a}}\n", "f:1:16: the alias *a stands inside the value that it repeats: this would never end", Syntax},
	{"<<: 3\n", `f:1:5: "<<" merges mappings: expected a mapping or a list of mappings, found a number`, Syntax},
	{"<<: [{}, x]\n", `f:1:10: "<<" merges mappings: expected a mapping or a list of mappings, found a string`, Syntax},
	{"a: !!int x\n", `f:1:10: the tag "!!int" wants another value, found "x"`, Syntax},
	{"a: !!int 1.5\n", `f:1:10: the tag "!!int" wants another value, found "1.5"`, Syntax},
	{"a: !!bool yes\n", `f:1:11: the tag "!!bool" wants another value, found "yes"`, Syntax},
	{"- a\nb: c\n", `f:2:1: expected "-" and the next item in the list that begins at 1:1, found "b"`, Syntax},
}

func TestYAMLErrors(t *testing.T) {
	for _, tt := range yamlErrors {
		if err := wantError(t, tt.text, YAML); err.Error() != tt.want || err.Kind != tt.kind {
			t.Errorf("%q: error is %s: %s\nwant %s: %s", tt.text, err.Kind, err, tt.kind, tt.want)
		}
	}
}

// aliasBomb repeats a text 10^levels times in a few lines.
func aliasBomb(levels int, leaf string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "a0: &a0 %s\n", leaf)
	for i := range levels {
		fmt.Fprintf(&b, "a%d: &a%d [%s]\n", i+1, i+1, strings.TrimSuffix(strings.Repeat(fmt.Sprintf("*a%d, ", i), 10), ", "))
	}
	return b.String()
}

func TestYAMLBounds(t *testing.T) {
	for _, tt := range []struct {
		name, text, want string
		opts             []Option
	}{
		{"alias bomb", aliasBomb(20, "x"), "f:5:45: aliases repeat more than 10,000 values", nil},
		{"alias bomb of text", aliasBomb(4, strings.Repeat("x", 2000)), "f:5:30: aliases repeat more than 10,485,760 bytes of text", []Option{WithMaxAliased(1 << 30)}},
		{"flow depth", strings.Repeat("[", 513), "f:1:513: values are nested more than 512 deep", nil},
		{"block depth", strings.Repeat("- ", 600) + "a", "f:1:1025: values are nested more than 512 deep", nil},
		{"deeper than the stack", strings.Repeat("[", 1_000_000), "f:1:513: values are nested more than 512 deep", nil},
		{"depth of both", strings.Repeat("- ", 300) + strings.Repeat("[", 300) + strings.Repeat("]", 300), "f:1:813: values are nested more than 512 deep", nil},
		{"depth by alias", "a: &a [[[1]]]\nb: [[*a]]\n", "f:2:6: values are nested more than 6 deep", []Option{WithMaxDepth(6)}},
		{"values", "[1, 2, 3]", "f:1:8: the text holds more than 3 values", []Option{WithMaxNodes(3)}},
		{"lines", "a\n b\n c\n d\n", "f: the text has more than 3 lines and commas: it may hold more values than that limit", []Option{WithMaxNodes(3)}},
		{"collections", "[[] [] [] []", "f:1:5: the text holds more than 2 values", []Option{WithMaxNodes(2)}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if err := wantError(t, tt.text, YAML, tt.opts...); err.Error() != tt.want || err.Kind != Limit {
				t.Errorf("error is %s: %s; want %s", err.Kind, err, tt.want)
			}
		})
	}
	mustParse(t, aliasBomb(3, "x"), YAML)
	mustParse(t, "a: &a [[[1]]]\nb: [[*a]]\n", YAML, WithMaxDepth(7))
}

func TestParseYAMLBase(t *testing.T) {
	const file, front = "---\r\nname: ü\nbad: {x: [1}\n---\n", "name: ü\n"
	doc, err := ParseYAML(t.Context(), "SKILL.md", []byte(front), Position{Line: 2, Column: 1, Offset: 5})
	if err != nil {
		t.Fatal(err)
	}
	m, _ := doc.Root.Member("name")
	if m.KeySpan != (Span{Position{2, 1, 5}, Position{2, 5, 9}}) || m.Value.Span != (Span{Position{2, 7, 11}, Position{2, 8, 13}}) {
		t.Errorf("name is at %v, its value at %v", m.KeySpan, m.Value.Span)
	}
	if got := file[m.Value.Span.Start.Offset:m.Value.Span.End.Offset]; got != "ü" {
		t.Errorf("the value is %q", got)
	}
	_, err = ParseYAML(t.Context(), "SKILL.md", []byte(file[5:]), Position{Line: 2, Column: 1, Offset: 5})
	if want := `SKILL.md:3:12: expected "," or "]" in the list that begins at 3:10, found "}"`; err == nil || err.Error() != want {
		t.Errorf("error is %v, want %s", err, want)
	}
}

func FuzzYAML(f *testing.F) {
	for _, tt := range yamlScalars {
		f.Add("k: " + tt.text)
	}
	for _, text := range yamlPlaces {
		text, _ := unmark(text)
		f.Add(text)
	}
	for _, tt := range yamlErrors {
		f.Add(tt.text)
	}
	f.Add(aliasBomb(5, "x"))
	f.Add("x: &x {a: 1}\ny: {<<: [*x], b: 3}\n? !t &k 'a'\n: - - |+\n      q\n")
	f.Fuzz(func(t *testing.T, text string) { fuzzParse(t, text, YAML) })
}

// TestLooseTags takes what does not fit its tag for text where that is asked for.
func TestLooseTags(t *testing.T) {
	t.Parallel()
	doc, err := ParseYAML(t.Context(), "f", []byte("a: !!int x\nb: !!int 7\n"), Position{Line: 1, Column: 1}, WithLooseTags())
	if err != nil || doc.Root.At("a").Interface() != "x" || doc.Root.At("b").Interface() != int64(7) {
		t.Errorf("%v, %v", doc, err)
	}
}
