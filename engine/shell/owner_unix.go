//go:build unix

package shell

import (
	"os"
	"syscall"
)

// openFlags keep an opening from waiting for the other end of a pipe.
const openFlags = os.O_RDONLY | syscall.O_NONBLOCK | syscall.O_CLOEXEC

// owner returns who owns a file; ok is false where the system does not say.
func owner(info os.FileInfo) (uid, gid uint32, ok bool) {
	st, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return 0, 0, false
	}
	return st.Uid, st.Gid, true
}

// mayExecute asks the system whether this user may run a file.
func mayExecute(file string) bool {
	const execute = 1
	return syscall.Access(file, execute) == nil
}
