package native

import "golang.org/x/sys/unix"

const (
	auditArch = unix.AUDIT_ARCH_X86_64
	// x32Bit marks the calls of the x32 mode, which share the architecture.
	x32Bit = 0x40000000
)

// archRefused are calls of this processor only: ports and segments.
func archRefused() []uintptr {
	return []uintptr{unix.SYS_IOPL, unix.SYS_IOPERM, unix.SYS_MODIFY_LDT, unix.SYS_USELIB}
}

// archModes are calls with a mode that other processors have in one form only.
func archModes() []modeCall {
	return []modeCall{{unix.SYS_CHMOD, 1, -1}, {unix.SYS_CREAT, 1, -1}, {unix.SYS_MKNOD, 1, -1}, {unix.SYS_OPEN, 2, 1}}
}
