//go:build !linux && !darwin

package folder

import (
	"io/fs"
	"time"
)

// ChangedAt is when a file was last written: this system tells no more.
func ChangedAt(info fs.FileInfo) time.Time { return info.ModTime() }

// Identity is not known on this system.
func Identity(fs.FileInfo) string { return "" }
