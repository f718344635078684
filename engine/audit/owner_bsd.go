//go:build unix && !linux

package audit

import (
	"errors"
	"syscall"
)

func life(pid int) Life {
	if pid > 0 && errors.Is(syscall.Kill(pid, 0), syscall.ESRCH) {
		return Gone
	}
	return Unknown
}
