//go:build unix

package docker

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"syscall"
	"time"
)

// lease says that somebody still answers for a container: the lock of a file. It
// is free when the last process that has the file open is gone, however it went.
type lease struct {
	file *os.File
	path string
}

// newLease makes and locks the lease of a container.
func newLease(dir, name string) (*lease, error) {
	place := filepath.Join(dir, name)
	file, err := os.OpenFile(place, os.O_CREATE|os.O_EXCL|os.O_RDWR, 0o600)
	if errors.Is(err, os.ErrExist) {
		return nil, fmt.Errorf("run %q exists already: %s exists", name, place)
	}
	if err != nil {
		return nil, fmt.Errorf("make the lease of %s: %w", name, err)
	}
	if err := syscall.Flock(int(file.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		_ = file.Close()
		return nil, fmt.Errorf("lock the lease of %s: %w", name, err)
	}
	return &lease{file: file, path: place}, nil
}

// errHeld says that somebody has a lease.
var errHeld = errors.New("another process has the lease")

// takeLease locks the lease of a container, which is made where it is not there.
// It returns errHeld when a run has it.
func takeLease(dir, name string) (*lease, error) {
	return lockLease(dir, name, os.O_CREATE|os.O_RDWR)
}

// lockLease is takeLease with the flags that the file is opened with.
func lockLease(dir, name string, flags int) (*lease, error) {
	place := filepath.Join(dir, name)
	for range 10 {
		file, err := os.OpenFile(place, flags, 0o600)
		if err != nil {
			return nil, fmt.Errorf("open the lease of %s: %w", name, err)
		}
		if err := syscall.Flock(int(file.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
			_ = file.Close()
			if errors.Is(err, syscall.EWOULDBLOCK) {
				return nil, errHeld
			}
			return nil, fmt.Errorf("lock the lease of %s: %w", name, err)
		}
		if l := (&lease{file: file, path: place}); l.there() {
			return l, nil
		}
		_ = file.Close()
	}
	return nil, errHeld
}

// there reports whether the file is still the one that has the name: a sweep may
// have removed it before it was locked.
func (l *lease) there() bool {
	opened, err := l.file.Stat()
	if err != nil {
		return false
	}
	now, err := os.Stat(l.path)
	return err == nil && os.SameFile(opened, now)
}

// heldLease goes on with a lease that was handed over.
func heldLease(file *os.File, place string) *lease { return &lease{file: file, path: place} }

// dirty reports whether whoever had the lease before went without a word.
func (l *lease) dirty() bool {
	info, err := l.file.Stat()
	return err == nil && info.Size() > 0
}

// used marks the lease of a warm container as in use.
func (l *lease) used() error {
	if _, err := l.file.WriteAt([]byte("in use\n"), 0); err != nil {
		return fmt.Errorf("mark the lease %s: %w", l.path, err)
	}
	return nil
}

// rest gives a warm container's lease back; its time says since when nobody
// uses it.
func (l *lease) rest() {
	_ = l.file.Truncate(0)
	now := time.Now()
	_ = os.Chtimes(l.path, now, now)
	_ = l.file.Close()
}

// drop gives a lease back and leaves the file, so that a sweep looks at the
// container.
func (l *lease) drop() { _ = l.file.Close() }

// end gives a lease back whose container is gone.
func (l *lease) end() {
	_ = os.Remove(l.path)
	_ = l.file.Close()
}

// leasesWork: this system keeps leases.
const leasesWork = true
