package native

import "golang.org/x/sys/unix"

const (
	auditArch = unix.AUDIT_ARCH_AARCH64
	x32Bit    = 0
)

// archRefused are calls of this processor only.
func archRefused() []uintptr { return nil }

// archModes are calls with a mode that other processors have in one form only.
func archModes() []modeCall { return nil }
