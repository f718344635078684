package arithmetic

import (
	"strings"
	"testing"
)

func TestNames(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"1 + 2": "; ", "16#ff + 0x1f": "; ", "a + b": "a b; ", "a = 1": "a; a", "a == 1": "a; ", "a += b": "a b; a", "++a": "a; a", "a--": "a; a",
		"a <= 1": "a; ", "a <<= 1": "a; a", "a[i] = 1": "a i; a", "a >= b": "a b; ",
	} {
		names, set := Names(text)
		if got := strings.Join(names, " ") + "; " + strings.Join(set, " "); got != want {
			t.Errorf("%q has %q, want %q", text, got, want)
		}
	}
}

func TestFirst(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{"a1[2]": "a1", "_x=1": "_x", "1a": "", "": ""} {
		if got := strings.Join(First(text), ""); got != want {
			t.Errorf("%q begins with %q, want %q", text, got, want)
		}
	}
}

func TestCode(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]bool{"a[$(id)]": true, "`id`": true, "${a}": true, "$[1]": true, "a[1]": false, "$a": false} {
		if Code(text) != want {
			t.Errorf("%q holds code: %t", text, !want)
		}
	}
}
