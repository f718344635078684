//go:build !linux

package remains

// open cannot tell on this system: a lock that is still the same after a while
// counts as left.
func open(map[string]bool) map[string]bool { return nil }
