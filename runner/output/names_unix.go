//go:build unix

package output

import (
	"fmt"
	"os"
	"syscall"
)

// names counts the names of a file.
func names(file *os.File) (uint64, error) {
	info, err := file.Stat()
	if err != nil {
		return 0, err
	}
	stat, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return 0, fmt.Errorf("count the names of %q: the system does not say", file.Name())
	}
	return uint64(stat.Nlink), nil //nolint:unconvert // its size is another on other systems
}
