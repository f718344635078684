package engine

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/skillctl/skillctl/internal/document"
)

// TestCompareReasons: the effect counts first, then whether a setting would lift it, then the
// rule, then the place, in whatever order they come.
func TestCompareReasons(t *testing.T) {
	t.Parallel()
	at := func(offset int) *document.Span {
		return &document.Span{Start: document.Position{Offset: offset}}
	}
	want := []Reason{
		{Rule: "exec/z", Effect: Deny, Span: at(90)},
		{Rule: "exec/a", Effect: Ask},
		{Rule: "exec/a", Effect: Ask, Span: at(4)},
		{Rule: "exec/a", Effect: Ask, Span: at(40), Message: "a"},
		{Rule: "exec/a", Effect: Ask, Span: at(40), Message: "b"},
		{Rule: "exec/b", Effect: Ask, Span: at(1)},
		{Rule: "exec/0", Effect: Ask, Setting: "a b/skillctl.yaml:3:5 exec.allowedRoots"},
		{Rule: "exec/1", Effect: Ask, Setting: "exec.allowlist"},
		{Rule: "exec/0", Effect: Warn},
		{Rule: "approval/1", Effect: Allow},
	}
	draw := rand.New(rand.NewPCG(1, 1))
	for range 20 {
		got := slices.Clone(want)
		draw.Shuffle(len(got), func(i, j int) { got[i], got[j] = got[j], got[i] })
		slices.SortFunc(got, CompareReasons)
		for i := range got {
			if got[i] != want[i] {
				t.Fatalf("place %d has %+v; want %+v", i, got[i], want[i])
			}
		}
	}
}
