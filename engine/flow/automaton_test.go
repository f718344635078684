package flow

import (
	"math/rand/v2"
	"strings"
	"testing"
)

// TestAutomatonDrawn holds what is found in drawn texts against looking for each word.
func TestAutomatonDrawn(t *testing.T) {
	t.Parallel()
	draw := rand.New(rand.NewPCG(1, 2))
	text := func(most int) string {
		var b strings.Builder
		for range 1 + draw.IntN(most) {
			b.WriteByte("abcA-"[draw.IntN(5)])
		}
		return b.String()
	}
	for range 300 {
		groups := make([][]string, 3)
		for g := range groups {
			for range 1 + draw.IntN(4) {
				groups[g] = append(groups[g], strings.ToLower(text(4)))
			}
		}
		a := newAutomaton(groups)
		for range 20 {
			text := text(40)
			want := map[int]uint32{}
			for g, words := range groups {
				for _, word := range words {
					for at := range len(text) {
						if strings.HasSuffix(strings.ToLower(text[:at+1]), word) {
							want[at] |= 1 << g
						}
					}
				}
			}
			found := a.marks([]byte(text))
			if len(found) != len(want) {
				t.Fatalf("%q in %q: %v, want %v", groups, text, found, want)
			}
			for _, one := range found {
				if want[one.off] != one.groups {
					t.Fatalf("%q in %q at %d: %b, want %b", groups, text, one.off, one.groups, want[one.off])
				}
			}
		}
	}
}
