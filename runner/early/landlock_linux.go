//go:build linux && (amd64 || arm64)

package early

import (
	"syscall"
	"unsafe"
)

// ruleset makes the set of Landlock rules.
func ruleset(c *Config) (int, *fault) {
	// struct landlock_ruleset_attr: it grew with the versions, and a kernel takes a
	// longer one when what it does not know is zero.
	attr := [3]uint64{c.FS, c.Net, c.Scoped}
	fd, _, errno := syscall.RawSyscall(sysLandlockCreate, uintptr(unsafe.Pointer(&attr)), unsafe.Sizeof(attr), 0)
	if errno != 0 {
		return -1, &fault{stage: StageLandlock, errno: errno}
	}
	for _, rule := range c.Rules {
		if f := addRule(int(fd), rule); f != nil {
			return -1, f
		}
	}
	return int(fd), nil
}

// addRule allows rule.Rights beneath a path. A path that is not there needs no
// rule.
func addRule(set int, rule Rule) *fault {
	fd, errno := openDirectly(rule.File.Path)
	pinned := rule.File.Device != 0 || rule.File.Inode != 0
	if errno != 0 {
		if !pinned {
			return nil
		}
		if errno == syscall.ELOOP {
			return &fault{changed: true, path: rule.File.Path}
		}
		return &fault{stage: StageLandlock, errno: errno, path: rule.File.Path}
	}
	defer syscall.Close(fd)
	if !rule.File.same(fd) {
		return &fault{changed: true, path: rule.File.Path}
	}
	// struct landlock_path_beneath_attr is packed.
	var attr struct {
		rights uint64
		parent int32
	}
	attr.rights, attr.parent = rule.Rights, int32(fd)
	var stat syscall.Stat_t
	if syscall.Fstat(fd, &stat) == nil && stat.Mode&syscall.S_IFMT != syscall.S_IFDIR {
		attr.rights &= fileRights
	}
	if attr.rights == 0 {
		return nil
	}
	_, _, errno = syscall.RawSyscall6(sysLandlockAdd, uintptr(set), landlockRuleBeneath,
		uintptr(unsafe.Pointer(&attr)), 0, 0, 0)
	if errno != 0 {
		return &fault{stage: StageLandlock, errno: errno, path: rule.File.Path}
	}
	return nil
}

// openDirectly opens what a path names without going through any link: one that
// leads elsewhere was none when the rules were made.
func openDirectly(path string) (int, syscall.Errno) {
	name, err := syscall.BytePtrFromString(path)
	if err != nil {
		return -1, asErrno(err)
	}
	how := [3]uint64{oPath | syscall.O_CLOEXEC, 0, resolveNoLinks} // struct open_how
	for {
		fd, _, errno := syscall.RawSyscall6(sysOpenat2, atCwd, uintptr(unsafe.Pointer(name)), uintptr(unsafe.Pointer(&how)), unsafe.Sizeof(how), 0, 0)
		if errno != syscall.EINTR && errno != syscall.EAGAIN {
			return int(fd), errno
		}
	}
}

// fileRights are the rights that make sense for what is no folder: execute,
// write, read, truncate, ioctl. The kernel refuses others.
const fileRights = 1<<0 | 1<<1 | 1<<2 | 1<<14 | 1<<15
