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
)

var _ = postpone()

// postpone sets the measure until there was a collection. Whoever has set GOGC keeps it.
func postpone() bool {
	before := debug.SetGCPercent(first)
	if before != usual {
		debug.SetGCPercent(before)
		return false
	}
	// Nobody refers to this: the first collection finds it.
	runtime.AddCleanup(new([32]byte), restore, usual)
	return true
}

// Resume has the collector go by Go's own measure from now on. A process that stays calls
// it, so that it does not keep 32 megabytes for a start that is long over.
func Resume() { restore(usual) }

// restore sets the usual measure, unless somebody has set another one since.
func restore(usual int) {
	if now := debug.SetGCPercent(usual); now != first {
		debug.SetGCPercent(now)
	}
}
