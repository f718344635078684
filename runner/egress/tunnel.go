package egress

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"time"
)

// tunnel answers CONNECT: the TLS greeting of the run must name the host of the
// tunnel before a byte of it goes out.
func (p *Proxy) tunnel(w http.ResponseWriter, a *attempt, up *upstream) {
	client, buffered, err := http.NewResponseController(w).Hijack()
	if err != nil {
		a.Error = err.Error()
		return
	}
	defer client.Close()
	defer context.AfterFunc(p.live, func() { _ = client.Close() })()
	_ = client.SetDeadline(time.Now().Add(p.step))
	if _, err := io.WriteString(client, "HTTP/1.1 200 Connection established\r\n\r\n"); err != nil {
		a.Error = err.Error()
		return
	}
	hello, name, err := readHello(buffered)
	if err == nil {
		err = sameName(name, a.Host)
	}
	if err != nil {
		a.refuse(helloReason(err))
		a.Error = err.Error()
		return
	}
	// What came behind the greeting is still in the buffer.
	early, err := buffered.Reader.Peek(buffered.Reader.Buffered())
	if err != nil {
		a.Error = err.Error()
		return
	}
	_ = client.SetDeadline(time.Time{})
	for _, part := range [][]byte{hello, early} {
		if _, err := up.Write(part); err != nil {
			p.failed(a, err)
			return
		}
	}
	p.splice(a, client, up)
}

// splice copies both ways until both sides have ended, or one has failed.
func (p *Proxy) splice(a *attempt, client net.Conn, up *upstream) {
	quiet := &patient{Conn: client, idle: p.idle}
	done := make(chan error, 1)
	go func() {
		_, err := io.Copy(writerOnly{up}, quiet)
		if err == nil {
			err = up.CloseWrite()
		} else {
			_ = up.Close()
		}
		done <- err
	}()
	_, back := io.Copy(writerOnly{quiet}, up)
	if back == nil {
		back = closeWrite(client)
	} else {
		_ = client.Close()
	}
	there := <-done
	for _, err := range []error{back, there} {
		p.failed(a, err)
	}
}

// failed notes how a connection that was let through went wrong.
func (p *Proxy) failed(a *attempt, err error) {
	var gone clientError
	switch {
	case err == nil || a.Error != "":
	case errors.Is(err, errBudget), p.live.Err() != nil && p.budget.spent():
		a.Reason, a.Error = OverBudget, errBudget.Error()
	case p.live.Err() == nil && (errors.As(err, &gone) || errors.Is(err, net.ErrClosed)):
		// The run hung up, as it may.
	case p.live.Err() != nil:
		a.Error = "the run ended"
	default:
		a.Error = err.Error()
	}
}

// errDiffers says that a greeting names another host than the tunnel.
type errDiffers struct{ name, host string }

func (e errDiffers) Error() string {
	return fmt.Sprintf("the TLS greeting names %s; the tunnel is for %s", e.name, e.host)
}

func sameName(name, host string) error {
	if strings.ToLower(name) != host {
		return errDiffers{shown(name), host}
	}
	return nil
}

func helloReason(err error) Reason {
	var differs errDiffers
	switch {
	case errors.As(err, &differs):
		return NameDiffers
	case errors.Is(err, errNoName):
		return NameMissing
	}
	return NotTLS
}

// patient is a connection of the run that may be silent for so long.
type patient struct {
	net.Conn
	idle time.Duration
}

func (c *patient) Read(p []byte) (int, error) {
	if err := c.SetReadDeadline(time.Now().Add(c.idle)); err != nil {
		return 0, err
	}
	n, err := c.Conn.Read(p)
	return n, ofClient(err)
}

func (c *patient) Write(p []byte) (int, error) {
	if err := c.SetWriteDeadline(time.Now().Add(c.idle)); err != nil {
		return 0, err
	}
	n, err := c.Conn.Write(p)
	return n, ofClient(err)
}

// clientError is an error on the side of the run.
type clientError struct{ error }

func (e clientError) Unwrap() error { return e.error }

// ofClient leaves the end of what is sent as it is.
func ofClient(err error) error {
	if err == nil || errors.Is(err, io.EOF) {
		return err
	}
	return clientError{err}
}

// writerOnly hides the shortcuts of a connection, by which bytes would pass that
// nobody counts.
type writerOnly struct{ io.Writer }
