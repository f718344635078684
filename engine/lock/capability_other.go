//go:build !linux

package lock

import (
	"io/fs"
	"os"
)

// privileged is false: files have no capabilities of their own here.
func privileged(*os.Root, string, fs.FileInfo) bool { return false }
