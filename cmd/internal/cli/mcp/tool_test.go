package mcp

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/jsonschema-go/jsonschema"
)

// FuzzArguments wants arguments read as they stand, or refused in words: never a crash,
// and never a value that was not given.
func FuzzArguments(f *testing.F) {
	for _, seed := range []string{`{"paths":["a"],"dialects":["claude"]}`, `{"paths":null}`, `{"paths":[1]}`, `{}`, `[]`, `{"Paths":["a"]}`, `{"paths":["a"],"paths":["b"]}`, ``} {
		f.Add([]byte(seed))
	}
	schema, err := jsonschema.For[pathsIn](nil)
	if err != nil {
		f.Fatal(err)
	}
	plain(schema)
	f.Fuzz(func(t *testing.T, text []byte) {
		var in pathsIn
		err := arguments(text, schema, &in)
		if err != nil {
			if !utf8.ValidString(short(err.Error())) {
				t.Fatalf("%q", err)
			}
			return
		}
		if len(in.Paths) > 0 && !strings.Contains(string(text), `paths`) && !strings.Contains(string(text), `\`) {
			t.Fatalf("%s: %v", text, in.Paths)
		}
		if err := in.check(); err != nil {
			t.Fatalf("%s is taken, and %v", text, err)
		}
	})
}

// TestPages wants all of a text on its pages, none of them too long, and no character on
// two of them.
func TestPages(t *testing.T) {
	t.Parallel()
	for name, text := range map[string]string{
		"empty": "", "short": "a\n", "lines": strings.Repeat("a line of text\n", 10_000), "no lines": strings.Repeat("é", 50_001), "one long line": "a\n" + strings.Repeat("x", 100_000) + "\nb",
	} {
		list := pages(text)
		if strings.Join(list, "") != text {
			t.Errorf("%s: the pages are not the text", name)
		}
		for _, page := range list {
			if len(page) > pageSize || !utf8.ValidString(page) {
				t.Errorf("%s: a page of %d bytes", name, len(page))
			}
		}
	}
}

// TestResults wants the newest answers kept, and room bounded.
func TestResults(t *testing.T) {
	t.Parallel()
	r := newResults()
	for range maxResults + 1 {
		r.keep("text")
	}
	if r.get("1") != nil || r.get("2") == nil || len(r.pages) != maxResults || r.bytes != 4*maxResults {
		t.Errorf("%d are kept, of %d bytes", len(r.pages), r.bytes)
	}
	r.keep(strings.Repeat("x", maxResultBytes))
	if len(r.pages) != 1 || r.bytes > maxResultBytes {
		t.Errorf("%d are kept, of %d bytes", len(r.pages), r.bytes)
	}
}
