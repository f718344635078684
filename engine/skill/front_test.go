package skill

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/skillctl/skillctl/internal/document"
)

// frontCases are front matter and what strict YAML and OpenClaw's loader make
// of it. What the loader does was observed in version 2026.9.6.
var frontCases = []struct {
	name string
	text string
	// host is what the loader keeps, nil where it refuses the front matter.
	host map[string]string
	// code is that of the error of strict YAML, empty where there is none.
	code      string
	recovered string // keys
}{
	{"plain", "---\nname: a\ndescription: b c\n---\n", map[string]string{"name": "a", "description": "b c"}, "", ""},
	{"none", "# Title\nname: a\n", map[string]string{}, "", ""},
	{"empty file", "", map[string]string{}, "", ""},
	{"leading blank line", "\n---\nname: a\n---\n", map[string]string{}, "", ""},
	{"four dashes", "----\nname: a\n----\n", map[string]string{}, "", ""},
	{"only an opening", "---", map[string]string{}, "", ""},
	{"blanks behind fences", "---  \t\nname: a\n---\t\nbody\n", map[string]string{"name": "a"}, "", ""},
	{"text behind the closing fence", "---\nname: a\n--- x\n---\n", nil, "syntax", ""},
	{"unterminated", "---\nname: a\n", nil, CodeUnterminated, ""},
	{"closed by dots", "---\nname: a\n...\nbody\n", nil, CodeUnterminated, ""},
	{"closing fence at the end", "---\nname: a\n---", map[string]string{"name": "a"}, "", ""},
	{"byte order mark and crlf", "\xef\xbb\xbf---\r\nname: a\r\ndescription: |\r\n  b\r\n  c\r\n---\r\n", map[string]string{"name": "a", "description": "b\nc"}, "", ""},
	{"carriage returns", "---\rname: a\rdescription: b\r---\r", map[string]string{"name": "a", "description": "b"}, "", ""},
	{"empty block", "---\n---\n", map[string]string{}, "", ""},
	{"comments only", "---\n# x\n---\n", map[string]string{}, "", ""},
	{"list", "---\n- name: a\n---\n", nil, CodeRoot, ""},
	{"text", "---\njust text\n---\n", nil, CodeRoot, ""},
	{"duplicate key", "---\nname: a\nname: b\n---\n", nil, "duplicate", ""},
	{"tab", "---\nname: a\nmetadata:\n\tx: 1\n---\n", nil, "syntax", ""},
	{"core schema", "---\na: yes\nb: true\nc: 1.0\nd: 0x1F\ne: 2020-01-02\nf: 1e21\ng: .inf\nh: 12345678901234567890\ni: 0.0000001\nj: -0.5\n---\n",
		map[string]string{"a": "yes", "b": "true", "c": "1", "d": "31", "e": "2020-01-02", "f": "1e+21", "g": "Infinity", "h": "12345678901234567000", "i": "1e-7", "j": "-0.5"}, "", ""},
	{"null is filled in from the line", "---\nname: null\nb: ~\nc:\nd: \"\"\n---\n", map[string]string{"name": "null", "b": "~", "d": ""}, "", ""},
	{"keys of other characters", "---\n\"a b\": c\nd.e: f\n---\n", map[string]string{"a b": "c", "d.e": "f"}, "", ""},
	{"trimmed", "---\nname: \"  a\\u00a0 \"\n---\n", map[string]string{"name": "a"}, "", ""},
	{"lists and objects", "---\na: [x, 1, null, true]\nb:\n  2: x\n  1: \"q\\\"\\n\\u0007é<\"\n---\n",
		map[string]string{"a": `["x",1,null,true]`, "b": `{"1":"q\"\n\u0007é<","2":"x"}`}, "", ""},
	{"a colon on the line of a key", "---\nmetadata: {a: [b]} \nother: [x, y]\n---\n", map[string]string{"metadata": "{a: [b]}", "other": `["x","y"]`}, "", ""},
	{"a colon on the first line of many", "---\nmetadata: { \"a\":\n  1 }\n---\n", map[string]string{"metadata": `{ "a":`}, "", ""},
	{"a colon on later lines", "---\nmetadata:\n  { \"a\": 1, }\n---\n", map[string]string{"metadata": `{"a":1}`}, "", ""},
	{"quoted text with a colon is a scalar", "---\nmetadata: '{\"a\":1}'\n---\n", map[string]string{"metadata": `{"a":1}`}, "", ""},
	{"block scalar", "---\na: |-\n  x: y\n  z\nb: >\n  p\n  q\n---\n", map[string]string{"a": "x: y\nz", "b": "p q"}, "", ""},
	{"anchors and tags", "---\na: &x one\nb: *x\nc: !custom two\n---\n", map[string]string{"a": "one", "b": "one", "c": "two"}, "", ""},
	{"merge keys are keys", "---\na: &x {k: v}\n<<: *x\n---\n", map[string]string{"a": "&x {k: v}", "<<": `{"k":"v"}`}, "", ""},
	{"comment behind a value", "---\ndescription: Track #1 # c\n---\n", map[string]string{"description": "Track"}, "", ""},

	{"description with a colon", "---\ndescription: Use when: the user asks: now\nname: a\n---\n", map[string]string{"description": "Use when: the user asks: now", "name": "a"}, "syntax", "description"},
	{"description like an alias", "---\ndescription: *alias and more\n---\n", map[string]string{"description": "*alias and more"}, "syntax", "description"},
	{"description like a list", "---\ndescription: [not] a list: really\n---\n", map[string]string{"description": "[not] a list: really"}, "syntax", "description"},
	{"description like a directive", "---\ndescription: %x\n---\n", map[string]string{"description": "%x"}, "syntax", "description"},
	{"description in backticks", "---\ndescription: `x` y\n---\n", map[string]string{"description": "`x` y"}, "syntax", "description"},
	{"description that goes on behind quotes", "---\ndescription: \"Quoted\" then\n---\n", map[string]string{"description": `"Quoted" then`}, "syntax", "description"},
	{"open quote on the last line", "---\nname: a\ndescription: \"open\n---\n", map[string]string{"name": "a", "description": `"open`}, "syntax", "description"},
	{"open quote with a partner further on", "---\ndescription: \"open\nname: \"a\"\n---\n", nil, "syntax", ""},
	{"open quote without a partner", "---\ndescription: \"open\nname: a\n---\n", nil, "syntax", ""},
	{"open bracket", "---\ndescription: [open\nname: a\n---\n", nil, "syntax", ""},
	{"open bracket on the last line", "---\nname: a\ndescription: [open\n---\n", map[string]string{"name": "a", "description": "[open"}, "syntax", "description"},
	{"quotes behind quotes", "---\ndescription: \"\"\"\nx: \"a: b\"\nname: e\n---\n", map[string]string{"description": `"`, "x": "a: b", "name": "e"}, "syntax", "description"},
	{"a directive", "---\n# c\n%YAML 1.2\nname: a\n---\n", nil, "syntax", ""},
	{"an end at the beginning", "---\n...\nname: a\n---\n", nil, "syntax", ""},
	{"bracket closed below", "---\nx: [\n a,\n b\n]\nname: 'a\n  b'\n---\n", map[string]string{"x": `["a","b"]`, "name": "a b"}, "", ""},
	{"quotes that go on in a line that is not indented", "---\nname: a\nfoo: \"b\nc\"\n---\n", nil, "syntax", ""},
	{"quotes around what is repaired", "---\nname: a\ndescription: \"bad \\q\"\n---\n", map[string]string{"name": "a", "description": "bad \\q"}, "syntax", "description"},
	{"summary and read_when", "---\ndescription: fine\nsummary: a: b: c\nread_when: d: e: f\n---\n",
		map[string]string{"description": "fine", "summary": "a: b: c", "read_when": "d: e: f"}, "syntax", "summary read_when"},
	{"summary without a colon is not repaired", "---\nsummary: *x\n---\n", nil, "syntax", ""},
	{"other keys are not repaired", "---\ndescription: fine\nauthor: not: recovered\n---\n", nil, "syntax", ""},
	{"the next line is not repaired", "---\ndescription: ok\n  stray: indent\n---\n", nil, "syntax", ""},
	{"open list of another key", "---\ndescription: ok\nfoo: [unclosed\n---\n", nil, "syntax", ""},
	{"too long", "---\nname: a\n" + strings.Repeat("# x\n", maxFront/4) + "---\n", nil, "limit", ""},
	{"too many values", "---\nname: a\nx: [" + strings.Repeat("1,", MaxValues) + "]\n---\n", nil, "limit", ""},
	{"not UTF-8", "---\ndescription: caf\xe9\n---\n", map[string]string{"description": "caf\uFFFD"}, "encoding", ""},
}

