package runs

import (
	"bufio"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"os"
	"strings"
	"sync"
	"time"

	"github.com/skillctl/skillctl/runner"
	"github.com/skillctl/skillctl/runner/egress"
)

// outside is the Internet of these rows: every name has one public address, at
// which two servers of this process answer.
type outside struct {
	once       sync.Once
	plain, tls *httptest.Server
}

func newOutside() *outside { return &outside{} }

func (o *outside) start() {
	o.once.Do(func() {
		hello := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { fmt.Fprintln(w, "reached") })
		o.plain, o.tls = httptest.NewServer(hello), httptest.NewUnstartedServer(hello)
		o.tls.Config.ErrorLog = log.New(io.Discard, "", 0)
		o.tls.StartTLS()
	})
}

func (o *outside) close() error {
	if o.plain != nil {
		o.plain.Close()
		o.tls.Close()
	}
	return nil
}

// answers resolves every name to the same addresses.
type answers []netip.Addr

// LookupNetIP makes answers a resolver.
func (a answers) LookupNetIP(context.Context, string, string) ([]netip.Addr, error) { return a, nil }

// publicly is a public address.
func publicly() answers { return answers{netip.MustParseAddr("93.184.216.34")} }

// dial connects to one of the two servers, whatever the address.
func (o *outside) dial(ctx context.Context, address netip.AddrPort) (net.Conn, error) {
	o.start()
	to := o.tls
	if address.Port() == 80 {
		to = o.plain
	}
	var d net.Dialer
	return d.DialContext(ctx, "tcp", to.Listener.Addr().String())
}

// reply is what came of a request.
type reply struct {
	// status is that of the proxy, "403 Forbidden".
	status string
	header http.Header
	body   string
	// host and port are what the proxy says that the request was for; reached is
	// the address that was dialled, "" for none.
	host    string
	port    int
	allowed bool
	reached string
	// cut: the proxy opened a tunnel and closed it at the greeting.
	cut bool
}

// word is the reply in the words of a row, of which there are several for the
// same.
func (r *reply) word(want string) string {
	code, _, _ := strings.Cut(r.status, " ")
	switch {
	case want == "400 Bad Request" || want == "host/port" && code == "400":
		return r.status
	case want == "host/port":
		return want
	case want == "EOF" && r.cut:
		return "EOF"
	case want == "deny" || want == "allow":
		if r.allowed && !r.cut {
			return "allow"
		}
		return "deny"
	}
	return code
}

// send asks a new proxy for a host and hands back what came of it.
func (o *outside) send(ctx context.Context, a ask, allowed []string, options ...egress.Option) (reply, error) {
	resolved := answers(a.answers)
	if resolved == nil {
		resolved = publicly()
	}
	var mu sync.Mutex
	var seen []egress.Connection
	options = append(options, egress.WithResolver(resolved), egress.WithDialer(o.dial), egress.WithReport(func(c egress.Connection) {
		mu.Lock()
		defer mu.Unlock()
		seen = append(seen, c)
	}))
	dir, err := os.MkdirTemp("", "skillctl-rows-")
	if err != nil {
		return reply{}, err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	proxy, err := egress.Start(ctx, dir, runner.Egress{Allowed: allowed}, options...)
	if err != nil {
		return reply{}, err
	}
	out, err := a.send(ctx, proxy.Socket())
	if err = errors.Join(err, proxy.Close()); err != nil {
		return reply{}, err
	}
	mu.Lock()
	defer mu.Unlock()
	if len(seen) != 1 {
		return reply{}, fmt.Errorf("the proxy reports %d connections; 1 is wanted", len(seen))
	}
	out.host, out.port, out.allowed, out.reached = seen[0].Host, seen[0].Port, seen[0].Allowed, seen[0].Address
	return out, nil
}

// send sends the request to a socket and greets where a tunnel is opened.
func (a ask) send(ctx context.Context, socket string) (reply, error) {
	var d net.Dialer
	conn, err := d.DialContext(ctx, "unix", socket)
	if err != nil {
		return reply{}, err
	}
	defer conn.Close()
	const patience = 30 * time.Second
	if err := conn.SetDeadline(time.Now().Add(patience)); err != nil {
		return reply{}, err
	}
	if _, err := fmt.Fprintf(conn, "%s %s HTTP/1.1\r\nHost: proxy\r\nContent-Length: 0\r\nConnection: close\r\n\r\n", a.method, a.target); err != nil {
		return reply{}, err
	}
	response, err := http.ReadResponse(bufio.NewReader(conn), &http.Request{Method: a.method})
	if err != nil {
		return reply{}, fmt.Errorf("read the answer of the proxy: %w", err)
	}
	defer response.Body.Close() //nolint:errcheck // all was read
	out := reply{status: response.Status, header: response.Header}
	if a.method == http.MethodConnect && response.StatusCode == http.StatusOK {
		if a.hello {
			secured := tls.Client(conn, &tls.Config{ServerName: a.name, InsecureSkipVerify: true, MinVersion: tls.VersionTLS12}) //nolint:gosec // a server of this process
			out.cut = secured.HandshakeContext(ctx) != nil
		}
		return out, nil
	}
	body, err := io.ReadAll(io.LimitReader(response.Body, 1<<16))
	out.body = string(body)
	return out, err
}
