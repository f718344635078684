package audit

// Owner is the process that answers for a run, so that it can be told later
// whether that still lives.
type Owner struct {
	PID int `json:"pid"`
	// Start is when the process started, in ticks since the boot, and Boot which
	// boot that was; a number is given to another process later. Both are "" where
	// the system does not say.
	Start string `json:"start,omitempty"`
	Boot  string `json:"boot,omitempty"`
	// Space names the set of process numbers that PID is of: a container has its
	// own.
	Space string `json:"space,omitempty"`
}

// Life is whether a process lives.
type Life int

// The answers about a process.
const (
	Unknown Life = iota
	Alive
	Gone
)
