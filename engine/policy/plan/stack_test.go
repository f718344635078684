package plan

import "testing"

// What was taken stays as it is while more is taken, and a piece that was left is used
// again: a function at the end of one would have each call make another.
func TestStack(t *testing.T) {
	s := &stack{}
	first := s.take(pieceSize - 1)
	first[0] = void
	work := func() {
		before := s.mark()
		for _, n := range []int{1, 2, pieceSize, 2 * pieceSize, 3} {
			locals := s.take(n)
			if len(locals) != n || locals[n-1] != nil {
				t.Fatalf("%d variables are %d, or have a value", n, len(locals))
			}
			locals[n-1] = undefined
		}
		s.back(before)
	}
	work()
	if n := testing.AllocsPerRun(10, work); n > 0 {
		t.Errorf("pieces that there are are made anew: %v allocations", n)
	}
	if first[0] != void || first[1] != nil {
		t.Error("what was taken first has changed")
	}
	if s.empty(); first[0] != nil || s.mark() != (mark{}) {
		t.Error("an empty stack has something in it")
	}
}
