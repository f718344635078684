//go:build unix

package remains

import (
	"os"

	"golang.org/x/sys/unix"
)

// names is an open folder whose listing tells names and types alone: one that was
// opened in an [os.Root] looks at every file. It closes what it is given.
func names(dir *os.File) (*os.File, error) {
	defer dir.Close()
	fd, err := unix.FcntlInt(dir.Fd(), unix.F_DUPFD_CLOEXEC, 0)
	if err != nil {
		return nil, os.NewSyscallError("fcntl", err)
	}
	return os.NewFile(uintptr(fd), dir.Name()), nil
}
