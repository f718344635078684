//go:build unix

package fix

import (
	"io/fs"
	"os"
	"syscall"
)

// own gives file the owner and group of like. Who may not give files away
// keeps them, which is what every editor does.
func own(file *os.File, like fs.FileInfo) error {
	want, ok := like.Sys().(*syscall.Stat_t)
	if !ok {
		return nil
	}
	info, err := file.Stat()
	if err != nil {
		return err
	}
	if now, ok := info.Sys().(*syscall.Stat_t); ok && now.Uid == want.Uid && now.Gid == want.Gid {
		return nil
	}
	if err := file.Chown(int(want.Uid), int(want.Gid)); err != nil && os.Geteuid() == 0 {
		return err
	}
	return nil
}
