//go:build linux && (amd64 || arm64)

package early

import (
	"syscall"
	"unsafe"
)

// mountAll cuts the mount namespace off from the one it was copied from, and
// makes the mounts.
func mountAll(mounts []Mount) *fault {
	if err := syscall.Mount("", "/", "", syscall.MS_REC|syscall.MS_PRIVATE, ""); err != nil {
		return &fault{stage: StageMount, errno: asErrno(err), path: "/"}
	}
	for _, m := range mounts {
		flags := uintptr(m.Flags)
		err := syscall.Mount(m.Source, m.Target, m.Type, flags, m.Data)
		if err == syscall.ENOENT || err == syscall.ENOTDIR { //nolint:errorlint // errors is not imported here
			if m.Optional {
				continue
			}
		}
		if err != nil {
			return &fault{stage: StageMount, errno: asErrno(err), path: m.Target}
		}
	}
	return nil
}

func asErrno(err error) syscall.Errno {
	if errno, ok := err.(syscall.Errno); ok { //nolint:errorlint // errors is not imported here
		return errno
	}
	return 0
}

// loopbackUp brings lo up; a new network namespace has nothing else.
func loopbackUp() syscall.Errno {
	fd, err := syscall.Socket(syscall.AF_INET, syscall.SOCK_DGRAM|syscall.SOCK_CLOEXEC, 0)
	if err != nil {
		return asErrno(err)
	}
	defer syscall.Close(fd) //nolint:errcheck // nothing was written
	// struct ifreq with its name and its flags.
	var request struct {
		name  [16]byte
		flags uint16
		_     [22]byte
	}
	copy(request.name[:], "lo")
	request.flags = syscall.IFF_UP | syscall.IFF_RUNNING
	_, _, errno := syscall.RawSyscall(syscall.SYS_IOCTL, uintptr(fd), syscall.SIOCSIFFLAGS, uintptr(unsafe.Pointer(&request)))
	return errno
}
