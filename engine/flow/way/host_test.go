package way

import "testing"

func TestHostOf(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"In.Example.net/a?b":           "in.example.net",
		"ann:key@in.example.net:8080/": "in.example.net",
		Hole + ".in.example.net/a":     "*.in.example.net",
		Hole + ".net/a":                "",
		"[::1]:80/a":                   "[::1]:80",
	} {
		if got := HostOf(text); got != want {
			t.Errorf("HostOf(%q) is %q, want %q", text, got, want)
		}
	}
}

func TestQuoted(t *testing.T) {
	t.Parallel()
	for word, want := range map[string]string{"--a=b": "--a=b", "a b": "'a b'", "it's": `'it'\''s'`, "": "''"} {
		if got := Quoted(word); got != want {
			t.Errorf("Quoted(%q) is %q, want %q", word, got, want)
		}
	}
}
