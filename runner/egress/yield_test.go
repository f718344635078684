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
	"time"

	"github.com/skillctl/skillctl/runner"
)

// ask asks the proxy behind a socket for a page, and returns the status, 0 where there
// is no answer.
func ask(t *testing.T, socket, host string) int {
	t.Helper()
	conn, err := net.Dial("unix", socket)
	if err != nil {
		t.Error(err)
		return 0
	}
	defer conn.Close()
	fmt.Fprintf(conn, "GET http://%s/ HTTP/1.1\r\nHost: %s\r\nConnection: close\r\n\r\n", host, host)
	response, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil {
		t.Error(err)
		return 0
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

// TestRest breaks nothing off: a connection on which nothing has come yet, a request
// and a tunnel are under way; what connects while it rests is answered by whoever
// adopts the socket.
func TestRest(t *testing.T) {
	t.Parallel()
	proxy, err := Start(context.Background(), t.TempDir(), runner.Egress{Allowed: []string{"a.example.com"}}, WithResolver(everywhere{}))
	if err != nil {
		t.Fatal(err)
	}
	conn, err := net.Dial("unix", proxy.Socket())
	if err != nil {
		t.Fatal(err)
	}
	eventually(t, "it is busy with a connection without a byte", proxy.Busy)
	if proxy.Rest() {
		t.Error("it rests with a connection that was just made")
	}
	fmt.Fprint(conn, "GET http://other.example.com/ HTTP/1.1\r\nHost: other.example.com\r\n\r\n")
	response, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil {
		t.Fatalf("after it was asked to rest it does not answer: %v", err)
	}
	_ = response.Body.Close()
	_ = conn.Close()
	eventually(t, "it rests once the connection has ended", proxy.Rest)
	// Woken, it answers as before.
	proxy.Wake()
	if got := ask(t, proxy.Socket(), "other.example.com"); got != http.StatusForbidden {
		t.Errorf("woken, it answers %d", got)
	}
	eventually(t, "it rests again", proxy.Rest)
	status, socket := make(chan int, 1), proxy.Socket()
	go func() { status <- ask(t, socket, "other.example.com") }()
	file, err := proxy.Release()
	if err != nil {
		t.Fatal(err)
	}
	next, err := Adopt(file, runner.Egress{Allowed: []string{"a.example.com"}})
	if err != nil {
		t.Fatal(err)
	}
	if got := <-status; got != http.StatusForbidden {
		t.Errorf("what connected meanwhile got %d", got)
	}
	if err := next.Close(); err != nil {
		t.Error(err)
	}
}

// TestRestUnderLoad hands the socket over again and again while somebody asks: each
// request is answered.
func TestRestUnderLoad(t *testing.T) {
	t.Parallel()
	boundary := runner.Egress{Allowed: []string{"a.example.com"}}
	proxy, err := Start(context.Background(), t.TempDir(), boundary)
	if err != nil {
		t.Fatal(err)
	}
	socket, stop := proxy.Socket(), make(chan struct{})
	var asking sync.WaitGroup
	for range 4 {
		asking.Go(func() {
			for {
				select {
				case <-stop:
					return
				default:
				}
				if got := ask(t, socket, "other.example.com"); got != http.StatusForbidden {
					t.Errorf("the answer is %d", got)
					return
				}
			}
		})
	}
	const handovers = 50
	for range handovers {
		eventually(t, "it rests", proxy.Rest)
		file, err := proxy.Release()
		if err != nil {
			t.Fatal(err)
		}
		if proxy, err = Adopt(file, boundary); err != nil {
			t.Fatal(err)
		}
	}
	close(stop)
	asking.Wait()
	if err := proxy.Close(); err != nil {
		t.Error(err)
	}
}

// eventually waits until something holds.
func eventually(t *testing.T, what string, holds func() bool) {
	t.Helper()
	for deadline := time.Now().Add(20 * time.Second); !holds(); time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("in 20 s it never came that %s", what)
		}
	}
}
