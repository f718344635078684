package document_test

import (
	"testing"

	"github.com/skillctl/skillctl/internal/document"
)

func TestJSONToYAML(t *testing.T) {
	for text, want := range map[string]string{
		`{"b": ["x", 1, "off", "2027-06-30"], "a": {}, "c": [{"k": "a: b", "l": []}]}`: "b: [x, 1, off, \"2027-06-30\"]\na: {}\nc:\n  - k: 'a: b'\n    l: []\n",
		`{"n": null, "t": true, "s": "true"}`:                                          "n: null\nt: true\ns: \"true\"\n",
	} {
		got, err := document.JSONToYAML([]byte(text))
		if err != nil || got != want {
			t.Errorf("JSONToYAML(%s) = %q, %v; want %q", text, got, err, want)
		}
	}
	if _, err := document.JSONToYAML([]byte("{")); err == nil {
		t.Error("what is no JSON is written")
	}
}
