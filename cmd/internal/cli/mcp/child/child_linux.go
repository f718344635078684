package child

import (
	"os"
	"os/exec"
	"syscall"
)

// tie has a process end with this one, however that ends. It is in a group of its own, so
// that the terminal of the client does not reach it.
func tie(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
}

func interrupt(process *os.Process) { _ = process.Signal(syscall.SIGTERM) }
