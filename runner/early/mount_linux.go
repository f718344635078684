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
	for _, b := range c.Binds {
		if f := bind(b); f != nil {
			return f
		}
	}
	for _, m := range c.Mounts {
		flags := uintptr(m.Flags)
		err := syscall.Mount(m.Source, m.Target, m.Type, flags, m.Data)
		if err == syscall.ENOENT || err == syscall.ENOTDIR {
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

// bind puts one thing over another.
func bind(b Bind) *fault {
	tree, f := detachBind(b)
	if f != nil {
		return f
	}
	return attach(tree, b.Over)
}

// detachBind is the first half of it.
func detachBind(b Bind) (int, *fault) {
	tree, f := detach(b.From, true)
	if f == nil && b.ReadOnly {
		attributes := uint64(mountAttrReadOnly | mountAttrNoSUID | mountAttrNoDevice)
		if b.Devices {
			attributes &^= mountAttrNoDevice
		}
		f = set(tree, 0, attributes, b.Over.Path)
	}
	return tree, f
}

// set gives attributes to the mount that a descriptor is of; flags are 0, or
// atRecursive for all mounts in it too.
func set(fd int, flags uintptr, attributes uint64, path string) *fault {
	// struct mount_attr: what is set, what is cleared, propagation, user namespace.
	attr, empty := [4]uint64{attributes}, [1]byte{}
	_, _, errno := syscall.RawSyscall6(sysMountSetattr, uintptr(fd), uintptr(unsafe.Pointer(&empty)), atEmptyPath|flags,
		uintptr(unsafe.Pointer(&attr)), unsafe.Sizeof(attr), 0)
	if errno != 0 {
		return &fault{stage: StageMount, errno: errno, path: path}
	}
	return nil
}

// detach copies the mount that a file lies in, from there on, into a tree of its
// own, which has a descriptor and no place.
func detach(file File, recursive bool) (int, *fault) {
	fd, errno := open(file.Path, oPath)
	if errno != 0 {
		return -1, &fault{stage: StageMount, errno: errno, path: file.Path}
	}
	defer syscall.Close(fd)
	if !file.same(fd) {
		return -1, &fault{changed: true, path: file.Path}
	}
	flags := uintptr(openTreeClone | syscall.O_CLOEXEC | atEmptyPath)
	if recursive {
		flags |= atRecursive
	}
	var empty [1]byte
	tree, _, errno := syscall.RawSyscall(sysOpenTree, uintptr(fd), uintptr(unsafe.Pointer(&empty)), flags)
	if errno != 0 {
		return -1, &fault{stage: StageMount, errno: errno, path: file.Path}
	}
	return int(tree), nil
}

// attach puts a detached tree over a file, and closes it.
func attach(tree int, over File) *fault {
	fd, errno := open(over.Path, oPath)
	if errno != 0 {
		syscall.Close(tree)
		return &fault{stage: StageMount, errno: errno, path: over.Path}
	}
	return attachTo(tree, fd, over)
}

// attachTo puts it over the file behind a descriptor, and closes both.
func attachTo(tree, fd int, over File) *fault {
	defer syscall.Close(tree)
	defer syscall.Close(fd)
	if !over.same(fd) {
		return &fault{changed: true, path: over.Path}
	}
	var empty [1]byte
	_, _, errno := syscall.RawSyscall6(sysMoveMount, uintptr(tree), uintptr(unsafe.Pointer(&empty)),
		uintptr(fd), uintptr(unsafe.Pointer(&empty)), moveMountEmptyPaths, 0)
	if errno != 0 {
		return &fault{stage: StageMount, errno: errno, path: over.Path}
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
	defer syscall.Close(fd)
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
