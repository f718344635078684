package egress

import (
	"errors"
	"net"
	"sync"
	"time"
)

// limit accepts no more than n connections at once; others wait.
func limit(l net.Listener, n int) net.Listener {
	return &limited{Listener: l, slots: make(chan struct{}, n), closed: make(chan struct{})}
}

type limited struct {
	net.Listener
	slots  chan struct{}
	closed chan struct{}
	once   sync.Once
}

// Accept waits for a free place, then for a connection.
func (l *limited) Accept() (net.Conn, error) {
	select {
	case l.slots <- struct{}{}:
	case <-l.closed:
		return nil, net.ErrClosed
	}
	conn, err := l.Listener.Accept()
	if err != nil {
		<-l.slots
		return nil, err
	}
	return &seated{Conn: conn, leave: sync.OnceFunc(func() { <-l.slots })}, nil
}

// SetDeadline is until when Accept waits for a connection, once it has a place.
func (l *limited) SetDeadline(t time.Time) error {
	if d, ok := l.Listener.(interface{ SetDeadline(t time.Time) error }); ok {
		return d.SetDeadline(t)
	}
	return errors.ErrUnsupported
}

// Close stops accepting.
func (l *limited) Close() error {
	l.once.Do(func() { close(l.closed) })
	return l.Listener.Close()
}

// seated is a connection that has a place.
type seated struct {
	net.Conn
	leave func()
}

// Close gives the place back.
func (c *seated) Close() error {
	err := c.Conn.Close()
	c.leave()
	return err
}

// CloseWrite says that nothing more is sent.
func (c *seated) CloseWrite() error { return closeWrite(c.Conn) }
