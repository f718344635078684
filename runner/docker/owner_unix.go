//go:build unix

package docker

import (
	"fmt"
	"os"
	"syscall"
)

// owner is "uid:gid" of whoever a folder belongs to; nobody for root's.
func owner(info os.FileInfo) string {
	stat, ok := info.Sys().(*syscall.Stat_t)
	if !ok || stat.Uid == 0 {
		return nobody
	}
	return fmt.Sprintf("%d:%d", stat.Uid, stat.Gid)
}
