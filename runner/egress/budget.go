package egress

import (
	"context"
	"errors"
	"net"
	"sync"
	"sync/atomic"
	"time"
)

// errBudget says that a run has moved as many bytes as it may.
var errBudget = errors.New("the run has transferred as many bytes as it may")

// budget counts what a run sends and receives, and ends it at the bound.
type budget struct {
	// bound is in bytes, 0 for none.
	bound          int64
	sent, received atomic.Int64
	// over is called once, when more was wanted than the bound allows.
	over func()
	once sync.Once
	mu   sync.Mutex
	left int64
}

func newBudget(bound, used int64, over func()) *budget {
	return &budget{bound: bound, left: max(bound-used, 0), over: over}
}

// take grants up to n bytes. Who is granted less says so with [budget.exceed], when what was
// granted is on its way: that ends all connections.
func (b *budget) take(n int) int {
	if b.bound == 0 {
		return n
	}
	b.mu.Lock()
	granted := min(int64(n), b.left)
	b.left -= granted
	b.mu.Unlock()
	return int(granted)
}

// exceed ends the run.
func (b *budget) exceed() { b.once.Do(b.over) }

// spent reports whether nothing is left.
func (b *budget) spent() bool {
	if b.bound == 0 {
		return false
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.left == 0
}

// upstream is a connection to a host; what passes is counted, and waits for no
// longer than idle.
type upstream struct {
	net.Conn
	budget         *budget
	idle           time.Duration
	sent, received atomic.Int64
	// stop forgets the connection where the end of the proxy would close it.
	stop func() bool
}

func newUpstream(ctx context.Context, conn net.Conn, b *budget, idle time.Duration) *upstream {
	u := &upstream{Conn: conn, budget: b, idle: idle}
	u.stop = context.AfterFunc(ctx, func() { _ = conn.Close() })
	return u
}

// Read counts what came, and hands on no more than the budget has.
func (u *upstream) Read(p []byte) (int, error) {
	if err := u.SetReadDeadline(time.Now().Add(u.idle)); err != nil {
		return 0, err
	}
	n, err := u.Conn.Read(p)
	granted := u.budget.take(n)
	u.received.Add(int64(granted))
	u.budget.received.Add(int64(granted))
	if granted < n {
		u.budget.exceed()
		return granted, errBudget
	}
	return n, err
}

// Write sends no more than the budget has.
func (u *upstream) Write(p []byte) (int, error) {
	granted := u.budget.take(len(p))
	if granted == 0 && len(p) > 0 {
		u.budget.exceed()
		return 0, errBudget
	}
	if err := u.SetWriteDeadline(time.Now().Add(u.idle)); err != nil {
		return 0, err
	}
	// It counts before it is on its way: the answer may be back, and reported,
	// before Write returns.
	u.count(granted)
	n, err := u.Conn.Write(p[:granted])
	u.count(n - granted)
	if granted < len(p) {
		u.budget.exceed()
		if err == nil {
			err = errBudget
		}
	}
	return n, err
}

func (u *upstream) count(sent int) {
	u.sent.Add(int64(sent))
	u.budget.sent.Add(int64(sent))
}

// Close closes the connection.
func (u *upstream) Close() error {
	u.stop()
	return u.Conn.Close()
}

// CloseWrite says that nothing more is sent, where the connection can.
func (u *upstream) CloseWrite() error { return closeWrite(u.Conn) }

func closeWrite(conn net.Conn) error {
	if half, ok := conn.(interface{ CloseWrite() error }); ok {
		return half.CloseWrite()
	}
	return conn.Close()
}
