//go:build unix

package session

import (
	"os/exec"
	"syscall"
)

// detach makes a process of its own session of a command: it has no terminal, and
// signals for this process's group do not reach it.
func detach(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true} }

func closeOnExec(fd uintptr) { syscall.CloseOnExec(int(fd)) }
