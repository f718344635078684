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
	for measure() == first {
		time.Sleep(time.Millisecond)
	}
	if now := measure(); now != usual {
		t.Errorf("after a collection the measure is %d; %d is wanted", now, usual)
	}
	if !postpone() {
		t.Fatal("the measure is not postponed a second time")
	}
	if Resume(); measure() != usual {
		t.Errorf("in a process that stays the measure is %d; %d is wanted", measure(), usual)
	}
	debug.SetGCPercent(250)
	restore(usual)
	if now := measure(); now != 250 {
		t.Errorf("the measure that was set is %d; 250 is wanted", now)
	}
	if postpone() || measure() != 250 {
		t.Errorf("the measure that was set gave way to %d", measure())
	}
}

// measure reads what is set, without a moment in which it is something else.
func measure() int {
	sample := []metrics.Sample{{Name: "/gc/gogc:percent"}}
	metrics.Read(sample)
	return int(sample[0].Value.Uint64())
}
