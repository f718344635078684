package clause

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// The index leads to the branches that have what they need, and to no others, in their order.
func TestIndex(t *testing.T) {
	t.Parallel()
	all := remarks()
	draw, words := rand.New(rand.NewPCG(9, 10)), []string{"é", " ", ".", "\xff", "the user", "-"}
	for _, kind := range all.names {
		branches := all.kinds[kind].branches()
		for range 3 {
			for set := range branches[draw.IntN(len(branches))].needs.sets() {
				words = append(words, set[draw.IntN(len(set))])
			}
		}
	}
	found := 0
	for range 300 {
		var text strings.Builder
		for range draw.IntN(30) {
			text.WriteString(words[draw.IntN(len(words))])
			if draw.IntN(2) == 0 {
				text.WriteByte(' ')
			}
		}
		lower := folded(text.String())
		for _, kind := range all.names {
			s := all.kinds[kind]
			var want []*branch
			for i := range s.branches() {
				if one := &s.branches()[i]; one.needs.in(lower) {
					want = append(want, one)
				}
			}
			if got := slices.Collect(s.may(lower)); !slices.Equal(got, want) {
				t.Fatalf("%s in %q: the index leads to %d branches; %d are wanted", kind, text.String(), len(got), len(want))
			}
			found += len(want)
		}
	}
	if found < 1000 {
		t.Errorf("only %d branches are found", found)
	}
}

// A branch that needs nothing is looked at in every text, between those that need something.
func TestIndexFree(t *testing.T) {
	t.Parallel()
	s := newSaying(`(?i)(?:`, `alpha|[0-9]|beta|alpha [a-z]+ beta`, `)`)
	made := newIndex([]*saying{s})
	s.index = func() *index { return made }
	for text, want := range map[string]int{"": 1, "alpha": 2, "beta": 2, "alpha beta": 4, "alp ha": 1} {
		if got := slices.Collect(s.may(folded(text))); len(got) != want {
			t.Errorf("%q has %d branches looked at; %d are wanted", text, len(got), want)
		}
	}
	if got := slices.Collect(s.may(nil)); len(got) != 4 {
		t.Errorf("a text that is not folded has %d branches looked at", len(got))
	}
}
