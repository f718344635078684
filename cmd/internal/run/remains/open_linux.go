package remains

import (
	"os"
	"path/filepath"
)

// open reports which of some files a process of this machine has open, as far as
// this user can tell.
func open(files map[string]bool) map[string]bool {
	out := map[string]bool{}
	descriptors, _ := filepath.Glob("/proc/[0-9]*/fd/*")
	for _, name := range descriptors {
		if to, err := os.Readlink(name); err == nil && files[to] {
			out[to] = true
		}
	}
	return out
}
