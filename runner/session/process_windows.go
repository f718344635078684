package session

import (
	"os/exec"
	"syscall"
)

func detach(cmd *exec.Cmd) {
	const detached = 0x8
	cmd.SysProcAttr = &syscall.SysProcAttr{CreationFlags: detached | syscall.CREATE_NEW_PROCESS_GROUP}
}

func closeOnExec(uintptr) {}
