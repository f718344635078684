package work_test

import (
	"testing"

	"github.com/skillctl/skillctl/engine/work"
)

// TestTake: what one stage has taken is not missing to another, up to what all may take;
// what does not suffice is left for what is smaller.
func TestTake(t *testing.T) {
	t.Parallel()
	b := work.New()
	const much = 1 << 40
	if b.Take(work.Texts, much) {
		t.Error("a stage takes more than there is")
	}
	taken := 0
	for b.Take(work.Texts, 1000) {
		taken++
	}
	if taken == 0 || !b.Take(work.Commands, 1000) {
		t.Errorf("after %d times of one stage there is nothing for another", taken)
	}
	for _, stage := range []work.Stage{work.Files, work.Commands, work.Values, work.Statements, work.Besides} {
		for b.Take(stage, 1000) {
			taken++
		}
	}
	if b.Take(work.Values, 1000) {
		t.Error("the stages together have no bound")
	}
	if alone := work.New(); !alone.Take(work.Values, 1000) {
		t.Error("another budget has less")
	}
}

// TestEnd: when nobody waits there is nothing more to be done.
func TestEnd(t *testing.T) {
	t.Parallel()
	b := work.New()
	b.End()
	if b.Take(work.Texts, 1) {
		t.Error("something is done after the end")
	}
	var none *work.Budget
	if !none.Take(work.Texts, 1<<40) {
		t.Error("no budget is a bound")
	}
}
