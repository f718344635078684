package lint

import "testing"

func TestValues(t *testing.T) {
	for message, want := range map[string]string{
		"":                                     "",
		"no front matter":                      "",
		`"a" and "b" have one name`:            "\"a\"\x00\"b\"",
		"`name` has 12 letters; 8 at most":     "`name`\x0012\x008",
		`an open "quote`:                       `"quote`,
		"the name of \"a`b\" is that of `c\"`": "\"a`b\"\x00`c\"`",
	} {
		if got := values(message); got != want {
			t.Errorf("%q: %q; want %q", message, got, want)
		}
	}
	if values(`"a" shadows "b"`) != values(`skill "a" has the name of "b"`) || values(`"a" shadows "b"`) == values(`"a" shadows "c"`) {
		t.Error("a fingerprint must change with what a message names, and with nothing else of it")
	}
}
