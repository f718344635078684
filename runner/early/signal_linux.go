//go:build linux && (amd64 || arm64)

package early

import (
	"syscall"
	"unsafe"
)

const sigSetmask = 2

// ignoreSignals makes a shim outlive the signals that are meant for its program.
// They reach the program without it: whoever sends them, a terminal, a keeper or
// the init of a container, sends them to the process group, which is one. A shim
// could not take them itself, since the runtime lets them through on every thread.
// The program has them as usual: what the runtime has handled is set back after a
// fork.
func ignoreSignals() {
	// struct sigaction of the kernel: handler, flags, restorer, mask.
	action := struct {
		handler  uintptr
		flags    uint64
		restorer uintptr
		mask     uint64
	}{handler: sigIgnore}
	for _, sig := range [...]syscall.Signal{
		syscall.SIGHUP, syscall.SIGINT, syscall.SIGQUIT, syscall.SIGUSR1, syscall.SIGUSR2, syscall.SIGTERM, syscall.SIGCONT, syscall.SIGWINCH,
	} {
		syscall.RawSyscall6(syscall.SYS_RT_SIGACTION, uintptr(sig), uintptr(unsafe.Pointer(&action)), 0, 8, 0, 0)
	}
}

const sigIgnore = 1
