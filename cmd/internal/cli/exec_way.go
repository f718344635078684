package cli

import (
	"context"
	"fmt"
	"os"
	"sync"

	"github.com/skillctl/skillctl/runner/egress"
)

// connections gathers what a run reached, or tried to.
type connections struct {
	mu  sync.Mutex
	all []egress.Connection
}

func (c *connections) add(one egress.Connection) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.all = append(c.all, one)
}

func (c *connections) list() []egress.Connection {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.all
}

// way is how a run reaches the hosts that it may: through a proxy of this
// process, or through one of the process that it is handed over to, for which
// only the socket is made. The zero value is for a run that has none.
type way struct {
	reached connections
	proxy   *egress.Proxy
	socket  *os.File
	// sent and received are those of a proxy that was let go of.
	sent, received int64
}

// openWay opens the way to the hosts of the boundary, if there are any.
func (j *job) openWay(ctx context.Context) error {
	j.way = &way{}
	if j.boundary.Network != "restricted" || j.boundary.Egress == nil {
		return nil
	}
	var err error
	if j.background {
		j.way.socket, j.spec.Proxy, err = egress.Listen(ctx, "")
	} else if j.way.proxy, err = egress.Start(ctx, "", *j.boundary.Egress, egress.WithReport(j.way.reached.add)); err == nil {
		j.spec.Proxy = j.way.proxy.Socket()
	}
	if err != nil {
		return fmt.Errorf("open the way to the hosts that may be reached: %w", err)
	}
	return nil
}

// busy reports whether something is on its way, which a handover would break off.
func (w *way) busy() bool { return w.proxy != nil && w.proxy.Busy() }

// used are the bytes that went to hosts and came from them.
func (w *way) used() (sent, received int64) {
	if w.proxy == nil {
		return w.sent, w.received
	}
	sent, received = w.proxy.Used()
	return w.sent + sent, w.received + received
}

// release lets go of the socket, nil where there is none.
func (w *way) release() (*os.File, error) {
	if w.proxy == nil {
		socket := w.socket
		w.socket = nil
		return socket, nil
	}
	w.sent, w.received = w.used()
	proxy := w.proxy
	w.proxy = nil
	return proxy.Release()
}

// close ends every connection; each is in the list then.
func (w *way) close() {
	if w.proxy != nil {
		_ = w.proxy.Close() // what it leaves is a folder for temporary files
	}
	if w.socket != nil {
		_ = w.socket.Close()
	}
}
