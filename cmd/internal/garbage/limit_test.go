package garbage

import (
	"math"
	"runtime"
	"runtime/debug"
	"testing"
	"time"
)

// TestLimit wants a limit to give way to what is in use, and to come back when it is not any
// more.
func TestLimit(t *testing.T) {
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(math.MaxInt64))
	const least = 96 << 20
	undo := Limit(least)
	if now := debug.SetMemoryLimit(-1); now != least {
		t.Errorf("the limit is %d; %d is wanted", now, least)
	}
	held := make([]byte, 2*least)
	await(t, func(now int64) bool { return now >= 4*least })
	runtime.KeepAlive(held)
	await(t, func(now int64) bool { return now == least })
	undo()
	if now := debug.SetMemoryLimit(-1); now != math.MaxInt64 {
		t.Errorf("the limit is %d when it is undone", now)
	}
	runtime.GC()
	runtime.GC()
	if now := debug.SetMemoryLimit(-1); now != math.MaxInt64 {
		t.Errorf("after it was undone the limit is %d", now)
	}
}

// await collects until the limit is as it is wanted.
func await(t *testing.T, wanted func(now int64) bool) {
	t.Helper()
	for end := time.Now().Add(10 * time.Second); time.Now().Before(end); time.Sleep(time.Millisecond) {
		runtime.GC()
		if wanted(debug.SetMemoryLimit(-1)) {
			return
		}
	}
	t.Errorf("after collections the limit is %d", debug.SetMemoryLimit(-1))
}
