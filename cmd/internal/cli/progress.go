package cli

import (
	"fmt"
	"io"
	"strings"
	"sync"
	"time"
)

// patience is how long a run takes before it shows how far it is, tick how
// often it does, and barCells how wide the bar is.
const (
	patience = time.Second
	tick     = 100 * time.Millisecond
	barCells = 24
)

// progress draws a bar on a terminal's standard error, in one line that it
// wipes at the end.
type progress struct {
	w   io.Writer
	now func() time.Time
	on  bool

	mu          sync.Mutex
	began, last time.Time
	drawn       bool
}

func newProgress(f *Factory, quiet bool) *progress {
	return &progress{w: f.IO.Err, now: f.Now, on: f.IO.ErrTTY && !quiet && f.IO.Getenv("TERM") != "dumb"}
}

// start begins to measure the time.
func (p *progress) start() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.began, p.last = p.now(), time.Time{}
}

// step says that done of total skills are judged.
func (p *progress) step(done, total int) {
	if !p.on || total == 0 {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	now := p.now()
	if now.Sub(p.began) < patience || now.Sub(p.last) < tick && done < total {
		return
	}
	p.last, p.drawn = now, true
	full := barCells * done / total
	fmt.Fprintf(p.w, "\r[%s%s] %d/%d skills", strings.Repeat("=", full), strings.Repeat(" ", barCells-full), done, total)
}

// stop wipes the bar.
func (p *progress) stop() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.drawn {
		fmt.Fprint(p.w, "\r\x1b[K")
		p.drawn = false
	}
}
