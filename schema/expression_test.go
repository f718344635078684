package schema

import (
	"regexp"
	"testing"
)

// TestExpression: what is said of texts in ASCII is what the whole expression says.
func TestExpression(t *testing.T) {
	t.Parallel()
	texts := []string{"", "a", "ab-c1", "-a", "a-", "a--b", "A", "é", "a-é", "ß1", "\x7f", "\u0080", "a b", "\xff", "ſ", "k", "K", "\u212a"}
	for text, short := range map[string]bool{
		`^[\p{Ll}\p{Lo}\p{N}]+(-[\p{Ll}\p{Lo}\p{N}]+)*$`: true,
		`^\P{Lu}+$`:          true,
		`^[^\p{L}]*$`:        true,
		`(?i)^[\p{Greek}k]$`: true,
		`^\p{Han}$`:          true,
		`^[a-z]+$`:           false,
	} {
		ascii := asciiOf(text)
		if (ascii != "") != short || len(ascii) > 4*len(text) {
			t.Errorf("%s in ASCII is %q", text, ascii)
		}
		e, want := newExpression(text, ascii), regexp.MustCompile(text)
		for _, one := range texts {
			if e.MatchString(one) != want.MatchString(one) {
				t.Errorf("%s and %q: %t", text, one, e.MatchString(one))
			}
		}
	}
}
