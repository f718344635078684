//go:build unix

package native

import (
	"strings"
	"syscall"

	"golang.org/x/sys/unix"
)

// signalName is "SIGKILL".
func signalName(s syscall.Signal) string {
	if name := unix.SignalName(s); name != "" {
		return name
	}
	return "SIG" + strings.ToUpper(s.String())
}
