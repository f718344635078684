//go:build linux && (amd64 || arm64)

package early

import (
	"syscall"
	"unsafe"
)

// openGroups opens the files that the program puts itself into its control
// groups with, the folder of the group that it is born in, and what is needed to
// remove them all. It does so by mounts of the keeper's own, which stay writable.
func (k *keeper) openGroups() *fault {
	for _, path := range k.config.Join {
		dir, name := cut(path)
		fd, errno := k.folder(dir)
		if errno == 0 {
			joins, err := syscall.Openat(fd, name, syscall.O_WRONLY|syscall.O_CLOEXEC, 0)
			syscall.Close(fd) // it is a path only
			k.joins, errno = append(k.joins, joins), asErrno(err)
		}
		if errno != 0 {
			return &fault{stage: StageGroup, errno: errno, path: path}
		}
	}
	if k.config.Group != "" {
		fd, errno := k.folder(k.config.Group)
		if errno != 0 {
			return &fault{stage: StageGroup, errno: errno, path: k.config.Group}
		}
		k.born = fd
	}
	if k.config.OutOfMemory != "" {
		k.oom, _ = open(k.config.OutOfMemory, syscall.O_RDONLY) // it only tells more
	}
	for _, path := range k.config.Remove {
		dir, _ := cut(path)
		fd, errno := k.folder(dir)
		if errno != 0 {
			return &fault{stage: StageGroup, errno: errno, path: dir}
		}
		k.parents = append(k.parents, fd)
	}
	return nil
}

// folder opens a folder so that it stays as writable as it is.
func (k *keeper) folder(path string) (int, syscall.Errno) {
	if k.config.Flags&FlagRoot != 0 {
		fd, f := detach(File{Path: path}, false)
		if f != nil {
			return -1, f.errno
		}
		return fd, 0
	}
	return open(path, oPath|syscall.O_DIRECTORY)
}

// cut splits a path at its last slash.
func cut(path string) (dir, name string) {
	for at := len(path) - 1; at >= 0; at-- {
		if path[at] == '/' {
			return path[:at+1], path[at+1:]
		}
	}
	return ".", path
}

// outOfMemory reports whether the kernel ended a process of the run for want of
// memory: "oom_kill N" in memory.oom_control or memory.events.
func (k *keeper) outOfMemory() bool {
	if k.oom < 0 {
		return false
	}
	for _, line := range fields(string(readFrom(k.oom, 4096)), newline) {
		if words := fields(line, blank); len(words) == 2 && words[0] == "oom_kill" {
			n, _ := number(words[1])
			return n > 0
		}
	}
	return false
}

// removeGroups removes the folders; a group is busy for a moment after its last
// process.
func (k *keeper) removeGroups() {
	for i, parent := range k.parents {
		_, name := cut(k.config.Remove[i])
		path, err := syscall.BytePtrFromString(name)
		if err != nil {
			continue
		}
		for range 50 {
			_, _, errno := syscall.RawSyscall(syscall.SYS_UNLINKAT, uintptr(parent), uintptr(unsafe.Pointer(path)), atRemoveDir)
			if errno != syscall.EBUSY {
				break
			}
			pause(1e6)
		}
	}
}
