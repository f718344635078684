//go:build !unix

package docker

import "syscall"

func systemSignals() map[syscall.Signal]string {
	return map[syscall.Signal]string{syscall.SIGTERM: "SIGTERM", syscall.SIGHUP: "SIGHUP", syscall.SIGQUIT: "SIGQUIT"}
}
