//go:build unix

package doctor

import (
	"io/fs"
	"syscall"
)

// ownedBy reports whether a file belongs to the user or to root.
func ownedBy(info fs.FileInfo, uid int) bool {
	stat, ok := info.Sys().(*syscall.Stat_t)
	return ok && (stat.Uid == 0 || int(stat.Uid) == uid)
}

// writers are the bits by which others can write to a file. Writing by the group
// is let pass where the group is the owner's own (gid = uid), as Debian and
// Fedora give every user one.
func writers(info fs.FileInfo) fs.FileMode {
	bits := info.Mode().Perm() & 0o022
	if stat, ok := info.Sys().(*syscall.Stat_t); ok && stat.Uid == stat.Gid {
		bits &^= 0o020
	}
	return bits
}
