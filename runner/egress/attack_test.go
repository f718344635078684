package egress

import (
	"bufio"
	"context"
	"crypto/tls"
	"fmt"
	"io"
	"net/http"
	"net/netip"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/skillctl/skillctl/runner"
)

// seen collects what the hosts of a world are asked.
type seen struct {
	mu       sync.Mutex
	requests []string
}

func (s *seen) handler(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	s.mu.Lock()
	s.requests = append(s.requests, fmt.Sprintf("%s %s %s", r.Method, r.Host, r.URL.Path))
	s.mu.Unlock()
	fmt.Fprintf(w, "%d bytes", len(body))
}

func (s *seen) list() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.requests)
}

// TestAttacks sends bytes by which other proxies were led to a host that is not
// listed. The hosts see what stands beside each: always the listed name,
// and never the hidden request.
func TestAttacks(t *testing.T) {
	t.Parallel()
	const hidden = "GET http://evil.com/hidden HTTP/1.1\r\nHost: evil.com\r\n\r\n"
	post := "POST http://example.com/ HTTP/1.1\r\nHost: example.com\r\n"
	for name, tt := range map[string]struct {
		sent string
		want []string
		// broken is a request with a broken body, which may be given up before a host
		// sees it.
		broken bool
	}{
		"another Host":                {"GET http://example.com/a HTTP/1.1\r\nHost: evil.com\r\n\r\n", []string{"GET example.com /a"}, false},
		"another Host with a port":    {"GET http://example.com/a HTTP/1.1\r\nHost: example.com:22\r\n\r\n", []string{"GET example.com /a"}, false},
		"no URL, a listed Host":       {"GET /a HTTP/1.1\r\nHost: example.com\r\n\r\n", nil, false},
		"another listed Host":         {"GET http://example.com/a HTTP/1.1\r\nHost: also.example.com\r\n\r\n", []string{"GET example.com /a"}, false},
		"a forwarded host":            {"GET http://example.com/a HTTP/1.1\r\nHost: example.com\r\nX-Forwarded-Host: evil.com\r\n\r\n", []string{"GET example.com /a"}, false},
		"CONNECT with another Host":   {"CONNECT evil.com:443 HTTP/1.1\r\nHost: example.com:443\r\n\r\n", nil, false},
		"CONNECT with a path":         {"CONNECT http://example.com:443/ HTTP/1.1\r\nHost: example.com\r\n\r\n", nil, false},
		"CONNECT in lower case":       {"connect example.com:443 HTTP/1.1\r\nHost: example.com\r\n\r\n", nil, false},
		"a user before the host":      {"GET http://example.com@evil.com/ HTTP/1.1\r\nHost: example.com\r\n\r\n", nil, false},
		"a host behind a fragment":    {"GET http://evil.com#example.com/ HTTP/1.1\r\nHost: example.com\r\n\r\n", nil, false},
		"a host behind a backslash":   {"GET http://evil.com\\@example.com/ HTTP/1.1\r\nHost: example.com\r\n\r\n", nil, false},
		"a host before a NUL":         {"GET http://evil.com%00.example.com/ HTTP/1.1\r\nHost: example.com\r\n\r\n", nil, false},
		"two slashes":                 {"GET //evil.com/ HTTP/1.1\r\nHost: example.com\r\n\r\n", nil, false},
		"decimal metadata":            {"GET http://2852039166/ HTTP/1.1\r\nHost: example.com\r\n\r\n", nil, false},
		"octal metadata":              {"GET http://0251.0376.0251.0376/ HTTP/1.1\r\nHost: example.com\r\n\r\n", nil, false},
		"hexadecimal metadata":        {"GET http://0xA9FEA9FE/ HTTP/1.1\r\nHost: example.com\r\n\r\n", nil, false},
		"mapped metadata":             {"CONNECT [::ffff:a9fe:a9fe]:443 HTTP/1.1\r\nHost: example.com\r\n\r\n", nil, false},
		"wide metadata":               {"CONNECT １６９.２５４.１６９.２５４:443 HTTP/1.1\r\nHost: example.com\r\n\r\n", nil, false},
		"a zone":                      {"CONNECT [fe80::1%25eth0]:443 HTTP/1.1\r\nHost: example.com\r\n\r\n", nil, false},
		"both lengths, the short one": {post + "Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n" + hidden, []string{"POST example.com /"}, false},
		"both lengths, the long one":  {post + fmt.Sprintf("Content-Length: %d\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 5+len(hidden)) + hidden, []string{"POST example.com /"}, false},
		"a blank before the colon":    {post + "Transfer-Encoding : chunked\r\nContent-Length: 3\r\n\r\n0\r\n\r\n" + hidden, nil, false},
		"chunked twice":               {post + "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n" + hidden, nil, false},
		"chunked and something":       {post + "Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n" + hidden, nil, false},
		"xchunked":                    {post + "Transfer-Encoding: xchunked\r\nContent-Length: 3\r\n\r\n0\r\n\r\n" + hidden, nil, false},
		"two lengths":                 {post + "Content-Length: 0\r\nContent-Length: 90\r\n\r\n" + hidden, nil, false},
		"a list of lengths":           {post + "Content-Length: 0, 90\r\n\r\n" + hidden, nil, false},
		"a signed length":             {post + "Content-Length: +0\r\n\r\n" + hidden, nil, false},
		"a length that is too large":  {post + "Content-Length: 18446744073709551616\r\n\r\n" + hidden, nil, false},
		"a negative chunk":            {post + "Transfer-Encoding: chunked\r\n\r\n-1\r\n" + hidden, []string{"POST example.com /"}, true},
		"a chunk that wraps around":   {post + "Transfer-Encoding: chunked\r\n\r\n10000000000000000\r\n" + hidden, []string{"POST example.com /"}, true},
		"a header in a trailer":       {post + "Transfer-Encoding: chunked\r\nTrailer: Host\r\n\r\n0\r\nHost: evil.com\r\n\r\n", []string{"POST example.com /"}, false},
		"a folded Host":               {"GET http://example.com/a HTTP/1.1\r\nHost:\r\n evil.com\r\n\r\n", []string{"GET example.com /a"}, false},
		"a length with GET":           {fmt.Sprintf("GET http://example.com/a HTTP/1.1\r\nHost: example.com\r\nContent-Length: %d\r\n\r\n%s", len(hidden), hidden), []string{"GET example.com /a"}, false},
		"the beginning of HTTP/2":     {"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", nil, false},
		"HTTP/0.9":                    {"GET http://example.com/a\r\n\r\n", nil, false},
		"HTTP/1.0 without a Host":     {"GET http://example.com/a HTTP/1.0\r\n\r\n", []string{"GET example.com /a"}, false},
		"h2c":                         {"GET http://example.com/a HTTP/1.1\r\nHost: example.com\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAARAAAAAAAIAAAAA\r\n\r\nPRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", []string{"GET example.com /a"}, false},
		"a websocket in the clear":    {"GET http://example.com/a HTTP/1.1\r\nHost: example.com\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n" + hidden, []string{"GET example.com /a"}, false},
		"the proxy itself":            {"GET http://127.0.0.1:3128/ HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n", nil, false},
		"a request behind a refusal":  {"CONNECT evil.com:443 HTTP/1.1\r\nHost: evil.com\r\n\r\nGET http://example.com/a HTTP/1.1\r\nHost: example.com\r\n\r\n", nil, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var s seen
			w := newWorld(t, listed("example.com", "also.example.com"), s.handler)
			conn := w.connect()
			if _, err := io.WriteString(conn, tt.sent); err != nil {
				t.Fatal(err)
			}
			r := bufio.NewReader(conn)
			first, err := http.ReadResponse(r, nil)
			if err == nil {
				_, _ = io.Copy(io.Discard, first.Body)
			}
			// What is hidden may be answered too: it has a moment.
			_ = conn.SetDeadline(time.Now().Add(300 * time.Millisecond))
			answer, _ := io.ReadAll(r)
			_ = conn.Close()
			reports := w.reported()
			got := s.list()
			for _, request := range got {
				if !slices.Contains(tt.want, request) {
					t.Errorf("a host saw %q", request)
				}
			}
			if len(got) != len(tt.want) && (len(got) > 0 || !tt.broken) {
				t.Errorf("the hosts saw %q; want %q", got, tt.want)
			}
			if len(got) == 0 && len(reports) == 0 {
				t.Errorf("nothing is reported of it; the answer is %q", answer)
			}
			for _, asked := range w.asked {
				if strings.Contains(asked, "evil") || asked != "ip example.com." {
					t.Errorf("a name was resolved: %q", asked)
				}
			}
			for _, address := range w.dialled {
				if address != publicAddress+":80" {
					t.Errorf("dialled %s", address)
				}
			}
			for _, c := range reports {
				if c.Allowed && c.Host != "example.com" {
					t.Errorf("reported %+v", c)
				}
			}
		})
	}
}

// TestWebsocketThroughTunnel: what goes through TLS is the host's and the run's
// own, and passes as it is.
func TestWebsocketThroughTunnel(t *testing.T) {
	t.Parallel()
	w := newWorld(t, listed("example.com"), func(w http.ResponseWriter, _ *http.Request) {
		conn, buffered, err := http.NewResponseController(w).Hijack()
		if err != nil {
			return
		}
		defer conn.Close()
		_, _ = io.WriteString(conn, "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n")
		line, _ := buffered.ReadString('\n')
		_, _ = io.WriteString(conn, "echo "+line)
	})
	conn, err := w.tunnel("example.com:443", "example.com")
	if err != nil {
		t.Fatal(err)
	}
	fmt.Fprint(conn, "GET /chat HTTP/1.1\r\nHost: example.com\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n")
	r := bufio.NewReader(conn)
	if response, err := http.ReadResponse(r, nil); err != nil || response.StatusCode != http.StatusSwitchingProtocols {
		t.Fatalf("%+v, %v", response, err)
	}
	fmt.Fprint(conn, "frame\n")
	if line, err := r.ReadString('\n'); line != "echo frame\n" {
		t.Errorf("%q, %v", line, err)
	}
	_ = conn.Close()
	if c := w.only(); !c.Allowed || c.Sent == 0 || c.Received == 0 || c.Method != http.MethodConnect {
		t.Errorf("reported %+v", c)
	}
}

// rebinding answers with a public address at first and with a private one later.
type rebinding struct {
	mu    sync.Mutex
	asked int
}

func (r *rebinding) LookupNetIP(context.Context, string, string) ([]netip.Addr, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.asked++; r.asked%2 == 1 {
		return []netip.Addr{netip.MustParseAddr(publicAddress)}, nil
	}
	return []netip.Addr{netip.MustParseAddr("127.0.0.1")}, nil
}

// TestRebinding: the address that was checked is the one that is dialled, and the
// next request is checked anew.
func TestRebinding(t *testing.T) {
	t.Parallel()
	var names rebinding
	w := newWorld(t, listed("example.com"), nil, WithResolver(&names))
	for i, want := range []int{200, 403, 200, 403} {
		if status, body := get(t, w.client(), "http://example.com/"); status != want {
			t.Errorf("request %d: %d %s", i, status, body)
		}
	}
	if want := []string{publicAddress + ":80", publicAddress + ":80"}; !slices.Equal(w.dialled, want) {
		t.Errorf("dialled %v", w.dialled)
	}
	reports := w.reported()
	if len(reports) != 4 || reports[1].Reason != PrivateAddress || reports[1].Address != "127.0.0.1" || names.asked != 4 {
		t.Errorf("asked %d times, reported %+v", names.asked, reports)
	}
}

// TestSecondGreeting: a greeting that names another host is not let through because
// a right one comes behind it.
func TestSecondGreeting(t *testing.T) {
	t.Parallel()
	w := newWorld(t, listed("example.com"), nil)
	conn := w.connect()
	fmt.Fprint(conn, "CONNECT example.com:443 HTTP/1.1\r\nHost: example.com\r\n\r\n")
	r := bufio.NewReader(conn)
	if response, body := answerTo(t, r, http.MethodConnect); response.StatusCode != http.StatusOK {
		t.Fatalf("%s %s", response.Status, body)
	}
	// Both in one write: the first is wrong, the second right.
	both := append(greeting(t, &tls.Config{ServerName: "evil.com"}), greeting(t, &tls.Config{ServerName: "example.com"})...)
	if _, err := conn.Write(both); err != nil {
		t.Fatal(err)
	}
	if rest, _ := io.ReadAll(r); len(rest) != 0 {
		t.Errorf("came back: %q", rest)
	}
	if c := w.only(); c.Allowed || c.Reason != NameDiffers || c.Sent != 0 {
		t.Errorf("reported %+v", c)
	}
}

// TestBudgetOfManyAtOnce: the bound is that of the run, not of a connection.
func TestBudgetOfManyAtOnce(t *testing.T) {
	t.Parallel()
	const bound = 100_000
	w := newWorld(t, runner.Egress{Allowed: []string{"example.com"}, Bytes: bound}, func(w http.ResponseWriter, _ *http.Request) {
		_, _ = w.Write(make([]byte, 40_000))
	})
	var all sync.WaitGroup
	for range 12 {
		all.Go(func() {
			response, err := w.client().Get("http://example.com/")
			if err == nil {
				_, _ = io.Copy(io.Discard, response.Body)
				_ = response.Body.Close()
			}
		})
	}
	all.Wait()
	sent, received := w.proxy.Used()
	if sent+received > bound || sent+received < bound/2 {
		t.Errorf("%d bytes were let through", sent+received)
	}
	var reported int64
	over := false
	for _, c := range w.reported() {
		reported += c.Sent + c.Received
		over = over || c.Reason == OverBudget
	}
	if reported != sent+received || !over {
		t.Errorf("%d bytes are reported of %d, over: %v", reported, sent+received, over)
	}
}
