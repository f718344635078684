//go:build !linux

package growth

import (
	"io/fs"
	"time"
)

// fill is not known on this system: there is no limit for all files there.
func fill(string) (name string, now Fill, ok bool) { return "", now, false }

func facts(info fs.FileInfo) (changed time.Time, bytes int64, id string) {
	return info.ModTime(), info.Size(), ""
}

func uptime() time.Duration { return 0 }

func (*Meter) unnamed([]string, func(fs.FileInfo) error) bool { return false }
