//go:build linux && (amd64 || arm64)

package native

import "os"

// WithBetween calls a function after everything was looked at, and before the
// keeper is told to start the command.
func WithBetween(f func()) Option { return func(o *options) { o.between = f } }

// Sweep removes what runs have left behind, however new: those of which alone is
// true.
func Sweep(alone func(path string) bool) { sweep(os.TempDir(), groupParents(), alone) }

// Hierarchies says where a process stands among control groups.
func Hierarchies(own, mounts string) map[string]string { return hierarchies(own, mounts) }

// Moment is now, as runs are timed.
func Moment() moment { return now() }
