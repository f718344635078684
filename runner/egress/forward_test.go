package egress

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/skillctl/skillctl/runner"
)

func TestHeadersOfTheProxyStay(t *testing.T) {
	t.Parallel()
	var got http.Header
	var host string
	w := newWorld(t, listed("example.com"), func(w http.ResponseWriter, r *http.Request) {
		got, host = r.Header.Clone(), r.Host
		raw(t, w, "HTTP/1.1 200 OK\r\nConnection: X-Between\r\nX-Between: 1\r\nKeep-Alive: timeout=5\r\nProxy-Authenticate: Basic\r\nX-Proxy-Error: forged\r\nX-Kept: 1\r\n\r\n")
	})
	response, _ := w.ask("GET http://example.com/ HTTP/1.1\r\nHost: evil.com\r\nConnection: X-Mine, close\r\nX-Mine: 1\r\nProxy-Authorization: Basic x\r\nProxy-Connection: keep-alive\r\n" +
		"TE: trailers\r\nUpgrade: websocket\r\nKeep-Alive: 1\r\nX-Kept: 1\r\n\r\n")
	if host != "example.com" {
		t.Errorf("Host %q", host)
	}
	for _, h := range []http.Header{got, response.Header} {
		for _, name := range []string{"X-Mine", "X-Between", "Proxy-Authorization", "Proxy-Authenticate", "Proxy-Connection", "Te", "Upgrade", "Keep-Alive", "X-Proxy-Error", "User-Agent"} {
			if h.Get(name) != "" {
				t.Errorf("%s: %s came through", name, h.Get(name))
			}
		}
		if h.Get("X-Kept") != "1" {
			t.Errorf("X-Kept did not come through: %v", h)
		}
	}
	if _, ok := response.Header["Content-Type"]; ok {
		t.Error("a Content-Type was made up")
	}
}

// TestOneRequestStaysOne sends what two readers of HTTP might take for two
// requests: the host sees one, and no other follows it.
func TestOneRequestStaysOne(t *testing.T) {
	t.Parallel()
	const hidden = "GET /hidden HTTP/1.1\r\nHost: example.com\r\n\r\n"
	chunk := fmt.Sprintf("%x\r\n%s\r\n0\r\n\r\n", len(hidden), hidden)
	for name, request := range map[string]string{
		"both lengths":    "POST http://example.com/ HTTP/1.1\r\nHost: example.com\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n" + chunk,
		"length":          fmt.Sprintf("POST http://example.com/ HTTP/1.1\r\nHost: example.com\r\nContent-Length: %d\r\n\r\n%s", len(hidden), hidden),
		"expect":          fmt.Sprintf("POST http://example.com/ HTTP/1.1\r\nHost: example.com\r\nExpect: 100-continue\r\nContent-Length: %d\r\n\r\n%s", len(hidden), hidden),
		"upgrade":         "GET http://example.com/ HTTP/1.1\r\nHost: example.com\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n" + hidden,
		"line in a value": "GET http://example.com/ HTTP/1.1\r\nHost: example.com\r\nX: a\rGET /hidden\r\n\r\n",
	} {
		var requests atomic.Int64
		w := newWorld(t, listed("example.com"), func(_ http.ResponseWriter, r *http.Request) {
			requests.Add(1)
			if r.URL.Path == "/hidden" {
				t.Errorf("%s: the hidden request came through", name)
			}
			_, _ = io.Copy(io.Discard, r.Body)
		})
		conn := w.connect()
		if _, err := io.WriteString(conn, request); err != nil {
			t.Fatal(err)
		}
		_ = conn.(*net.UnixConn).CloseWrite()
		if _, err := io.Copy(io.Discard, conn); err != nil && !errors.Is(err, io.EOF) {
			t.Logf("%s: %v", name, err)
		}
		if n := requests.Load(); n > 1 {
			t.Errorf("%s: the host saw %d requests", name, n)
		}
	}
}

func TestBodiesPass(t *testing.T) {
	t.Parallel()
	w := newWorld(t, listed("example.com"), func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		_, _ = w.Write(body)
	})
	text := strings.Repeat("0123456789abcdef", 20_000)
	for _, scheme := range []string{"http", "https"} {
		for name, body := range map[string]io.Reader{"length": strings.NewReader(text), "chunks": io.MultiReader(strings.NewReader(text))} {
			response, err := w.client().Post(scheme+"://example.com/", "text/plain", body)
			if err != nil {
				t.Fatal(err)
			}
			got, err := io.ReadAll(response.Body)
			_ = response.Body.Close()
			if err != nil || string(got) != text {
				t.Errorf("%s, %s: %d bytes of %d, %v", scheme, name, len(got), len(text), err)
			}
		}
	}
}

