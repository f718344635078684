//go:build unix

package machine

import (
	"io/fs"

	"golang.org/x/sys/unix"
)

// executable says whether this user may execute a file or search a folder.
func executable(name string, _ fs.FileInfo) bool { return unix.Access(name, unix.X_OK) == nil }
