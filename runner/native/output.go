//go:build unix

package native

import (
	"fmt"
	"io"
	"sync"
)

// capped passes on the first bytes of a stream, swallows the others, and says so
// at the end.
type capped struct {
	mu sync.Mutex
	to io.Writer
	// limit, kept and cut are bytes.
	limit, kept, cut int64
	broken           bool
}

// Write never keeps its caller from going on reading, so that the command does
// not stand still when it has said too much. It fails when the reader of its own
// is gone.
func (c *capped) Write(data []byte) (int, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	room := min(c.limit-c.kept, int64(len(data)))
	if room > 0 && !c.broken {
		n, err := c.to.Write(data[:room])
		c.kept += int64(n)
		if err != nil {
			c.broken = true
			return n, err
		}
	}
	c.cut += int64(len(data)) - room
	return len(data), nil
}

// end writes the mark when something was left out.
func (c *capped) end() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.cut > 0 && !c.broken {
		fmt.Fprintf(c.to, "\n… [skillctl: output cut at %d bytes, %d left out]\n", c.limit, c.cut)
	}
}

// amounts are the bytes that were kept and left out so far.
func (c *capped) amounts() (kept, cut int64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.kept, c.cut
}

// orNowhere is a writer that can be written to.
func orNowhere(w io.Writer) io.Writer {
	if w == nil {
		return io.Discard
	}
	return w
}
