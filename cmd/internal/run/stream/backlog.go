package stream

import (
	"sync"

	"github.com/skillctl/skillctl/runner/session"
)

// Backlog keeps the beginning of what is written to it, as far as the folder of
// a run would.
type Backlog struct {
	mu   sync.Mutex
	text []byte
}

// Write never fails.
func (b *Backlog) Write(text []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.text = append(b.text, text[:min(len(text), session.MaxStream-len(b.text))]...)
	return len(text), nil
}

// Bytes are what was written so far.
func (b *Backlog) Bytes() []byte {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text
}
