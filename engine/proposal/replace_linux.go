package proposal

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

// replace puts a folder into the place of another in one step, or where there
// is none. The other one is at old afterwards.
func replace(next, place, old string) error {
	if _, err := os.Lstat(place); os.IsNotExist(err) {
		return os.Rename(next, place)
	}
	err := unix.Renameat2(unix.AT_FDCWD, next, unix.AT_FDCWD, place, unix.RENAME_EXCHANGE)
	switch {
	case err == nil:
		return os.Rename(next, old)
	case errors.Is(err, unix.ENOSYS), errors.Is(err, unix.EINVAL):
		return replaceInSteps(next, place, old)
	}
	return err
}
