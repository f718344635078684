package egress

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"github.com/skillctl/skillctl/runner"
)

// ask asks the proxy behind a socket for a page, and returns the status.
func ask(t *testing.T, socket, host string) int {
	t.Helper()
	conn, err := net.Dial("unix", socket)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	fmt.Fprintf(conn, "GET http://%s/ HTTP/1.1\r\nHost: %s\r\nConnection: close\r\n\r\n", host, host)
	response, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	_, _ = io.Copy(io.Discard, response.Body)
	return response.StatusCode
}

// everywhere resolves every name to the same public address.
type everywhere struct{}

// LookupNetIP makes everywhere a resolver.
func (everywhere) LookupNetIP(context.Context, string, string) ([]netip.Addr, error) {
	return []netip.Addr{netip.MustParseAddr(publicAddress)}, nil
}

// TestListen makes a socket whose callers wait until somebody adopts it, and
// leaves nothing behind.
func TestListen(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	file, path, err := Listen(context.Background(), dir)
	if err != nil {
		t.Fatal(err)
	}
	status := make(chan int, 1)
	go func() { status <- ask(t, path, "other.example.com") }()
	proxy, err := Adopt(file, runner.Egress{Allowed: []string{"a.example.com"}})
	if err != nil {
		t.Fatal(err)
	}
	if proxy.Socket() != path {
		t.Errorf("the socket is %q; want %q", proxy.Socket(), path)
	}
	if got := <-status; got != http.StatusForbidden {
		t.Errorf("the answer is %d", got)
	}
	if err := proxy.Close(); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(filepath.Dir(path)); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("its folder is left: %v", err)
	}
	if _, _, err := Listen(context.Background(), filepath.Join(dir, "none")); err == nil {
		t.Error("a socket was made where there is no folder")
	}
}

// TestBusy is busy from the first byte of a request to the end of its answer.
func TestBusy(t *testing.T) {
	t.Parallel()
	var once sync.Once
	dialled, answer := make(chan struct{}), make(chan struct{})
	dial := func(ctx context.Context, _ netip.AddrPort) (net.Conn, error) {
		once.Do(func() { close(dialled) })
		<-answer
		return nil, errors.New("nobody is there")
	}
	proxy, err := Start(context.Background(), t.TempDir(), runner.Egress{Allowed: []string{"a.example.com"}}, WithResolver(everywhere{}), WithDialer(dial))
	if err != nil {
		t.Fatal(err)
	}
	if proxy.Busy() {
		t.Error("it is busy before anybody has asked")
	}
	done := make(chan int, 1)
	go func() { done <- ask(t, proxy.Socket(), "a.example.com") }()
	<-dialled
	if !proxy.Busy() {
		t.Error("it is not busy while it dials")
	}
	close(answer)
	if got := <-done; got != http.StatusBadGateway {
		t.Errorf("the answer is %d", got)
	}
	if err := proxy.Close(); err != nil {
		t.Error(err)
	}
	if proxy.Busy() {
		t.Error("it is busy when all has ended")
	}
}
