//go:build linux && (amd64 || arm64)

package early

import "syscall"

// Calls and values of linux/*.h that have the same number on every processor.
const (
	sysOpenTree        = 428
	sysMoveMount       = 429
	sysClone3          = 435
	sysCloseRange      = 436
	sysOpenat2         = 437
	sysMountSetattr    = 442
	sysLandlockCreate  = 444
	sysLandlockAdd     = 445
	sysLandlockConfine = 446

	prSetPdeathsig       = 1
	prSetDumpable        = 4
	prCapbsetDrop        = 24
	prSetChildSubreaper  = 36
	prSetNoNewPrivs      = 38
	prCapAmbient         = 47
	prCapAmbientClearAll = 4

	closeRangeCloexec = 4
	oPath             = 0x200000
	atEmptyPath       = 0x1000
	atRecursive       = 0x8000
	atRemoveDir       = 0x200

	openTreeClone       = 1
	moveMountEmptyPaths = 0x4 | 0x40
	mountAttrReadOnly   = 1
	mountAttrNoSUID     = 2
	mountAttrNoDevice   = 4
	setLease            = 1024
	readLease           = 0
	resolveNoLinks      = 4

	landlockRuleBeneath = 1
	seccompModeFilter   = 1
	capVersion3         = 0x20080522
	cloneIntoCgroup     = 0x200000000
)

// call makes a system call that takes numbers and does not block; it is made
// again when a signal interrupts it. Calls that take pointers are written out,
// for a pointer may become a number only where the call is made.
func call(number uintptr, args ...uintptr) (uintptr, syscall.Errno) {
	var a [6]uintptr
	copy(a[:], args)
	for {
		r, _, errno := syscall.RawSyscall6(number, a[0], a[1], a[2], a[3], a[4], a[5])
		if errno != syscall.EINTR {
			return r, errno
		}
	}
}

// atCwd is AT_FDCWD, -100.
const atCwd = ^uintptr(99)

// closeOnExec marks all descriptors from first on: nothing that this process was
// handed by accident reaches the program.
func closeOnExec(first int) {
	if _, errno := call(sysCloseRange, uintptr(first), ^uintptr(0)>>32, closeRangeCloexec); errno == 0 {
		return
	}
	for fd := first; fd < 4096; fd++ { // before Linux 5.11
		syscall.CloseOnExec(fd)
	}
}

// open opens without waiting and without handing the descriptor on.
func open(path string, flags int) (int, syscall.Errno) {
	for {
		fd, err := syscall.Open(path, flags|syscall.O_CLOEXEC, 0)
		if err == nil {
			return fd, 0
		}
		if errno := err.(syscall.Errno); errno != syscall.EINTR { //nolint:errorlint,forcetypeassert // syscall returns no other, and errors is not imported here
			return -1, errno
		}
	}
}

// readFile reads at most limit bytes, and a little more.
func readFile(path string, limit int) []byte {
	fd, errno := open(path, syscall.O_RDONLY)
	if errno != 0 {
		return nil
	}
	defer syscall.Close(fd)
	return readFrom(fd, limit)
}

// readFrom reads at most limit bytes, and a little more.
func readFrom(fd, limit int) []byte {
	data := make([]byte, 0, 4096)
	for len(data) < limit {
		if len(data) == cap(data) {
			data = append(data, 0)[:len(data)]
		}
		n, err := syscall.Read(fd, data[len(data):cap(data)])
		if err == syscall.EINTR {
			continue
		}
		if n <= 0 {
			break
		}
		data = data[:len(data)+n]
	}
	return data
}

// same reports whether the file behind a descriptor is the one that is meant.
func (f File) same(fd int) bool {
	if f.Device == 0 && f.Inode == 0 {
		return true
	}
	var stat syscall.Stat_t
	if syscall.Fstat(fd, &stat) != nil || stat.Dev != f.Device || stat.Ino != f.Inode {
		return false
	}
	return f.Changed == 0 || stat.Ctim.Nano() == f.Changed
}
