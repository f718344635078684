package folder

import (
	"testing"
)

func TestCutSlash(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, folder, rest string
		ok                 bool
	}{
		{"a/b/c", "a/b", "c", true},
		{"a/b", "a/b", ".", true},
		{"a/b", ".", "a/b", true},
		{"a/bc", "a/b", "a/bc", false},
		{"a/b", "a/b/c", "a/b", false},
		{"/etc", "/", "etc", true},
	} {
		if rest, ok := CutSlash(c.name, c.folder); rest != c.rest || ok != c.ok {
			t.Errorf("%q in %q: got %q, %v; want %q, %v", c.name, c.folder, rest, ok, c.rest, c.ok)
		}
	}
}
