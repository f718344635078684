package docker

import (
	"bytes"
	"syscall"
)

// maxKernelLog bounds how many records of the kernel's log are looked at.
const maxKernelLog = 100_000

// ranOutOfMemory reports whether the kernel's log says that memory ran out in a
// container. The log is for root, and leaves out what comes too fast.
func ranOutOfMemory(id string) bool {
	// An os.File would wait for more records at the end.
	fd, err := syscall.Open("/dev/kmsg", syscall.O_RDONLY|syscall.O_NONBLOCK|syscall.O_CLOEXEC, 0)
	if err != nil {
		return false
	}
	defer func() { _ = syscall.Close(fd) }()
	record := make([]byte, 16<<10)
	for range maxKernelLog {
		n, err := syscall.Read(fd, record)
		switch {
		case err == syscall.EINTR || err == syscall.EPIPE: // some were overwritten
			continue
		case err != nil || n <= 0:
			return false
		case bytes.Contains(record[:n], []byte("oom-kill:")) && bytes.Contains(record[:n], []byte(id)):
			return true
		}
	}
	return false
}
