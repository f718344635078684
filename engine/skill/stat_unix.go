//go:build unix

package skill

import (
	"io/fs"
	"syscall"
)

// openFlags keep an opening from waiting for the other end of a pipe that took
// the place of a regular file.
const openFlags = syscall.O_RDONLY | syscall.O_NONBLOCK

// nlink returns the number of names of a file.
func nlink(info fs.FileInfo) int {
	if st, ok := info.Sys().(*syscall.Stat_t); ok {
		return int(st.Nlink)
	}
	return 1
}
