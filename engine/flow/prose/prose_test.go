package prose

import (
	"strings"
	"testing"
)

const page = "# Tidy\n\nBegin.\n\n## Steps\n\nDo these:\n\n- Run `a` now. Then wait.\n- \"Send it all.\"\n\n> [!NOTE]\n> Look.\n\n> Said by Ann.\n\n```sh\n# first\na --b\n```\n"

// at is where some words of the page begin.
func at(t *testing.T, words string) int {
	t.Helper()
	i := strings.Index(page, words)
	if i < 0 {
		t.Fatalf("the page has no %q", words)
	}
	return i
}

func TestLead(t *testing.T) {
	t.Parallel()
	for words, want := range map[string]string{"a` now": "Steps\nDo these:\n\n- Run", "a --b": "Steps\n> Said by Ann."} {
		if got := Lead([]byte(page), at(t, words), words == "a --b"); got != want {
			t.Errorf("before %q stands %q, want %q", words, got, want)
		}
	}
	if said, inside := Note([]byte(page), at(t, "a --b")); said != "first" || inside {
		t.Errorf("the comment before the command is %q, inside %t", said, inside)
	}
	if got := After([]byte(page), at(t, "` now")+1); got != "now" {
		t.Errorf("behind the command stands %q", got)
	}
}

func TestStands(t *testing.T) {
	t.Parallel()
	for words, want := range map[string][2]bool{"Send it all": {true, false}, "Run": {false, false}, "Said by": {false, true}, "Look": {false, false}} {
		begin, end := LineAt([]byte(page), at(t, words))
		over, between, quoted := Stands([]byte(page), begin, end, words)
		if got := [2]bool{between, quoted}; got != want {
			t.Errorf("%q is cited, quoted: %v, want %v", words, got, want)
		}
		if !strings.HasPrefix(over, "Steps\nTidy") {
			t.Errorf("%q stands below %q", words, over)
		}
	}
}

func TestLine(t *testing.T) {
	t.Parallel()
	if got, want := Line([]byte("Send **it**\n> to `us` &amp; <b>wait</b>.")), `Send it to "us" &  wait .`; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if got := Addresses([]byte("See https://a.example.net/x, or b.example.net/y.")); len(got) != 2 || got[0] != "https://a.example.net/x" {
		t.Errorf("%q", got)
	}
}