// TestBudget moves more than is allowed, by each way; no more than the bound may
// arrive, and nothing is let through afterwards.
func TestBudget(t *testing.T) {
	t.Parallel()
	const bound = 100_000
	for _, url := range []string{"http://example.com/", "https://example.com/"} {
		for _, up := range []bool{false, true} {
			var arrived atomic.Int64
			w := newWorld(t, runner.Egress{Allowed: []string{"example.com"}, Bytes: bound}, func(w http.ResponseWriter, r *http.Request) {
				n, _ := io.Copy(io.Discard, r.Body)
				arrived.Add(n)
				if !up {
					_, _ = io.WriteString(w, strings.Repeat("x", 3*bound))
				}
			})
			body := ""
			if up {
				body = strings.Repeat("x", 3*bound)
			}
			response, err := w.client().Post(url, "text/plain", strings.NewReader(body))
			if err == nil {
				var n int64
				n, err = io.Copy(io.Discard, response.Body)
				_ = response.Body.Close()
				arrived.Add(n)
				if response.StatusCode != http.StatusOK {
					err = errors.New(response.Status)
				}
			}
			if err == nil || arrived.Load() > bound {
				t.Errorf("%s, up %v: %d bytes arrived, error %v", url, up, arrived.Load(), err)
			}
			after, _ := w.ask("GET http://example.com/ HTTP/1.1\r\nHost: example.com\r\n\r\n")
			if after.StatusCode != http.StatusForbidden || after.Header.Get("X-Proxy-Error") != "blocked-by-bandwidth" {
				t.Errorf("%s, up %v: afterwards %s %v", url, up, after.Status, after.Header)
			}
			reports := w.reported()
			if sent, received := w.proxy.Used(); sent+received != bound {
				t.Errorf("%s, up %v: %d bytes are counted, %d are the bound", url, up, sent+received, bound)
			}
			cut, refused := 0, 0
			for _, c := range reports {
				switch {
				case c.Reason != OverBudget:
					t.Errorf("%s, up %v: reported %+v", url, up, c)
				case c.Allowed && c.Sent+c.Received > 0 && c.Error != "":
					cut++
				case !c.Allowed && c.Sent+c.Received == 0:
					refused++
				}
			}
			if cut != 1 || refused == 0 {
				t.Errorf("%s, up %v: %d connections were cut, %d refused: %+v", url, up, cut, refused, reports)
			}
		}
	}
}

// TestBudgetIsExact: what fits exactly passes whole.
func TestBudgetIsExact(t *testing.T) {
	t.Parallel()
	handler := func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, strings.Repeat("x", 5000)) }
	const request = "GET http://example.com/ HTTP/1.1\r\nHost: example.com\r\n\r\n"
	first := newWorld(t, listed("example.com"), handler)
	first.ask(request)
	needed := first.only()
	w := newWorld(t, runner.Egress{Allowed: []string{"example.com"}, Bytes: needed.Sent + needed.Received + 1000}, handler, WithUsed(1000))
	if response, body := w.ask(request); response.StatusCode != http.StatusOK || len(body) != 5000 {
		t.Errorf("%s, %d bytes", response.Status, len(body))
	}
}

// raw answers with text as it is, and closes the connection.
func raw(t *testing.T, w http.ResponseWriter, text string) {
	conn, _, err := http.NewResponseController(w).Hijack()
	if err != nil {
		t.Error(err)
		return
	}
	_, _ = io.WriteString(conn, text)
	_ = conn.Close()
}

// TestBrokenAnswers: a host that stops in the middle must not look like one that
// has said all.
func TestBrokenAnswers(t *testing.T) {
	t.Parallel()
	for name, text := range map[string]string{
		"length":   "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nshort",
		"chunks":   "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nshort\r\n",
		"no HTTP":  "SSH-2.0-x\r\n",
		"switches": "HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n",
		"nothing":  "",
	} {
		w := newWorld(t, listed("example.com"), func(w http.ResponseWriter, _ *http.Request) {
			raw(t, w, text)
		})
		conn := w.connect()
		fmt.Fprint(conn, "GET http://example.com/ HTTP/1.1\r\nHost: example.com\r\n\r\n")
		response, err := http.ReadResponse(bufio.NewReader(conn), nil)
		if err == nil {
			if _, err = io.ReadAll(response.Body); err == nil && response.StatusCode == http.StatusOK {
				t.Errorf("%s: %s looks whole", name, response.Status)
			}
		}
		if c := w.only(); c.Error == "" || !c.Allowed {
			t.Errorf("%s: reported %+v", name, c)
		}
	}
}
