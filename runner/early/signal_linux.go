//go:build linux && (amd64 || arm64)

package early

import (
	"syscall"
	"unsafe"
)

// passed are the signals that a shim passes on.
const passed = 1<<(syscall.SIGHUP-1) | 1<<(syscall.SIGINT-1) | 1<<(syscall.SIGQUIT-1) | 1<<(syscall.SIGUSR1-1) |
	1<<(syscall.SIGUSR2-1) | 1<<(syscall.SIGTERM-1) | 1<<(syscall.SIGCONT-1) | 1<<(syscall.SIGWINCH-1)

const (
	sigBlock, sigSetmask = 0, 2
	// fromTerminal is SI_KERNEL: the terminal sent the signal to the whole group,
	// the program included.
	fromTerminal = 0x80
)

// mask changes which signals this thread takes, and returns those it did not
// take before.
func mask(how int, set uint64) (before uint64) {
	syscall.RawSyscall6(syscall.SYS_RT_SIGPROCMASK, uintptr(how), uintptr(unsafe.Pointer(&set)),
		uintptr(unsafe.Pointer(&before)), 8, 0, 0)
	return before
}

// catch returns a descriptor that signals are read from. All threads of the
// process have to hold them back, which the runtime's do only when it began so:
// the first time the process executes itself anew.
func catch(args []string) (int, syscall.Errno) {
	if mask(sigBlock, passed)&passed != passed {
		return -1, asErrno(syscall.Exec("/proc/self/exe", args, syscall.Environ()))
	}
	set := uint64(passed)
	fd, _, errno := syscall.RawSyscall6(syscall.SYS_SIGNALFD4, ^uintptr(0), uintptr(unsafe.Pointer(&set)), 8, syscall.O_CLOEXEC, 0, 0)
	return int(fd), errno
}

// pass sends on what arrives.
func pass(signals, pid int) {
	// struct signalfd_siginfo
	var info struct {
		number uint32
		_      int32
		code   int32
		_      [116]byte
	}
	for {
		n, _, errno := syscall.Syscall(syscall.SYS_READ, uintptr(signals), uintptr(unsafe.Pointer(&info)), unsafe.Sizeof(info))
		switch {
		case errno == syscall.EINTR:
		case errno != 0 || n != unsafe.Sizeof(info):
			return
		case info.code != fromTerminal:
			syscall.Kill(pid, syscall.Signal(info.number)) //nolint:errcheck,gosec // it may have ended
		}
	}
}
