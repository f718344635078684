package secret

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// TestHints holds one pass over a text against a search for each hint.
func TestHints(t *testing.T) {
	t.Parallel()
	f := Known()
	if len(f.tokens) > maxForms {
		t.Fatalf("%d forms; a set holds %d", len(f.tokens), maxForms)
	}
	parts := []string{" ", "K", "İ", "ſ", "\xff", "é", "sk", "s", "-"}
	for i := range f.tokens {
		for _, hint := range f.tokens[i].Hints {
			parts = append(parts, hint, strings.ToUpper(hint), hint[:len(hint)/2], hint[len(hint)/2:])
		}
	}
	draw := rand.New(rand.NewPCG(1, 1))
	hits := 0
	for range 3_000 {
		var text strings.Builder
		for range draw.IntN(6) {
			text.WriteString(parts[draw.IntN(len(parts))])
		}
		f.looked.Store(0)
		if few := f.hinted(text.String()); few != f.hints().in(text.String()) {
			t.Fatalf("%q: a short text is looked through in another way", text.String())
		}
		lower := strings.ToLower(text.String())
		got := f.hints().in(text.String())
		for i := range f.tokens {
			want := slices.ContainsFunc(f.tokens[i].Hints, func(hint string) bool { return strings.Contains(lower, hint) })
			if got.has(i) != want {
				t.Fatalf("%q, form %s: %t; want %t", text.String(), f.tokens[i].Name, got.has(i), want)
			}
			if want {
				hits++
			}
		}
	}
	if hits < 3_000 {
		t.Errorf("only %d hints in all texts", hits)
	}
}
