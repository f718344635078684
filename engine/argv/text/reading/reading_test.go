package reading_test

import (
	"strings"
	"testing"

	"github.com/skillctl/skillctl/engine/argv/text/reading"
)

func TestBounds(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, text, want string }{
		{"plain", "a (b)\n\tc", ""},
		{"unknown", "a" + reading.Unknown, "a part that is known only when it runs"},
		{"long", strings.Repeat("x", reading.MaxText+1), "a text of more than 16 KiB"},
		{"deep", strings.Repeat("(", reading.MaxDepth+1), "more than 100 nested brackets"},
		{"not deep", strings.Repeat("()", 1000), ""},
		{"control", "a\x1b[0m", "a control character"},
		{"carriage return", "a\r\nb", "a control character"},
	} {
		var r reading.Reading
		ok := r.Bounds(c.text)
		got := ""
		if r.Opaque != nil {
			got = r.Opaque.Why
		}
		if got != c.want || ok != (c.want == "") || r.Harmless() != ok {
			t.Errorf("%s: got %t %q, want %q", c.name, ok, got, c.want)
		}
	}
}

func TestClosed(t *testing.T) {
	t.Parallel()
	for regex, want := range map[string]bool{
		"": true, "abc": true, "[a-z]": true, "[]a]": true, "[^]a]": true, "[[:alpha:]]": true, `\[`: true, `[\]]`: true, "a]": true,
		"[": false, "[a": false, "[[:alpha:]": false, "[[]": false, "[a[:]": false, "[]": false,
	} {
		if got := reading.Closed(regex); got != want {
			t.Errorf("%q: got %t", regex, got)
		}
	}
}
