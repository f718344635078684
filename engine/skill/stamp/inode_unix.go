//go:build linux || darwin

package stamp

import (
	"io/fs"
	"syscall"
	"time"

	"github.com/skillctl/skillctl/internal/folder"
)

// inode returns the numbers that name a file to the system, and when its inode
// last changed.
func inode(info fs.FileInfo) (known []uint64, changed time.Time, ok bool) {
	st, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return nil, time.Time{}, false
	}
	return []uint64{uint64(st.Dev), st.Ino, uint64(st.Nlink), uint64(st.Uid)}, folder.ChangedAt(info), true
}
