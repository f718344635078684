//go:build unix

package private

import (
	"io/fs"
	"os"
	"syscall"
)

// nobody is the user that stands for all those whom a container does not know,
// among them the owner of the folders that it shares with the system.
const nobody = 65534

// foreign reports whether a file belongs to somebody other than who runs this.
func foreign(info fs.FileInfo) bool {
	stat, ok := info.Sys().(*syscall.Stat_t)
	return !ok || int(stat.Uid) != os.Geteuid()
}

// systems reports whether a file belongs to the system.
func systems(info fs.FileInfo) bool {
	stat, ok := info.Sys().(*syscall.Stat_t)
	return ok && (stat.Uid == 0 || stat.Uid == nobody)
}

// writableByOthers lets pass writing by the group where the group is the
// owner's own (gid = uid), as Debian and Fedora give every user one.
func writableByOthers(info fs.FileInfo) bool {
	open := info.Mode().Perm() & 0o022
	if stat, ok := info.Sys().(*syscall.Stat_t); ok && stat.Uid != 0 && stat.Gid == stat.Uid {
		open &^= 0o020
	}
	return open != 0
}
