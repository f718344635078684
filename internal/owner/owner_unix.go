//go:build unix

package owner

import (
	"io/fs"
	"slices"
	"syscall"
)

const hasModes = true

// Of returns who owns a file; ok is false where the system does not say.
func Of(info fs.FileInfo) (uid, gid uint32, ok bool) {
	stat, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return 0, 0, false
	}
	return stat.Uid, stat.Gid, true
}

// Is reports whether a file belongs to one of some users. On Windows, where a
// user's folder is private by its access list, every file does.
func Is(info fs.FileInfo, uids ...int) bool {
	uid, _, ok := Of(info)
	return ok && slices.Contains(uids, int(uid))
}

// Names counts the names (hard links) of a file; 1 where the system does not say.
func Names(info fs.FileInfo) uint64 {
	if stat, ok := info.Sys().(*syscall.Stat_t); ok {
		return uint64(stat.Nlink) //nolint:unconvert // its type differs between systems
	}
	return 1
}
