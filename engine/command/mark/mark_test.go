package mark

import (
	"slices"
	"strconv"
	"testing"

	"github.com/skillctl/skillctl/engine/argv"
)

func TestPattern(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"a.go": "a.go", "*.go": "\x02.go", "a?": "a\x03", "[ab]c": "\x03c", "a[b": "a[b", "@(a|b).c": "\x01.c", "+(a|*(b)).c": "\x01.c", "@(a": Unknown,
	} {
		if got := Pattern(text); got != want {
			t.Errorf("%q is marked as %q, want %q", text, got, want)
		}
	}
	// A search matches a leading dot, which a pattern of the shell does not.
	for _, c := range []struct{ a, b string }{{FoundPattern("*.sh"), ".a.sh"}, {FoundPattern("?a"), ".a"}} {
		if !Meet(c.a, c.b) {
			t.Errorf("%q does not meet %q", c.a, c.b)
		}
	}
}

func TestLiteral(t *testing.T) {
	t.Parallel()
	if got := Literal("~a", argv.Word{Skeleton: "~a"}); got != "./~a" {
		t.Errorf("a tilde in quotes is %q", got)
	}
	if got := Literal("*", argv.Word{}); got != "*" {
		t.Errorf("an asterisk in quotes is %q", got)
	}
}

func TestMeet(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		a, b string
		want bool
	}{
		{"a", "a", true}, {"a", "b", false}, {Pattern("*"), "a", true}, {Pattern("*"), ".git", false}, {Pattern(".*"), ".git", true},
		{Unknown, ".git", true}, {Pattern("a?c"), "abc", true}, {Pattern("a?c"), "abbc", false}, {Pattern("a*"), Pattern("*b"), true}, {Pattern("a*"), Pattern("b*"), false},
	} {
		if got := Meet(c.a, c.b); got != c.want {
			t.Errorf("%q meets %q: %t", c.a, c.b, got)
		}
	}
}

func TestLimit(t *testing.T) {
	t.Parallel()
	var numbers, names []string
	for i := range MaxValues + 1 {
		numbers, names = append(numbers, strconv.Itoa(i)), append(names, "a"+strconv.Itoa(i))
	}
	for _, c := range []struct{ list, want []string }{
		{[]string{"b", "a", "b"}, []string{"a", "b"}}, {numbers, []string{UnknownPart}}, {names, []string{Unknown}},
	} {
		if got := Limit(slices.Clone(c.list)); !slices.Equal(got, c.want) {
			t.Errorf("of %q are kept %q, want %q", c.list, got, c.want)
		}
	}
}

// What an operator makes of a value must not have marks that the value has not: they would be taken for
// what is not known.
func TestAdded(t *testing.T) {
	t.Parallel()
	if Added("a", "a") || Added("a\x04", "\x04a") || !Added("a\x04", "a") {
		t.Error("marks are not counted")
	}
	if !Dash("") || !Dash("-n") || !Dash(UnknownPart) || Dash("a") {
		t.Error("what may begin with a dash is not told")
	}
	for path, want := range map[string]bool{"/etc": true, "~": true, "../a": true, ".git": true, "a/.git": true, "a/b": false, "/": false} {
		if Outside(path) != want {
			t.Errorf("%q is outside: %t", path, !want)
		}
	}
}
