package proxy

import (
	"context"
	"fmt"
	"strings"
	"sync"
)

// lists counts how often the server said that its lists have changed, and which of these
// times is held: a call that comes later is judged by the new lists. The zero value is
// ready.
type lists struct {
	mu   sync.Mutex
	said int
	held int
	// moved is closed when held grows; nil while nobody waits.
	moved chan struct{}
}

// change counts one more time.
func (l *lists) change() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.said++
}

// times is how often it was said so far.
func (l *lists) times() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.said
}

// hold says that the lists are held as they were said to be by that time.
func (l *lists) hold(time int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.held = max(l.held, time)
	if l.moved != nil {
		close(l.moved)
		l.moved = nil
	}
}

// wait waits until what was said so far is held.
func (l *lists) wait(ctx context.Context) error {
	want := l.times()
	for {
		l.mu.Lock()
		if l.held >= want {
			l.mu.Unlock()
			return nil
		}
		if l.moved == nil {
			l.moved = make(chan struct{})
		}
		moved := l.moved
		l.mu.Unlock()
		select {
		case <-moved:
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	}
}

// told notes that the server says that a list has changed: before anything is read that it
// sends later.
func (p *proxy) told(method string) {
	if !strings.HasSuffix(method, "/list_changed") {
		return
	}
	p.lists.change()
	select {
	case p.changed <- struct{}{}:
	default: // it will be asked anyway
	}
}

// listen asks the server anew for what it has when that has changed. What cannot be asked
// for ends the conversation.
func (p *proxy) listen(ctx context.Context, end context.CancelCauseFunc) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-p.changed:
		}
		time := p.lists.times()
		bounded, stop := context.WithTimeout(ctx, p.startTime)
		err := p.renew(bounded, false)
		stop()
		if err != nil {
			if ctx.Err() == nil {
				end(fmt.Errorf("it says that it has changed, and does not tell how: %w", err))
			}
			return
		}
		p.lists.hold(time)
	}
}
