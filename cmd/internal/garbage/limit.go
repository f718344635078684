package garbage

import (
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"sync"
)

// besides is about what a process needs that is neither in use by it nor garbage.
const besides = 24 << 20

// limit is one of memory, in bytes, that gives way.
type limit struct {
	mu    sync.Mutex
	least int64
	off   bool
}

// Limit has the collector keep memory below so many bytes, as long as that does not make it
// collect more often than it does by Go's own measure. Where twice of what is in use does
// not fit below the limit, nothing can keep memory below, and a collector that tries to does nothing else. What
// it returns undoes that.
func Limit(bytes int64) (undo func()) {
	l := &limit{least: bytes}
	before := debug.SetMemoryLimit(bytes)
	l.watch()
	return func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		l.off = true
		debug.SetMemoryLimit(before)
	}
}

// watch has the limit follow what is in use after the next collection, and each one after that.
func (l *limit) watch() {
	// Nobody refers to this: each collection finds the one that was made after the last.
	runtime.AddCleanup(new([32]byte), (*limit).collected, l)
}

// collected is called after a collection.
func (l *limit) collected() {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.off {
		return
	}
	live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(live)
	debug.SetMemoryLimit(max(l.least, 2*int64(live[0].Value.Uint64())+besides))
	l.watch()
}
