package clause

import (
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// Words and marks are what the expression says that they were first told by.
func TestTokens(t *testing.T) {
	said := regexp.MustCompile(`[a-z][\w'’-]*|[0-9]+[.)]?|\S`)
	draw, letters := rand.New(rand.NewPCG(5, 6)), []string{"a", "Z", "_", "7", "'", "’", "-", ".", ")", " ", "\n", "\v", "—", "é", "\xff", "#", "*", "+", ",", "\u212a", "\x00", "\u00a0"}
	for range 20_000 {
		var b strings.Builder
		for range draw.IntN(10) {
			b.WriteString(letters[draw.IntN(len(letters))])
		}
		want := said.FindAllString(strings.ToLower(b.String()), -1)
		for len(want) > 0 && slices.Contains([]string{"-", "*", "+", "#"}, want[0]) {
			want = want[1:]
		}
		if got := tokens(b.String()); !slices.Equal(got, want) {
			t.Fatalf("%q: got %q, want %q", b.String(), got, want)
		}
	}
}

// A word is in a text when strings says so, whatever pairs fall together.
func TestHas(t *testing.T) {
	draw := rand.New(rand.NewPCG(7, 8))
	word := func(n int) string {
		b := make([]byte, n)
		for i := range b {
			b[i] = "ab '\xe2\x80\x99z"[draw.IntN(8)]
		}
		return string(b)
	}
	for range 20_000 {
		text, one := word(draw.IntN(12)), word(draw.IntN(4))
		if got := folded(text).has(strings.ToLower(one)); got != strings.Contains(strings.ToLower(text), strings.ToLower(one)) {
			t.Fatalf("%q in %q: got %v", one, text, got)
		}
	}
}
