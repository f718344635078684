//go:build unix

package stream

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

const waitsForInput = true

// awaitInput waits until a descriptor can be read, or has come to its end.
func awaitInput(fd uintptr) error {
	for {
		fds := []unix.PollFd{{Fd: int32(fd), Events: unix.POLLIN}}
		n, err := unix.Poll(fds, -1)
		if errors.Is(err, unix.EINTR) || err == nil && n == 0 {
			continue
		}
		if err != nil {
			return &os.SyscallError{Syscall: "poll", Err: err}
		}
		return nil
	}
}