func TestFront(t *testing.T) {
	for _, c := range frontCases {
		t.Run(c.name, func(t *testing.T) {
			f, _ := parseFront("SKILL.md", []byte(c.text))
			code := ""
			if f.Error != nil {
				code = f.Error.Code
			}
			if code != c.code {
				t.Errorf("error: got %q (%+v), want %q", code, f.Error, c.code)
			}
			if (f.Host == nil) != (c.host == nil) || !maps.Equal(f.Host, c.host) {
				t.Errorf("host: got %#v, want %#v", f.Host, c.host)
			}
			if (f.HostError != nil) != (c.host == nil) {
				t.Errorf("host error: got %v", f.HostError)
			}
			var keys []string
			for _, r := range f.Recovered {
				keys = append(keys, r.Key)
				if got := c.text[r.Span.Start.Offset:r.Span.End.Offset]; !strings.HasSuffix(strings.Split(c.text, "\n")[r.Span.Start.Line-1], got) || got == "" {
					t.Errorf("span of %s: got %q", r.Key, got)
				}
			}
			if got := strings.Join(keys, " "); got != c.recovered {
				t.Errorf("recovered: got %q, want %q", got, c.recovered)
			}
			if f.Error != nil && (f.Error.Span.IsZero() || f.Error.Message == "" || len(f.Fields) > 0) {
				t.Errorf("an error needs a place and a message, and leaves no fields: %+v, %v", f.Error, f.Fields)
			}
		})
	}
}

