//go:build unix

package secret

import (
	"io/fs"
	"os"
	"syscall"
)

const (
	noFollow   = syscall.O_NOFOLLOW | syscall.O_NONBLOCK
	checksMode = true
)

// owner says whether a file belongs to somebody else.
func owner(info fs.FileInfo) string {
	stat, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return "has no owner that is known"
	}
	if int(stat.Uid) != os.Getuid() {
		return "does not belong to you"
	}
	return ""
}

// owned says whether a file belongs to somebody else, or has another name.
func owned(info fs.FileInfo) string {
	if why := owner(info); why != "" {
		return why
	}
	if stat, ok := info.Sys().(*syscall.Stat_t); ok && stat.Nlink != 1 {
		return "has more than one name (hard links); copy it"
	}
	return ""
}
