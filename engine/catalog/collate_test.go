package catalog

import (
	"slices"
	"testing"
)

// TestInWords sorts as localeCompare of the locale "en" does in Node 24, symbols that
// came after the tables of the library included.
func TestInWords(t *testing.T) {
	want := []string{"_x", "🎉 party", "🤖-a", "🤖-bot", "🦀-rust", "🧪", "₿", "1", "alpha", "Alpha", "álpha", "zeta", "中"}
	texts := slices.Clone(want)
	slices.Reverse(texts)
	var got []string
	for _, i := range InWords(texts) {
		got = append(got, texts[i])
	}
	if !slices.Equal(got, want) {
		t.Errorf("%q; wanted %q", got, want)
	}
	equal := []string{"b", "é", "e\u0301", "é"}
	if order := InWords(equal); !slices.Equal(order, []int{0, 1, 2, 3}) {
		t.Errorf("%v: equal ones stay in their order", order)
	}
}
