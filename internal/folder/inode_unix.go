//go:build linux || darwin

package folder

import (
	"fmt"
	"io/fs"
	"syscall"
	"time"
)

// ChangedAt is when an inode last changed, which no program can set; on systems that
// do not tell, when the file was last written.
func ChangedAt(info fs.FileInfo) time.Time {
	if st, ok := info.Sys().(*syscall.Stat_t); ok {
		return changed(st)
	}
	return info.ModTime()
}

// Identity says which file or folder it is, whatever its name; "" where the system
// does not tell.
func Identity(info fs.FileInfo) string {
	if st, ok := info.Sys().(*syscall.Stat_t); ok {
		return fmt.Sprintf("%d:%d", st.Dev, st.Ino)
	}
	return ""
}
