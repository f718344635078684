//go:build unix

package peers

import (
	"os"
	"runtime"
	"syscall"
)

// resident is the largest resident set of a process that has ended, in bytes.
func resident(state *os.ProcessState) int64 {
	usage, ok := state.SysUsage().(*syscall.Rusage)
	if !ok {
		return 0
	}
	if runtime.GOOS == "darwin" {
		return usage.Maxrss // in bytes there, in KiB elsewhere
	}
	return usage.Maxrss * 1024
}
