//go:build linux && (amd64 || arm64)

package early

import (
	"syscall"
	"unsafe"
)

// mountAll cuts the mount namespace off from the one it was copied from, and
// makes the mounts.
func mountAll(c *Config) *fault {
	if err := syscall.Mount("", "/", "", syscall.MS_REC|syscall.MS_PRIVATE, ""); err != nil {
		return &fault{stage: StageMount, errno: asErrno(err), path: "/"}
	}
	if c.Flags&FlagReadOnly != 0 {
		if f := readOnly(c.Writable); f != nil {
			return f
		}
	}
	for _, m := range c.Mounts {
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

// readOnly makes all mounts read-only, and puts those of what stays writable back
// as they were: each is copied before.
func readOnly(writable []File) *fault {
	copies := make([]int, len(writable))
	for i, file := range writable {
		fd, errno := detach(file.Path, true)
		if errno != 0 {
			return &fault{stage: StageMount, errno: errno, path: file.Path}
		}
		if !file.same(fd) {
			return &fault{changed: true, path: file.Path}
		}
		copies[i] = fd
	}
	// struct mount_attr: what is set, what is cleared, propagation, user namespace.
	attr, root := [4]uint64{mountAttrReadOnly}, [2]byte{'/'}
	_, _, errno := syscall.RawSyscall6(sysMountSetattr, atCwd, uintptr(unsafe.Pointer(&root)), atRecursive,
		uintptr(unsafe.Pointer(&attr)), unsafe.Sizeof(attr), 0)
	if errno != 0 {
		return &fault{stage: StageMount, errno: errno, path: "/"}
	}
	for i, file := range writable {
		errno := attach(copies[i], file.Path)
		syscall.Close(copies[i]) //nolint:errcheck,gosec // it is a path only
		if errno != 0 {
			return &fault{stage: StageMount, errno: errno, path: file.Path}
		}
	}
	return nil
}

// detach copies the mount that a path lies in, from the path on, into a tree of
// its own, which has a descriptor and no place.
func detach(path string, recursive bool) (int, syscall.Errno) {
	flags := uintptr(openTreeClone | syscall.O_CLOEXEC)
	if recursive {
		flags |= atRecursive
	}
	name, err := syscall.BytePtrFromString(path)
	if err != nil {
		return -1, asErrno(err)
	}
	fd, _, errno := syscall.RawSyscall(sysOpenTree, atCwd, uintptr(unsafe.Pointer(name)), flags)
	return int(fd), errno
}

// attach puts a detached tree at a path.
func attach(tree int, path string) syscall.Errno {
	name, err := syscall.BytePtrFromString(path)
	if err != nil {
		return asErrno(err)
	}
	var empty [1]byte
	_, _, errno := syscall.RawSyscall6(sysMoveMount, uintptr(tree), uintptr(unsafe.Pointer(&empty)), atCwd,
		uintptr(unsafe.Pointer(name)), moveMountEmptyPath, 0)
	return errno
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
