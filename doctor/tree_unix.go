//go:build unix && !linux

package doctor

import (
	"os/exec"
	"syscall"
)

// errNoFormat is the error of a file that is no program.
const errNoFormat = syscall.ENOEXEC

// tree are the processes of a policy: here, those that stay in its process group.
type tree struct{ group int }

func newTree(cmd *exec.Cmd) *tree {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	return &tree{}
}

func (t *tree) started(pid int) { t.group = pid }

func (t *tree) end() (left, stuck int) {
	_ = syscall.Kill(-t.group, syscall.SIGKILL)
	return 0, 0
}

func (t *tree) release() {}
