//go:build unix

package settings

import (
	"io/fs"
	"os"
	"syscall"
)

// ownGroup reports whether a file's group is the private group of its owner.
// The group of root (gid 0) is shared.
func ownGroup(info fs.FileInfo) bool {
	stat, ok := info.Sys().(*syscall.Stat_t)
	return ok && stat.Uid != 0 && stat.Gid == stat.Uid
}

// trusted reports whether a file's owner may decide: root, whoever runs
// skillctl, and, when root runs it (as in a container), the owner of the working
// directory.
func trusted(info fs.FileInfo, dir string) bool {
	stat, ok := info.Sys().(*syscall.Stat_t)
	if !ok || stat.Uid == 0 || int(stat.Uid) == os.Geteuid() {
		return true
	}
	if os.Geteuid() != 0 {
		return false
	}
	working, err := os.Stat(dir)
	if err != nil {
		return false
	}
	own, ok := working.Sys().(*syscall.Stat_t)
	return ok && own.Uid == stat.Uid
}
