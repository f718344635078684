//go:build unix

package wire

import (
	"io"
	"os"

	"golang.org/x/sys/unix"
)

// gone reports whether nobody reads any more what is written to out; nil where that
// cannot be known.
func gone(out io.Writer) func() bool {
	file, ok := out.(*os.File)
	if !ok {
		return nil
	}
	raw, err := file.SyscallConn()
	if err != nil {
		return nil
	}
	return func() bool {
		left := false
		err := raw.Control(func(fd uintptr) {
			at := []unix.PollFd{{Fd: int32(fd)}}
			_, err := unix.Poll(at, 0)
			left = err == nil && at[0].Revents&(unix.POLLERR|unix.POLLHUP|unix.POLLNVAL) != 0
		})
		return err != nil || left
	}
}
