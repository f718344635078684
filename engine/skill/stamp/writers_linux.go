package stamp

import (
	"os"
	"path/filepath"
	"syscall"
)

// Unwritten reports whether no program holds a regular file of a folder open for
// writing, a mapping into memory included. Whoever does can change what the file
// holds without a trace in what [Of] sees: a page that is mapped changes the
// times of its file when it is first written to, and not again for a while. The
// system tells by granting a lease for reading, which it does for one's own files
// only; of the files of others, false is the answer, and so it is on file systems that
// show the files of another one, such as an overlay: who holds a file down there has no
// part in leases up here.
func Unwritten(folder string) bool {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return false
	}
	for _, entry := range entries {
		name := filepath.Join(folder, entry.Name())
		switch {
		case entry.IsDir():
			if !Unwritten(name) {
				return false
			}
		case entry.Type().IsRegular():
			if !leased(name) {
				return false
			}
		}
	}
	return true
}

// leased takes a lease on a file and gives it back.
func leased(name string) bool {
	fd, err := syscall.Open(name, syscall.O_RDONLY|syscall.O_NONBLOCK|syscall.O_NOFOLLOW|syscall.O_CLOEXEC, 0)
	if err != nil {
		return false
	}
	defer func() { _ = syscall.Close(fd) }() // gives the lease back as well
	if !leasing(fd) {
		return false
	}
	_, _, errno := syscall.Syscall(syscall.SYS_FCNTL, uintptr(fd), syscall.F_SETLEASE, syscall.F_RDLCK)
	return errno == 0
}

// leasing reports whether a file stands on a file system that has its files to itself, and
// so knows all who hold one. The numbers are those of linux/magic.h and of the file systems.
func leasing(fd int) bool {
	var at syscall.Statfs_t
	if syscall.Fstatfs(fd, &at) != nil {
		return false
	}
	switch uint32(at.Type) {
	case 0xef53, 0x58465342, 0x9123683e, 0x01021994, 0xf2f52010, 0xca451a4e: // ext4, xfs, btrfs, tmpfs, f2fs, bcachefs
		return true
	}
	return false
}
