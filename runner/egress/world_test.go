package egress

import (
	"bufio"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/skillctl/skillctl/runner"
)

// world is an Internet of two servers, one of them with TLS, and a proxy to it.
type world struct {
	t          *testing.T
	plain, tls *httptest.Server
	proxy      *Proxy

	mu      sync.Mutex
	asked   []string
	dialled []string
	reports []Connection
}

const publicAddress = "93.184.216.34"

// LookupNetIP makes the world a resolver.
func (w *world) LookupNetIP(_ context.Context, network, host string) ([]netip.Addr, error) {
	w.mu.Lock()
	w.asked = append(w.asked, network+" "+host)
	w.mu.Unlock()
	answers := map[string]string{
		"example.com.": publicAddress, "also.example.com.": publicAddress, "nat64.example.com.": "64:ff9b::5db8:d822", "mapped.example.com.": "::ffff:" + publicAddress,
		"metadata.example.com.": "169.254.169.254", "mixed.example.com.": publicAddress + " 10.0.0.1", "loop.example.com.": "::1", "none.example.com.": "",
		"many.example.com.": strings.Repeat(publicAddress+" ", maxAnswers+1), "second.example.com.": "93.184.216.99 " + publicAddress,
	}
	texts, ok := answers[host]
	if !ok {
		return nil, &net.DNSError{Err: "no such host", Name: host, IsNotFound: true}
	}
	var addrs []netip.Addr
	for text := range strings.FieldsSeq(texts) {
		addrs = append(addrs, netip.MustParseAddr(text))
	}
	return addrs, nil
}

func (w *world) dial(ctx context.Context, address netip.AddrPort) (net.Conn, error) {
	w.mu.Lock()
	w.dialled = append(w.dialled, address.String())
	w.mu.Unlock()
	if address.Addr().String() == "93.184.216.99" {
		return nil, errors.New("connection refused")
	}
	to := w.plain
	if address.Port() != portHTTP {
		to = w.tls
	}
	var d net.Dialer
	return d.DialContext(ctx, "tcp", to.Listener.Addr().String())
}

func (w *world) report(c Connection) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.reports = append(w.reports, c)
}

// reported closes the proxy and returns what was reported.
func (w *world) reported() []Connection {
	w.t.Helper()
	if err := w.proxy.Close(); err != nil {
		w.t.Error(err)
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	// A report comes when a connection has ended, which may be after the client has
	// its answer and has begun the next.
	return slices.SortedStableFunc(slices.Values(w.reports), func(a, b Connection) int { return a.Started.Compare(b.Started) })
}

// settle waits until so many connections are reported.
func (w *world) settle(n int) {
	w.t.Helper()
	for range 2000 {
		w.mu.Lock()
		got := len(w.reports)
		w.mu.Unlock()
		if got >= n {
			return
		}
		time.Sleep(5 * time.Millisecond)
	}
	w.t.Fatalf("%d connections are not reported", n)
}

// only returns the one connection that was reported.
func (w *world) only() Connection {
	w.t.Helper()
	reports := w.reported()
	if len(reports) != 1 {
		w.t.Fatalf("%d connections are reported, 1 is wanted: %+v", len(reports), reports)
	}
	return reports[0]
}

func newWorld(t *testing.T, boundary runner.Egress, handler http.HandlerFunc, options ...Option) *world {
	t.Helper()
	if handler == nil {
		handler = func(w http.ResponseWriter, r *http.Request) {
			body, _ := io.ReadAll(r.Body)
			fmt.Fprintf(w, "%s %s %s %q", r.Method, r.Host, r.URL, body)
		}
	}
	w := &world{t: t, plain: httptest.NewServer(handler), tls: httptest.NewTLSServer(handler)}
	t.Cleanup(w.plain.Close)
	t.Cleanup(w.tls.Close)
	dir, err := os.MkdirTemp("", "eg")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	options = append([]Option{WithResolver(w), WithDialer(w.dial), WithReport(w.report), WithTimeouts(5*time.Second, 5*time.Second)}, options...)
	if w.proxy, err = Start(t.Context(), dir, boundary, options...); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = w.proxy.Close() })
	return w
}

func listed(hosts ...string) runner.Egress { return runner.Egress{Allowed: hosts} }

// connect connects to the proxy as a run does.
func (w *world) connect() net.Conn {
	w.t.Helper()
	conn, err := net.Dial("unix", w.proxy.Socket())
	if err != nil {
		w.t.Fatal(err)
	}
	w.t.Cleanup(func() { _ = conn.Close() })
	_ = conn.SetDeadline(time.Now().Add(20 * time.Second))
	return conn
}

// ask sends text and reads the answer to it.
func (w *world) ask(text string) (*http.Response, string) {
	w.t.Helper()
	conn := w.connect()
	if _, err := io.WriteString(conn, text); err != nil {
		w.t.Fatal(err)
	}
	method, _, _ := strings.Cut(text, " ")
	return answerTo(w.t, bufio.NewReader(conn), method)
}

func answerTo(t *testing.T, r *bufio.Reader, method string) (*http.Response, string) {
	t.Helper()
	response, err := http.ReadResponse(r, &http.Request{Method: method})
	if err != nil {
		t.Fatal(err)
	}
	if method == http.MethodConnect && response.StatusCode == http.StatusOK {
		return response, ""
	}
	body, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return response, string(body)
}

// client is an HTTP client of the run, which uses the proxy.
func (w *world) client() *http.Client {
	transport, _ := w.tls.Client().Transport.(*http.Transport)
	transport = transport.Clone()
	transport.Proxy = func(*http.Request) (*url.URL, error) { return url.Parse("http://proxy.invalid:3128") }
	transport.DialContext = func(ctx context.Context, _, _ string) (net.Conn, error) {
		var d net.Dialer
		return d.DialContext(ctx, "unix", w.proxy.Socket())
	}
	w.t.Cleanup(transport.CloseIdleConnections)
	return &http.Client{Transport: transport, Timeout: 20 * time.Second}
}

// tunnel opens a tunnel and greets with a name.
func (w *world) tunnel(host, name string) (*tls.Conn, error) {
	w.t.Helper()
	conn := w.connect()
	fmt.Fprintf(conn, "CONNECT %s HTTP/1.1\r\nHost: %s\r\n\r\n", host, host)
	r := bufio.NewReader(conn)
	if response, body := answerTo(w.t, r, http.MethodConnect); response.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("%s: %s", response.Status, body)
	}
	secured := tls.Client(conn, &tls.Config{ServerName: name, InsecureSkipVerify: true, MinVersion: tls.VersionTLS12})
	return secured, secured.Handshake()
}
