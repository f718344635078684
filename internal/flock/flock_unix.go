//go:build unix

package flock

import (
	"errors"
	"os"
	"syscall"
)

// Try locks a file for this descriptor, alone or with other readers. It reports
// false when another one holds it.
func Try(f *os.File, shared bool) (bool, error) {
	how := syscall.LOCK_EX | syscall.LOCK_NB
	if shared {
		how = syscall.LOCK_SH | syscall.LOCK_NB
	}
	for {
		err := syscall.Flock(int(f.Fd()), how)
		switch {
		case errors.Is(err, syscall.EINTR):
			continue
		case errors.Is(err, syscall.EWOULDBLOCK):
			return false, nil
		}
		return err == nil, err
	}
}

// Unlock gives a lock back.
func Unlock(f *os.File) { _ = syscall.Flock(int(f.Fd()), syscall.LOCK_UN) }
