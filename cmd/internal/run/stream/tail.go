package stream

import (
	"fmt"
	"sync"

	"github.com/skillctl/skillctl/engine/audit"
)

// Tail keeps the beginning and the end of what is written to it.
type Tail struct {
	TailState
	mu sync.Mutex
}

// TailState is enough for another process to go on.
type TailState struct {
	// Max is how much is kept, half of it from the end.
	Max   int64  `json:"max"`
	Head  []byte `json:"head"`
	End   []byte `json:"end"`
	Total int64  `json:"total"`
}

// State is what another process needs to go on.
func (t *Tail) State() TailState {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.TailState
}

// Write never fails.
func (t *Tail) Write(text []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	n, half := len(text), int(t.Max/2)
	t.Total += int64(n)
	if room := half - len(t.Head); room > 0 {
		part := min(room, len(text))
		t.Head, text = append(t.Head, text[:part]...), text[part:]
	}
	t.End = append(t.End, text...)
	if len(t.End) > 2*half {
		t.End = append(t.End[:0], t.End[len(t.End)-half:]...)
	}
	return n, nil
}

func (t *Tail) parts() (head, end []byte, cut int64) {
	t.mu.Lock()
	defer t.mu.Unlock()
	end = t.End
	if half := int(t.Max / 2); len(end) > half {
		end = end[len(end)-half:]
	}
	return t.Head, end, t.Total - int64(len(t.Head)) - int64(len(end))
}

// Text is what was kept, with a note of what was left out.
func (t *Tail) Text() string {
	head, end, cut := t.parts()
	if cut > 0 {
		return string(head) + fmt.Sprintf("\n[skillctl: %d bytes left out]\n", cut) + string(end)
	}
	return string(head) + string(end)
}

// Recorded is what was kept, for the record.
func (t *Tail) Recorded() audit.Text {
	head, end, cut := t.parts()
	out := audit.Text{Head: string(head), Tail: string(end), Bytes: t.Total, Cut: cut}
	if cut == 0 {
		out.Head, out.Tail = out.Head+out.Tail, ""
	}
	return out
}
