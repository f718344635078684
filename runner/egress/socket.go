package egress

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"

	"github.com/skillctl/skillctl/runner"
)

// maxSocketPath is the longest path of a unix socket that every system takes, in
// bytes.
const maxSocketPath = 103

// socket is a unix socket in a folder of its own.
//
// The folder is open to its owner alone, so that nobody else on this machine
// reaches the socket. The socket itself is open to all: a container gets it by a
// bind mount, without the folder, and its user is another.
type socket struct {
	dir, path string
	listener  *net.UnixListener
}

// Start serves a proxy on a socket in a new folder within dir, "" for the
// system's folder for temporary files.
func Start(ctx context.Context, dir string, boundary runner.Egress, options ...Option) (*Proxy, error) {
	p, err := New(boundary, options...)
	if err != nil {
		return nil, err
	}
	if p.socket, err = listen(ctx, dir); err != nil {
		return nil, err
	}
	listener := p.socket.listener
	p.serving.Go(func() { _ = p.Serve(listener) })
	return p, nil
}

// Adopt serves on a socket that another process let go of with [Proxy.Release].
// It closes the file.
func Adopt(file *os.File, boundary runner.Egress, options ...Option) (*Proxy, error) {
	p, err := New(boundary, options...)
	if err != nil {
		return nil, err
	}
	l, err := net.FileListener(file)
	_ = file.Close()
	if err != nil {
		return nil, fmt.Errorf("take over the socket of the proxy: %w", err)
	}
	unix, ok := l.(*net.UnixListener)
	if !ok {
		_ = l.Close()
		return nil, fmt.Errorf("take over the socket of the proxy: %T is not a unix socket", l)
	}
	path := l.Addr().String()
	p.socket = &socket{dir: filepath.Dir(path), path: path, listener: unix}
	p.serving.Go(func() { _ = p.Serve(unix) })
	return p, nil
}

// Release ends every connection and returns the listening socket, which stays
// where it is: what connects waits until another process serves it. Only a proxy
// made by [Start] or [Adopt] has one.
func (p *Proxy) Release() (*os.File, error) {
	if p.socket == nil {
		return nil, errors.New("hand over the socket of the proxy: it has none")
	}
	file, err := p.socket.listener.File()
	if err != nil {
		return nil, fmt.Errorf("let go of the socket of the proxy: %w", err)
	}
	p.socket.listener.SetUnlinkOnClose(false)
	p.socket = nil
	if err := p.Close(); err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return file, nil
}

// Socket is the path of the socket, "" for a proxy that was not made by [Start].
func (p *Proxy) Socket() string {
	if p.socket == nil {
		return ""
	}
	return p.socket.path
}

func listen(ctx context.Context, dir string) (_ *socket, err error) {
	folder, err := os.MkdirTemp(dir, "skillctl-egress-")
	if err != nil {
		return nil, fmt.Errorf("make the folder of the proxy: %w", err)
	}
	s := &socket{dir: folder, path: filepath.Join(folder, "proxy.sock")}
	defer func() {
		if err != nil {
			_ = s.remove()
		}
	}()
	if len(s.path) > maxSocketPath {
		return nil, fmt.Errorf("make the socket of the proxy: the path %s has %d bytes and at most %d are possible; use a folder with a shorter path", s.path, len(s.path), maxSocketPath)
	}
	var config net.ListenConfig
	l, err := config.Listen(ctx, "unix", s.path)
	if err != nil {
		return nil, fmt.Errorf("make the socket of the proxy: %w", err)
	}
	unix, ok := l.(*net.UnixListener)
	if !ok {
		return nil, fmt.Errorf("make the socket of the proxy: %T is not a unix socket", l)
	}
	s.listener = unix
	if err := os.Chmod(s.path, 0o666); err != nil {
		return nil, fmt.Errorf("open the socket of the proxy to containers: %w", err)
	}
	return s, nil
}

func (s *socket) remove() error {
	if s.listener != nil {
		_ = s.listener.Close()
	}
	if err := os.RemoveAll(s.dir); err != nil {
		return fmt.Errorf("remove the folder of the proxy: %w", err)
	}
	return nil
}
