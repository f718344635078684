//go:build unix

package run

import (
	"os"
	"syscall"
)

// passedSignals are those that a run gets when this process gets them.
func passedSignals() []os.Signal {
	return []os.Signal{
		syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGQUIT, syscall.SIGUSR1, syscall.SIGUSR2, syscall.SIGWINCH,
	}
}

func isResize(s os.Signal) bool { return s == syscall.SIGWINCH }

// endsRun reports whether a signal asks a run to end.
func endsRun(s os.Signal) bool {
	return s == syscall.SIGINT || s == syscall.SIGTERM || s == syscall.SIGHUP || s == syscall.SIGQUIT
}
