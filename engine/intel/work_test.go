package intel

import (
	"strings"
	"testing"
	"time"
)

// TestWork wants twice the work of twice the text, whatever is in it: what is looked up
// and converted is counted, not timed.
func TestWork(t *testing.T) {
	t.Parallel()
	list := `{"schema":"skillctl.intel/v1","name":"x","issued":"2026-11-01T00:00:00Z",
"domains":[{"value":"bad.example","reason":"r","reference":"x"},{"value":"` + strings.Repeat("a.", 100) + `example","reason":"r","reference":"x"}],
"addresses":[{"value":"192.0.2.0/24","reason":"r","reference":"x"},{"value":"2001:db8::/32","reason":"r","reference":"x"},{"value":"files.example/a/b/c/d/e/f","reason":"r","reference":"x"}],
"accounts":[{"value":"eve@mail.example","reason":"r","reference":"x"}]}`
	b, err := Parse(t.Context(), []byte(list), time.Date(2026, 11, 23, 0, 0, 0, 0, time.UTC))
	if err != nil {
		t.Fatal(err)
	}
	work := func(text string) int {
		f := &finder{bundle: b, text: []byte(text), seen: map[*Entry]bool{}, counts: map[bool]int{}}
		f.seek(&reading{text: f.text})
		f.decoded()
		return f.work
	}
	for name, part := range map[string]string{
		"labels": "a.", "ends of words": "a. ", "one letter": "\u4e2d", "letters": "\u4e2d\u6587.", "two scripts": "\u4e2da.", "underscores": "a._", "dots": ".", "joiners": "\u00ad.", "marks": "a\u0301.",
		"paths": "files.example/", "paths up": "files.example/../", "ports": "files.example:", "mails": "eve@mail.example.", "at signs": "@mail.example", "plus": "eve+",
		"colons": "2001:", "percent": "%61.", "backslashes": `\a.`, "entities": "&#46;a", "words": "a.b.example ",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			const n = 4000
			once, twice := work(strings.Repeat(part, n)), work(strings.Repeat(part, 2*n))
			if twice > 2*once+once/4 {
				t.Errorf("the work is %d, and %d for twice the text", once, twice)
			}
		})
	}
}
