//go:build unix

package run

import "os"

// privileged reports whether a run could make programs that run as root.
func privileged() bool { return os.Geteuid() == 0 }
