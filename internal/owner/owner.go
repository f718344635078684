// Package owner says whose a file is and who else can change it: settings,
// records, approvals and the like are trusted only where nobody but this user
// and the system can write.
package owner

import "io/fs"

// Others are the bits of a file's mode by which anybody but its owner can write
// to it. Modes of Windows say nothing: there are none.
func Others(info fs.FileInfo) fs.FileMode {
	if !hasModes {
		return 0
	}
	return info.Mode().Perm() & 0o022
}

// Writers are the bits of [Others] that count against a file: writing by the
// group is let pass where the group is the owner's own (gid = uid), as Debian and
// Fedora give every user one. The group of root is shared.
func Writers(info fs.FileInfo) fs.FileMode {
	bits := Others(info)
	if uid, gid, ok := Of(info); ok && uid != 0 && gid == uid {
		bits &^= 0o020
	}
	return bits
}

// Replaceable reports whether somebody else can change a file, or what is in a
// folder: a sticky folder keeps others from what is not theirs.
func Replaceable(info fs.FileInfo) bool {
	return Writers(info) != 0 && (!info.IsDir() || info.Mode()&fs.ModeSticky == 0)
}
