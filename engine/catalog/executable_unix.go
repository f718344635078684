//go:build unix

package catalog

import (
	"io/fs"
	"syscall"

	"golang.org/x/sys/unix"
)

// executable says whether this user may execute a file or search a folder.
func executable(name string, _ fs.FileInfo) bool { return unix.Access(name, unix.X_OK) == nil }

// statOf reads the names and owner of a file.
func statOf(info fs.FileInfo) (nlink, owner int) {
	if st, ok := info.Sys().(*syscall.Stat_t); ok {
		return int(st.Nlink), int(st.Uid)
	}
	return 1, -1
}

// openFlags keep an opening from waiting for the other end of a pipe.
const openFlags = syscall.O_RDONLY | syscall.O_NONBLOCK
