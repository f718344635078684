package clause

import (
	"strings"
	"testing"
)

// FuzzMayReach: a text that an expression finds an address or a place in is one that it is
// looked for in.
func FuzzMayReach(f *testing.F) {
	for _, text := range []string{
		"scripts/do.py", "go to example.com now", "EXAMPLE.CO:80/x", "a.b.example/x", "10.0.0.1", "see pastebin.com", "a.io_b", "<x>.dev", "$h.example.xyz.",
		"x.K\u212a", "a.ba\u017fe/", "e.g. this", "file.tar.gz/x", "v1.2.3", "webhook.site/x", "1.2.3.4:80", "a._b/", "x.1a/",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		r := remarks()
		if strings.Contains(text, "://") || strings.Contains(text, "@") || r.mayReach(text, folded(text)) {
			return
		}
		if dotted(text) && (r.place.MatchString(text) || words().address.MatchString(text)) {
			t.Errorf("%q has an address that nobody looks for", text)
		}
	})
}

// TestMayReach: the names of most files are no addresses.
func TestMayReach(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{
		"Run `scripts/do.py` and read what it says.": false, "notes.md, e.g. a/b.tar.gz": false, "no dot": false,
		"ask example.com": true, "in a.example/x": true, "at 10.0.0.1": true,
	} {
		if got := remarks().mayReach(text, folded(text)); got != want {
			t.Errorf("%q: %t, want %t", text, got, want)
		}
	}
}
