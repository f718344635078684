package clause

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// The index leads to the branches that have what they need in this order, and to none that do not
// have it, in the order of branches.
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
			got := slices.Collect(s.may(lower))
			at := 0
			for i := range s.branches() {
				one := &s.branches()[i]
				led := at < len(got) && got[at] == one
				if led {
					at++
				}
				if want := inOrder(one.needs, lower.text); want && !led || led && !one.needs.in(lower) {
					t.Fatalf("%s in %q: the index leads to the branch %s: %v; %v is wanted", kind, text.String(), one.expression, led, want)
				}
			}
			if at < len(got) {
				t.Fatalf("%s in %q: the index leads to branches in another order", kind, text.String())
			}
			found += len(got)
		}
	}
	if found < 1000 {
		t.Errorf("only %d branches are found", found)
	}
}

// inOrder reports whether a text has of each set one, each behind the begin of the one before.
func inOrder(n needs, text string) bool {
	from := 0
	for set := range n.sets() {
		next := -1
		for _, word := range set {
			if at := strings.Index(text[min(from, len(text)):], word); at >= 0 && (next < 0 || from+at < next) {
				next = from + at
			}
		}
		if next < 0 {
			return false
		}
		from = next + 1
	}
	return true
}

// Of words in another order than a branch has them nothing is looked at.
func TestIndexOrder(t *testing.T) {
	t.Parallel()
	s := newSaying(`(?i)(?:`, `alpha .* (?:beta|gamma)|delta`, `)`)
	made := newIndex([]*saying{s})
	s.index = func() *index { return made }
	for text, want := range map[string]int{"alpha to beta": 1, "gamma to alpha": 0, "beta alpha gamma": 1, "gamma alpha alpha": 0, "delta": 1} {
		if got := slices.Collect(s.may(folded(text))); len(got) != want {
			t.Errorf("%q has %d branches looked at; %d are wanted", text, len(got), want)
		}
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
