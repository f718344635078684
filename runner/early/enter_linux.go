//go:build linux && (amd64 || arm64)

package early

import "syscall"

// The work is done while packages are initialised, which is the point of this
// package: enter does not return when the process is a keeper, a
// shim or a tender.
var _ = enter()

func enter() bool {
	args := fields(string(readFile("/proc/self/cmdline", 256)), func(c byte) bool { return c == 0 })
	if len(args) < 2 {
		return false
	}
	switch args[1] {
	case KeeperMarker:
		syscall.Exit(keep())
	case ShimMarker:
		// What follows may be long.
		syscall.Exit(shim(split(readFile("/proc/self/cmdline", maxConfig))))
	case TenderMarker:
		syscall.Exit(tend(split(readFile("/proc/self/cmdline", maxConfig))))
	}
	return false
}

// split gives the arguments of a command line as the kernel shows it, empty ones
// too.
func split(line []byte) []string {
	var args []string
	start := 0
	for i, c := range line {
		if c == 0 {
			args = append(args, string(line[start:i]))
			start = i + 1
		}
	}
	return args
}
