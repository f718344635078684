package lock

import (
	"io/fs"
	"os"

	"golang.org/x/sys/unix"

	"github.com/skillctl/skillctl/internal/folder"
)

// privileged reports whether a file gives who runs it capabilities of the system, as a
// set-user-ID bit does and no mode shows.
func privileged(dir *os.Root, name string, info fs.FileInfo) bool {
	if !info.Mode().IsRegular() || info.Mode().Perm()&0o111 == 0 {
		return false
	}
	f, err := dir.OpenFile(name, os.O_RDONLY|folder.OpenFlags, 0)
	if err != nil {
		return false // what cannot be read is found elsewhere
	}
	defer func() { _ = f.Close() }()
	size, err := unix.Fgetxattr(int(f.Fd()), "security.capability", nil)
	return err == nil && size > 0
}
