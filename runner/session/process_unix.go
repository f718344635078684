//go:build unix

package session

import (
	"io/fs"
	"os"
	"os/exec"
	"syscall"
)

// detach makes a process of its own session of a command: it has no terminal, and
// signals for this process's group do not reach it.
func detach(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true} }

func closeOnExec(fd uintptr) { syscall.CloseOnExec(int(fd)) }

// ours reports whether a folder belongs to this user and others cannot write to
// it. A group of the user's own may.
func ours(info fs.FileInfo) bool {
	stat, ok := info.Sys().(*syscall.Stat_t)
	if !ok || int(stat.Uid) != os.Geteuid() {
		return false
	}
	open := info.Mode().Perm() & 0o022
	if stat.Uid != 0 && stat.Gid == stat.Uid {
		open &^= 0o020
	}
	return open == 0
}
