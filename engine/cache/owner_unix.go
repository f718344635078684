//go:build unix

package cache

import (
	"io/fs"
	"os"
	"syscall"
)

func writableByOthers(info fs.FileInfo) bool { return info.Mode().Perm()&0o022 != 0 }

// foreign reports whether a folder belongs to neither root nor whoever runs
// skillctl.
func foreign(info fs.FileInfo) bool {
	stat, ok := info.Sys().(*syscall.Stat_t)
	return ok && stat.Uid != 0 && int(stat.Uid) != os.Geteuid()
}
