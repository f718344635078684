package early

// What package syscall has no names for on this processor.
const (
	sysSeccomp  = 317
	sysExecveat = 322
)
