package lock

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

// exchange swaps two folders, so that there is one in either place at any moment;
// [errors.ErrUnsupported] where the system or the file system has no such step.
func exchange(fromDir *os.File, from string, toDir *os.File, to string) error {
	return named("exchange", from, to, unix.RenameatxNp(int(fromDir.Fd()), from, int(toDir.Fd()), to, unix.RENAME_SWAP))
}

// moveNew moves a folder to a name that nothing else has.
func moveNew(root *os.Root, fromDir *os.File, full string, toDir *os.File, to string) error {
	from := lastPart(full)
	err := unix.RenameatxNp(int(fromDir.Fd()), from, int(toDir.Fd()), to, unix.RENAME_EXCL)
	if errors.Is(err, unix.ENOTSUP) {
		return root.Rename(full, to)
	}
	return named("rename", from, to, err)
}
