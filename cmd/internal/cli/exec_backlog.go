package cli

import (
	"sync"

	"github.com/skillctl/skillctl/runner/session"
)

// backlog keeps the beginning of what is written to it, as far as the folder of
// a run would.
type backlog struct {
	mu   sync.Mutex
	text []byte
}

// Write never fails.
func (b *backlog) Write(text []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.text = append(b.text, text[:min(len(text), session.MaxStream-len(b.text))]...)
	return len(text), nil
}

// bytes are what was written so far.
func (b *backlog) bytes() []byte {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text
}
