// Package garbage has the collector of garbage wait until there is some to speak of.
//
// Go collects for the first time at four megabytes. Libraries allocate about as much
// while they are initialised, nearly all of which stays: two collections before main find
// nothing, and are a fifth of what a start costs. So the first one of a process is at 32,
// which most commands do not come to, and Go's own measure holds from then on. That has
// to be said before the libraries are initialised, which is why this package says it when
// it is, and imports nothing that would have it wait for them.
package garbage

import (
	"runtime"
	"runtime/debug"
)

const (
	// usual is Go's own measure, in percent of what is in use.
	usual = 100
	// first is the measure until there was a collection: of four megabytes, where little
	// is in use.
	first = 800
	// held is the same for whoever has another measure than Go's from then on.
	held = first + 1
)

// measure is one that holds until the first collection, and the one behind it.
type measure struct{ before, then int }

var _ = postpone()

// postpone sets the measure until there was a collection. Whoever has set GOGC keeps it.
func postpone() bool {
	before := debug.SetGCPercent(first)
	if before != usual {
		debug.SetGCPercent(before)
		return false
	}
	// Nobody refers to this: the first collection finds it.
	runtime.AddCleanup(new([32]byte), restore, measure{first, usual})
	return true
}

// Resume has the collector go by Go's own measure from now on. A process that stays calls
// it, so that it does not keep 32 megabytes for a start that is long over.
func Resume() { restore(measure{first, usual}) }

// Set has the collector go by a measure, in percent of what is in use, from its first
// collection on: a command that collects less often than Go does would otherwise have the
// first one earlier than it is without. What it returns undoes that.
func Set(percent int) (undo func()) {
	before := debug.SetGCPercent(percent)
	if before == first && 0 <= percent && percent < first {
		debug.SetGCPercent(held)
		runtime.AddCleanup(new([32]byte), restore, measure{held, percent})
	}
	return func() { debug.SetGCPercent(before) }
}

// restore sets the measure that comes then, unless somebody has set another one since.
func restore(m measure) {
	if now := debug.SetGCPercent(m.then); now != m.before {
		debug.SetGCPercent(now)
	}
}
