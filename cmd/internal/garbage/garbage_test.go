package garbage

import (
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"testing"
	"time"
)

// TestRestore wants Go's own measure after the first collection, and that of whoever set
// another one.
func TestRestore(t *testing.T) {
	defer debug.SetGCPercent(debug.SetGCPercent(usual))
	if !postpone() {
		t.Fatal("the usual measure was taken for one that somebody has set")
	}
	runtime.GC()
	for current() == first {
		time.Sleep(time.Millisecond)
	}
	if now := current(); now != usual {
		t.Errorf("after a collection the measure is %d; %d is wanted", now, usual)
	}
	if !postpone() {
		t.Fatal("the measure is not postponed a second time")
	}
	if Resume(); current() != usual {
		t.Errorf("in a process that stays the measure is %d; %d is wanted", current(), usual)
	}
	debug.SetGCPercent(250)
	restore(measure{first, usual})
	if now := current(); now != 250 {
		t.Errorf("the measure that was set is %d; 250 is wanted", now)
	}
	if postpone() || current() != 250 {
		t.Errorf("the measure that was set gave way to %d", current())
	}
	if undo := Set(300); current() != 300 {
		t.Errorf("the measure is %d where none is postponed; 300 is wanted", current())
	} else if undo(); current() != 250 {
		t.Errorf("what was set before is %d; 250 is wanted", current())
	}
	debug.SetGCPercent(usual)
	if !postpone() {
		t.Fatal("the measure is not postponed a third time")
	}
	if Set(400); current() != held {
		t.Errorf("before the first collection the measure is %d; %d is wanted", current(), held)
	}
	runtime.GC()
	for current() == held {
		time.Sleep(time.Millisecond)
	}
	if now := current(); now != 400 {
		t.Errorf("after a collection the measure is %d; 400 is wanted", now)
	}
}

// current reads what is set, without a moment in which it is something else.
func current() int {
	sample := []metrics.Sample{{Name: "/gc/gogc:percent"}}
	metrics.Read(sample)
	return int(sample[0].Value.Uint64())
}