func TestFrontFields(t *testing.T) {
	text := "---\nname: \"a é\"\ntags: [x, 1]\nn: 2 # c\nm:\n  k: v\nt: |\n  l\n---\n# Body\n"
	f, body := parseFront("SKILL.md", []byte(text))
	if f.Error != nil {
		t.Fatal(f.Error)
	}
	want := []struct{ key, typ, style, spelled string }{
		{"name", "string", "double", `"a é"`}, {"tags", "list", "flow", "[x, 1]"}, {"n", "number", "plain", "2"},
		{"m", "object", "block", "k: v"}, {"t", "string", "literal", "|\n  l"},
	}
	var order []string
	for _, w := range want {
		order = append(order, w.key)
		got, ok := f.Fields[w.key]
		if !ok || got.Type != w.typ || got.Style != w.style {
			t.Errorf("%s: got %+v, want %s, %s", w.key, got, w.typ, w.style)
		}
		if s := text[got.Span.Start.Offset:got.Span.End.Offset]; s != w.spelled {
			t.Errorf("%s: span holds %q, want %q", w.key, s, w.spelled)
		}
		if s := text[got.KeySpan.Start.Offset:got.KeySpan.End.Offset]; s != w.key {
			t.Errorf("%s: key span holds %q", w.key, s)
		}
	}
	if !slices.Equal(f.Order, order) {
		t.Errorf("order: got %v, want %v", f.Order, order)
	}
	if got := f.Fields["name"].Span.Start; got != (document.Position{Line: 2, Column: 7, Offset: 10}) {
		t.Errorf("name stands at %+v", got)
	}
	if got := text[body.Offset:]; got != "# Body\n" || body.Line != 10 || body.Column != 1 {
		t.Errorf("body: %+v %q", body, got)
	}
	if got := text[f.Span.Start.Offset:f.Span.End.Offset]; !strings.HasPrefix(got, "---\nname") || !strings.HasSuffix(got, "\n---") {
		t.Errorf("span of the front matter holds %q", got)
	}
}

func TestFrontDuplicates(t *testing.T) {
	text := "---\nname: a\n\"name\": b\n---\n"
	f, _ := parseFront("SKILL.md", []byte(text))
	if len(f.Duplicates) != 1 {
		t.Fatalf("duplicates: got %+v", f.Duplicates)
	}
	d := f.Duplicates[0]
	if d.Key != "name" || d.Span.Start.Line != 3 || d.First.Start.Line != 2 {
		t.Errorf("got %+v", d)
	}
}

func TestFrontAnchors(t *testing.T) {
	f, _ := parseFront("SKILL.md", []byte("---\na: &x 1\nb: *x\nc: *x\n---\n"))
	if f.Anchors != 3 {
		t.Errorf("anchors and aliases: got %d, want 3", f.Anchors)
	}
}

func FuzzFrontMatter(f *testing.F) {
	for _, c := range frontCases {
		f.Add(c.text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		front, body := parseFront("SKILL.md", []byte(text))
		if body.Offset < 0 || body.Offset > len(text) || body.Line < 1 || body.Column < 1 {
			t.Fatalf("the body starts at %+v of %d bytes", body, len(text))
		}
		if (front.Host == nil) == (front.HostError == nil) {
			t.Fatal("the loader either keeps or refuses front matter")
		}
		if front.HostError != nil && front.Error == nil {
			t.Fatal("the loader refuses what is valid")
		}
		spans := []document.Span{}
		if front.Present {
			spans = append(spans, front.Span)
		}
		for _, v := range front.Fields {
			spans = append(spans, v.Span, v.KeySpan)
		}
		for _, r := range front.Recovered {
			spans = append(spans, r.Span)
		}
		if front.Error != nil {
			spans = append(spans, front.Error.Span)
		}
		for _, s := range spans {
			if s.Start.Offset < 0 || s.Start.Offset > s.End.Offset || s.End.Offset > len(text) || s.Start.Line < 1 {
				t.Fatalf("span %+v is not in the text", s)
			}
		}
	})
}
