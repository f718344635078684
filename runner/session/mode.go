package session

import (
	"bytes"
	"context"
	"fmt"
	"regexp"
	"strings"
	"sync"
)

// modes are what a program writes to set (h) and reset (l) modes of its terminal.
var modes = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\x1b\[\?([0-9;]{1,64})([hl])`) })

// Application reports whether a run has asked its terminal for the application mode of
// the cursor keys (DECCKM, mode 1), as its output says.
func (s *Store) Application(ctx context.Context, id string) (bool, error) {
	const size, overlap = 1 << 20, 80 // overlap: longer than any request for modes
	dir, err := s.Folder(id)
	if err != nil {
		return false, err
	}
	on := false
	for at := int64(0); ; {
		if err := ctx.Err(); err != nil {
			return false, err
		}
		text, more, err := readFrom(dir, stdoutName, at, size)
		if err != nil {
			return false, fmt.Errorf("read what run %q wrote: %w", id, err)
		}
		for _, m := range modes().FindAllSubmatch(text, -1) {
			for mode := range strings.SplitSeq(string(m[1]), ";") {
				if mode == "1" {
					on = bytes.Equal(m[2], []byte("h"))
				}
			}
		}
		if !more {
			return on, nil
		}
		at += int64(len(text)) - overlap
	}
}
