package mcp

import (
	"context"
	"strings"
	"sync"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

const (
	// maxTail is how much of a stream is kept, in bytes: its end.
	maxTail = 1 << 20
	// tellEvery is how often a client is told what a run writes, in at most so many
	// bytes.
	tellEvery = 200 * time.Millisecond
	maxTold   = 4_000
)

// tail keeps the end of what is written, and hands all of it on.
type tail struct {
	kept []byte
	// left is how much was let go.
	left int64
	to   *teller
}

func newTail(to *teller) *tail { return &tail{to: to} }

// Write keeps and hands on.
func (t *tail) Write(p []byte) (int, error) {
	t.to.add(p)
	t.kept = append(t.kept, p...)
	if over := len(t.kept) - maxTail; over > maxTail/4 { // not with every line
		t.left += int64(over)
		t.kept = append(t.kept[:0], t.kept[over:]...)
	}
	return len(p), nil
}

// text is what is kept. It is read when nobody writes any more.
func (t *tail) text() string { return clean(strings.ToValidUTF8(string(t.kept), "\ufffd")) }

// teller tells a client what a run writes.
type teller struct {
	mu      sync.Mutex
	waiting []byte
	written int64
	done    chan struct{}
	ended   sync.WaitGroup
}

// teller tells the client that asked, if it wants to hear of progress.
func (s *server) teller(ctx context.Context, request *sdk.CallToolRequest) *teller {
	t := &teller{done: make(chan struct{})}
	token := request.Params.GetProgressToken()
	if token == nil || request.Session == nil {
		return t
	}
	t.ended.Go(func() {
		tick := time.NewTicker(tellEvery)
		defer tick.Stop()
		for last := false; !last; {
			select {
			case <-tick.C:
			case <-t.done:
				last = true
			}
			if text, written := t.take(); text != "" {
				// A client that does not hear it gets the whole with the answer.
				_ = request.Session.NotifyProgress(ctx, &sdk.ProgressNotificationParams{ProgressToken: token, Message: text, Progress: float64(written)})
			}
		}
	})
	return t
}

func (t *teller) add(p []byte) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.written += int64(len(p))
	if t.waiting = append(t.waiting, p...); len(t.waiting) > 2*maxTold {
		t.waiting = append(t.waiting[:0], t.waiting[len(t.waiting)-maxTold:]...)
	}
}

// take is what was written since it was last asked, or the end of that.
func (t *teller) take() (text string, written int64) {
	t.mu.Lock()
	defer t.mu.Unlock()
	waiting := t.waiting[max(0, len(t.waiting)-maxTold):]
	text = clean(strings.ToValidUTF8(string(waiting), "\ufffd"))
	t.waiting = t.waiting[:0]
	return text, t.written
}

// stop tells the last.
func (t *teller) stop() {
	close(t.done)
	t.ended.Wait()
}
