//go:build unix

package lock

import (
	"errors"
	"os"
	"syscall"
)

// openFlags keep a pipe that took a file's place from blocking, and a link that
// did from being followed.
const openFlags = syscall.O_NONBLOCK | syscall.O_NOFOLLOW | syscall.O_CLOEXEC

// syncFolder brings the names in a folder to the disk. Some file systems cannot.
func syncFolder(f *os.File) error {
	if err := f.Sync(); err != nil && !errors.Is(err, syscall.EINVAL) && !errors.Is(err, syscall.ENOTSUP) {
		return err
	}
	return nil
}
