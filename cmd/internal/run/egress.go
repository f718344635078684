package run

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

// egressSession is how a run reaches the hosts that it may: through a proxy of this
// process, or through one of the process that it is handed over to, for which
// only the socket is made. The zero value is for a run that has none.
type egressSession struct {
	reached connections
	advice  map[egress.Reason]string
	proxy   *egress.Proxy
	socket  *os.File
	// sent and received are those of a proxy that was let go of.
	sent, received int64
}

// openEgress opens the proxy to the hosts of the boundary, if there are any.
func (j *Job) openEgress(ctx context.Context) error {
	j.egress = &egressSession{advice: networkAdvice(j.Merged)}
	if j.Boundary.Network != "restricted" || j.Boundary.Egress == nil {
		return nil
	}
	var err error
	if j.Background {
		j.egress.socket, j.Spec.Proxy, err = egress.Listen(ctx, "")
	} else if j.egress.proxy, err = egress.Start(ctx, "", *j.Boundary.Egress, egress.WithReport(j.egress.reached.add), egress.WithAdvice(j.egress.advice)); err == nil {
		j.Spec.Proxy = j.egress.proxy.Socket()
	}
	if err != nil {
		return fmt.Errorf("start the proxy for the allowed domains: %w", err)
	}
	return nil
}

// rest keeps what connects waiting, for a handover; false where something is on its
// way, which that would break off.
func (e *egressSession) rest() bool { return e.proxy == nil || e.proxy.Rest() }

// wake lets what connects in again, where there was no handover.
func (e *egressSession) wake() {
	if e.proxy != nil {
		e.proxy.Wake()
	}
}

// used are the bytes that went to hosts and came from them.
func (e *egressSession) used() (sent, received int64) {
	if e.proxy == nil {
		return e.sent, e.received
	}
	sent, received = e.proxy.Used()
	return e.sent + sent, e.received + received
}

// release lets go of the socket, nil where there is none.
func (e *egressSession) release() (*os.File, error) {
	if e.proxy == nil {
		socket := e.socket
		e.socket = nil
		return socket, nil
	}
	e.sent, e.received = e.used()
	proxy := e.proxy
	e.proxy = nil
	return proxy.Release()
}

// close ends every connection; each is in the list then.
func (e *egressSession) close() {
	if e.proxy != nil {
		_ = e.proxy.Close() // what it leaves is a folder for temporary files
	}
	if e.socket != nil {
		_ = e.socket.Close()
	}
}
