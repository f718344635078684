package egress

import (
	"context"
	"os"
	"time"
)

// Listen makes the socket of a proxy that another process is to [Adopt]: what
// connects until then waits.
func Listen(ctx context.Context, dir string) (file *os.File, path string, err error) {
	s, err := listen(ctx, dir)
	if err != nil {
		return nil, "", err
	}
	if file, err = s.listener.File(); err != nil {
		_ = s.remove()
		return nil, "", err
	}
	s.listener.SetUnlinkOnClose(false)
	_ = s.listener.Close() // the file is a descriptor of its own
	return file, s.path, nil
}

// Rest lets no further connection in and closes those that are between two requests,
// so that [Proxy.Release] breaks nothing off: what connects waits. Where something is
// under way it changes nothing, and the answer is false. [Proxy.Wake] ends it.
func (p *Proxy) Rest() bool {
	const patience = time.Second
	if p.Busy() || !p.gate.close(patience) {
		return false
	}
	if !p.Busy() {
		p.server.SetKeepAlivesEnabled(false)
	}
	// A request may have come on a connection that was kept open.
	if p.Busy() {
		p.Wake()
		return false
	}
	return true
}

// Wake lets connections in again.
func (p *Proxy) Wake() {
	p.server.SetKeepAlivesEnabled(true)
	p.gate.open()
}

// Busy reports whether a request or a tunnel is under way, or a connection was made
// on which a request may be.
func (p *Proxy) Busy() bool {
	engaged := false
	p.engaged.Range(func(any, any) bool {
		engaged = true
		return false
	})
	return engaged || p.handling.Load() > 0
}
