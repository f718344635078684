//go:build !linux && !darwin

package settings

import (
	"io/fs"
	"time"
)

// changedAt is when a file was last written, as far as that is known here.
func changedAt(info fs.FileInfo) time.Time { return info.ModTime() }
