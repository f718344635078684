package egress

import (
	"errors"
	"net"
	"os"
	"sync"
	"time"
)

// gate is a listener that can be shut for a while: what connects meanwhile waits in
// the system's queue, and loses nothing.
type gate struct {
	mu       sync.Mutex
	listener net.Listener
	shut     *shutting
}

// shutting is a time in which nothing is accepted. over is closed at its end, and
// noticed once Accept waits for that: what was accepted before is known to the server
// by then.
type shutting struct {
	over, noticed chan struct{}
	once          sync.Once
}

// on sets the listener behind the gate.
func (g *gate) on(l net.Listener) net.Listener {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.listener = l
	return g
}

// Accept waits until the gate is open, then for a connection.
func (g *gate) Accept() (net.Conn, error) {
	for {
		g.mu.Lock()
		listener, shut := g.listener, g.shut
		g.mu.Unlock()
		if shut != nil {
			shut.once.Do(func() { close(shut.noticed) })
			<-shut.over
			continue
		}
		conn, err := listener.Accept()
		if err == nil || !errors.Is(err, os.ErrDeadlineExceeded) {
			return conn, err
		}
	}
}

// Close closes the listener, and only then opens the gate for whoever waits, who is to
// learn of it and to take nothing that came meanwhile.
func (g *gate) Close() error {
	err := g.listener.Close()
	g.open()
	return err
}

// Addr is that of the listener.
func (g *gate) Addr() net.Addr { return g.listener.Addr() }

// close shuts the gate. It is open again, and the answer false, where a connection is
// being accepted for longer than patience, as where all places are taken.
func (g *gate) close(patience time.Duration) bool {
	shut := &shutting{over: make(chan struct{}), noticed: make(chan struct{})}
	g.mu.Lock()
	if g.shut != nil {
		g.mu.Unlock()
		return true
	}
	g.shut = shut
	g.deadline(time.Unix(1, 0)) // past: whoever waits for a connection looks again
	g.mu.Unlock()
	timer := time.NewTimer(patience)
	defer timer.Stop()
	select {
	case <-shut.noticed:
		return true
	case <-timer.C:
		g.open()
		return false
	}
}

// open opens the gate; it may be open.
func (g *gate) open() {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.shut == nil {
		return
	}
	g.deadline(time.Time{})
	close(g.shut.over)
	g.shut = nil
}

// deadline is until when the listener waits; with the lock.
func (g *gate) deadline(t time.Time) {
	if l, ok := g.listener.(interface{ SetDeadline(t time.Time) error }); ok {
		_ = l.SetDeadline(t) // without it the gate is shut at the next connection
	}
}
