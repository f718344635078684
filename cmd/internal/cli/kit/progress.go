package kit

import (
	"fmt"
	"io"
	"strings"
	"sync"
	"time"
)

// progressDelay is how long a run takes before it shows how far it is, tick how
// often it does, and barCells how wide the bar is.
const (
	progressDelay = time.Second
	tick          = 100 * time.Millisecond
	barCells      = 24
)

// Progress draws a bar on a terminal's standard error, in one line that it
// wipes at the end.
type Progress struct {
	w   io.Writer
	now func() time.Time
	on  bool

	mu          sync.Mutex
	began, last time.Time
	drawn       bool
}

// NewProgress draws only on a terminal, and not at all when quiet.
func NewProgress(f *Factory, quiet bool) *Progress {
	return &Progress{w: f.IO.Err, now: f.Now, on: f.IO.ErrTTY && !quiet && f.IO.Getenv("TERM") != "dumb"}
}

// Start begins to measure the time.
func (p *Progress) Start() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.began, p.last = p.now(), time.Time{}
}

// Step says that done of total skills are judged.
func (p *Progress) Step(done, total int) {
	if !p.on || total == 0 {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	now := p.now()
	if now.Sub(p.began) < progressDelay || now.Sub(p.last) < tick && done < total {
		return
	}
	p.last, p.drawn = now, true
	full := barCells * done / total
	fmt.Fprintf(p.w, "\r[%s%s] %d/%d skills", strings.Repeat("=", full), strings.Repeat(" ", barCells-full), done, total)
}

// Stop wipes the bar.
func (p *Progress) Stop() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.drawn {
		fmt.Fprint(p.w, "\r\x1b[K")
		p.drawn = false
	}
}
