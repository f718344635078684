//go:build unix

package lock

import (
	"errors"
	"os"
	"syscall"
)

// syncFolder brings the names in a folder to the disk. Some file systems cannot.
func syncFolder(f *os.File) error {
	if err := f.Sync(); err != nil && !errors.Is(err, syscall.EINVAL) && !errors.Is(err, syscall.ENOTSUP) {
		return err
	}
	return nil
}
