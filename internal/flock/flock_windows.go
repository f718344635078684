package flock

import (
	"errors"
	"os"

	"golang.org/x/sys/windows"
)

// lockAt is beyond what the file holds: on Windows a locked range cannot be read.
const lockAt = 1 << 30

// Try locks a file for this handle, alone or with other readers. It reports false
// when another one holds it.
func Try(f *os.File, shared bool) (bool, error) {
	how := uint32(windows.LOCKFILE_FAIL_IMMEDIATELY)
	if !shared {
		how |= windows.LOCKFILE_EXCLUSIVE_LOCK
	}
	err := windows.LockFileEx(windows.Handle(f.Fd()), how, 0, 1, 0, &windows.Overlapped{Offset: lockAt})
	if errors.Is(err, windows.ERROR_LOCK_VIOLATION) {
		return false, nil
	}
	return err == nil, err
}

// Unlock gives a lock back.
func Unlock(f *os.File) {
	_ = windows.UnlockFileEx(windows.Handle(f.Fd()), 0, 1, 0, &windows.Overlapped{Offset: lockAt})
}
