package settings

import (
	"io/fs"
	"syscall"
	"time"
)

// changedAt is when a file's inode last changed, which no program can set.
func changedAt(info fs.FileInfo) time.Time {
	if st, ok := info.Sys().(*syscall.Stat_t); ok {
		return time.Unix(st.Ctim.Unix())
	}
	return info.ModTime()
}
