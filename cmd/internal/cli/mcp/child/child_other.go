//go:build !linux

package child

import (
	"os"
	"os/exec"
	"runtime"
	"syscall"
)

// tie does nothing here: when this process is killed, what runs ends at its time limit.
func tie(*exec.Cmd) {}

func interrupt(process *os.Process) {
	if runtime.GOOS == "windows" {
		_ = process.Kill()
		return
	}
	_ = process.Signal(syscall.SIGTERM)
}
