package growth

import (
	"fmt"
	"io/fs"
	"syscall"
	"time"

	"github.com/skillctl/skillctl/internal/folder"
)

// fill is how full the file system of a folder is.
func fill(dir string) (name string, now Fill, ok bool) {
	var at syscall.Statfs_t
	if syscall.Statfs(dir, &at) != nil {
		return "", now, false
	}
	var info syscall.Stat_t
	if syscall.Stat(dir, &info) != nil {
		return "", now, false
	}
	now = Fill{Bytes: int64(at.Blocks-at.Bfree) * at.Bsize, Files: int64(at.Files) - int64(at.Ffree), Counts: at.Files > 0}
	return fmt.Sprint(info.Dev), now, true
}

// facts are when a file was last changed, what it takes on disk, and which it is.
func facts(info fs.FileInfo) (changed time.Time, bytes int64, id string) {
	st, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return info.ModTime(), info.Size(), ""
	}
	if st.Nlink > 1 && !info.IsDir() {
		id = folder.Identity(info)
	}
	return folder.ChangedAt(info), st.Blocks * 512, id
}
