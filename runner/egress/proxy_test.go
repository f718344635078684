package egress

import (
	"bufio"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/skillctl/skillctl/runner"
)

func get(t *testing.T, client *http.Client, url string) (int, string) {
	t.Helper()
	response, err := client.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return response.StatusCode, string(body)
}

func TestReachesListedHosts(t *testing.T) {
	t.Parallel()
	for url, want := range map[string]string{
		"http://example.com/a?b=c":      `GET example.com /a?b=c ""`,
		"http://EXAMPLE.com.:80/":       `GET example.com / ""`,
		"https://example.com/a?b=c":     `GET example.com /a?b=c ""`,
		"http://nat64.example.com/":     `GET nat64.example.com / ""`,
		"https://example.com:8443/":     `GET example.com:8443 / ""`,
		"http://mapped.example.com/%2f": `GET mapped.example.com /%2f ""`,
	} {
		w := newWorld(t, listed("example.com", "*.example.com", "example.com:8443"), nil)
		client := w.client()
		status, body := get(t, client, url)
		client.CloseIdleConnections()
		w.settle(1)
		if status != http.StatusOK || body != want {
			t.Errorf("%s: %d %s; want %s", url, status, body, want)
		}
		c := w.only()
		if !c.Allowed || c.Reason != Listed || c.Sent == 0 || c.Received < int64(len(body)) || c.Error != "" || c.Started.IsZero() || c.Duration <= 0 {
			t.Errorf("%s: reported %+v", url, c)
		}
		if len(w.dialled) != 1 || c.Address != w.dialled[0] {
			t.Errorf("%s: dialled %v, reported %s", url, w.dialled, c.Address)
		}
		if len(w.asked) != 1 || !strings.HasSuffix(w.asked[0], ".") {
			t.Errorf("%s: resolved %q; one full name is wanted", url, w.asked)
		}
		sent, received := w.proxy.Used()
		if sent != c.Sent || received != c.Received {
			t.Errorf("%s: used %d and %d, reported %d and %d", url, sent, received, c.Sent, c.Received)
		}
	}
}

func TestAddressIsTheCheckedOne(t *testing.T) {
	t.Parallel()
	w := newWorld(t, listed("*.example.com"), nil)
	if status, body := get(t, w.client(), "http://second.example.com/"); status != http.StatusOK {
		t.Fatalf("%d %s", status, body)
	}
	if want := []string{"93.184.216.99:80", publicAddress + ":80"}; !slices.Equal(w.dialled, want) {
		t.Errorf("dialled %v; want %v", w.dialled, want)
	}
	if c := w.only(); c.Address != publicAddress+":80" {
		t.Errorf("reported %+v", c)
	}
}

// TestRefuses sends what is not let through; nothing may be dialled, and what is
// not listed may not even be resolved.
func TestRefuses(t *testing.T) {
	t.Parallel()
	const end = " HTTP/1.1\r\nHost: example.com\r\n\r\n"
	tests := []struct {
		request string
		status  int
		code    string
		reason  Reason
		host    string
		port    int
	}{
		{"CONNECT evil.com:443" + end, 403, blocked, NotListed, "evil.com", 443},
		{"GET http://evil.com/" + end, 403, blocked, NotListed, "evil.com", 80},
		{"CONNECT example.com:22" + end, 403, blocked, BadPort, "example.com", 22},
		{"CONNECT example.com:80" + end, 403, blocked, BadPort, "example.com", 80},
		{"GET http://example.com:8080/" + end, 403, blocked, BadPort, "example.com", 8080},
		{"CONNECT denied.example.com:443" + end, 403, blocked, Denied, "denied.example.com", 443},
		{"CONNECT 93.184.216.34:443" + end, 403, blocked, IsAddress, "93.184.216.34", 443},
		{"GET http://127.1/" + end, 403, blocked, IsAddress, "127.0.0.1", 80},
		{"GET http://0x7f000001/" + end, 403, blocked, IsAddress, "127.0.0.1", 80},
		{"GET http://[::1]/" + end, 403, blocked, IsAddress, "[::1]", 80},
		{"CONNECT [::ffff:127.0.0.1]:443" + end, 403, blocked, IsAddress, "[::ffff:127.0.0.1]", 443},
		{"GET http://169.254.169.254/latest/meta-data/" + end, 403, blocked, IsAddress, "169.254.169.254", 80},
		{"GET http://user:pw@example.com/" + end, 403, blocked, HasUser, "example.com", 80},
		{"CONNECT user@example.com:443" + end, 403, blocked, HasUser, "example.com", 443},
		{"GET http://a..example.com/" + end, 403, blocked, BadHost, "a..example.com", 80},
		{"CONNECT metadata.example.com:443" + end, 403, "blocked-private-address", PrivateAddress, "metadata.example.com", 443},
		{"CONNECT mixed.example.com:443" + end, 403, "blocked-private-address", PrivateAddress, "mixed.example.com", 443},
		{"GET http://loop.example.com/" + end, 403, "blocked-private-address", PrivateAddress, "loop.example.com", 80},
		{"CONNECT none.example.com:443" + end, 502, "not-reached", NotResolved, "none.example.com", 443},
		{"CONNECT absent.example.com:443" + end, 502, "not-reached", NotResolved, "absent.example.com", 443},
		{"CONNECT many.example.com:443" + end, 502, "not-reached", NotResolved, "many.example.com", 443},
		{"CONNECT example.com" + end, 400, "malformed-request", Malformed, "example.com", 0},
		{"CONNECT example.com:70000" + end, 400, "malformed-request", Malformed, "example.com", 0},
		{"CONNECT example.com:443/x" + end, 400, "malformed-request", Malformed, "example.com", 0},
		{"CONNECT example.com:443 HTTP/1.1\r\nHost: example.com\r\nContent-Length: 3\r\n\r\nabc", 400, "malformed-request", Malformed, "example.com", 0},
		{"GET /path" + end, 400, "malformed-request", Malformed, "", 0},
		{"OPTIONS *" + end, 400, "malformed-request", Malformed, "", 0},
		{"GET https://example.com/" + end, 400, "malformed-request", Malformed, "example.com", 0},
		{"GET ftp://example.com/" + end, 400, "malformed-request", Malformed, "example.com", 0},
		{"CONNECT example.com:abc" + end, 400, "", Malformed, "", 0},
		{"GET http://exa%6dple.com/" + end, 400, "", Malformed, "", 0},
		{"GET http://example.com/ HTTP/1.1\r\nHost: example.com\r\nHost: evil.com\r\n\r\n", 400, "", Malformed, "", 0},
		{"POST http://example.com/ HTTP/1.1\r\nHost: example.com\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab", 400, "", Malformed, "", 0},
		{"POST http://example.com/ HTTP/1.1\r\nHost: example.com\r\nTransfer-Encoding: gzip\r\n\r\n", 501, "", Malformed, "", 0},
		{"GET http://example.com/ HTTP/1.1\r\nHost: example.com\r\nX: " + strings.Repeat("x", 2*maxHeader) + "\r\n\r\n", 431, "", Malformed, "", 0},
		{"nonsense\r\n\r\n", 400, "", Malformed, "", 0},
	}
	for _, tt := range tests {
		w := newWorld(t, runner.Egress{Allowed: []string{"example.com", "*.example.com"}, Denied: []string{"denied.example.com"}}, nil)
		response, body := w.ask(tt.request)
		first, _, _ := strings.Cut(tt.request, "\r\n")
		if response.StatusCode != tt.status || response.Header.Get("X-Proxy-Error") != tt.code {
			t.Errorf("%s: %s, %q; want %d, %q", first, response.Status, response.Header.Get("X-Proxy-Error"), tt.status, tt.code)
		}
		if tt.status == http.StatusForbidden && (!strings.HasPrefix(body, "Connection blocked by network allowlist\n") || strings.Count(body, "\n") != 2) {
			t.Errorf("%s: body %q", first, body)
		}
		c := w.only()
		if c.Allowed != (tt.status == http.StatusBadGateway) || c.Reason != tt.reason || c.Host != tt.host || c.Port != tt.port || c.Sent+c.Received != 0 {
			t.Errorf("%s: reported %+v", first, c)
		}
		if len(w.dialled) != 0 {
			t.Errorf("%s: dialled %v", first, w.dialled)
		}
		if wanted := slices.Contains([]Reason{PrivateAddress, NotResolved}, tt.reason); (len(w.asked) > 0) != wanted {
			t.Errorf("%s: resolved %q", first, w.asked)
		}
	}
}

func TestTunnelWantsItsName(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]Reason{"evil.com": NameDiffers, "also.example.com": NameDiffers, "": NameMissing, "example.com": Listed, "EXAMPLE.com": Listed} {
		w := newWorld(t, listed("example.com", "also.example.com"), nil)
		conn, err := w.tunnel("Example.com:443", name)
		if (err == nil) != (want == Listed) {
			t.Errorf("%q: %v", name, err)
		}
		_ = conn.Close()
		c := w.only()
		if c.Reason != want || c.Allowed != (want == Listed) || want != Listed && c.Sent+c.Received > 0 {
			t.Errorf("%q: reported %+v", name, c)
		}
	}
}

func TestTunnelWantsTLS(t *testing.T) {
	t.Parallel()
	w := newWorld(t, listed("example.com"), nil)
	conn := w.connect()
	fmt.Fprint(conn, "CONNECT example.com:443 HTTP/1.1\r\nHost: example.com:443\r\n\r\nGET / HTTP/1.1\r\nHost: evil.com\r\n\r\n")
	r := bufio.NewReader(conn)
	if response, body := answerTo(t, r, "CONNECT"); response.StatusCode != http.StatusOK {
		t.Fatalf("%s %s", response.Status, body)
	}
	if rest, _ := io.ReadAll(r); len(rest) != 0 {
		t.Errorf("came back: %q", rest)
	}
	if c := w.only(); c.Reason != NotTLS || c.Allowed || c.Sent != 0 {
		t.Errorf("reported %+v", c)
	}
}

// TestEveryRequestIsJudged keeps one connection open.
func TestEveryRequestIsJudged(t *testing.T) {
	t.Parallel()
	w := newWorld(t, listed("example.com"), nil)
	conn := w.connect()
	r := bufio.NewReader(conn)
	for _, tt := range []struct {
		url    string
		status int
	}{{"http://example.com/1", 200}, {"http://example.com/2", 200}, {"http://evil.com/3", 403}} {
		fmt.Fprintf(conn, "GET %s HTTP/1.1\r\nHost: example.com\r\n\r\n", tt.url)
		if response, body := answerTo(t, r, "GET"); response.StatusCode != tt.status {
			t.Errorf("%s: %s %s", tt.url, response.Status, body)
		}
	}
	if len(w.dialled) != 2 {
		t.Errorf("dialled %v; a connection for each request is wanted", w.dialled)
	}
	if reports := w.reported(); len(reports) != 3 || reports[2].Reason != NotListed {
		t.Errorf("reported %+v", reports)
	}
}

func TestMethods(t *testing.T) {
	t.Parallel()
	w := newWorld(t, listed("example.com"), nil, WithMethods("GET", "HEAD", "OPTIONS"))
	if response, _ := w.ask("GET http://example.com/ HTTP/1.1\r\nHost: example.com\r\n\r\n"); response.StatusCode != http.StatusOK {
		t.Errorf("GET: %s", response.Status)
	}
	response, _ := w.ask("POST http://example.com/ HTTP/1.1\r\nHost: example.com\r\nContent-Length: 0\r\n\r\n")
	if response.StatusCode != http.StatusForbidden || response.Header.Get("X-Proxy-Error") != "blocked-by-method-policy" {
		t.Errorf("POST: %s %v", response.Status, response.Header)
	}
}

func TestSocketIsPrivate(t *testing.T) {
	t.Parallel()
	w := newWorld(t, listed("example.com"), nil)
	socket := w.proxy.Socket()
	for path, want := range map[string]os.FileMode{filepath.Dir(socket): os.ModeDir | 0o700, socket: os.ModeSocket | 0o666} {
		if info, err := os.Stat(path); err != nil || info.Mode() != want {
			t.Errorf("%s: %v, %v; want %v", path, info.Mode(), err, want)
		}
	}
	if err := w.proxy.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Dir(socket)); !os.IsNotExist(err) {
		t.Errorf("the folder is still there: %v", err)
	}
}

func TestStartFails(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	deep := filepath.Join(dir, strings.Repeat("d", 120))
	if err := os.Mkdir(deep, 0o700); err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		dir      string
		boundary runner.Egress
		want     string
	}{
		{dir, listed("*"), `allowedHosts[0]: "*"`},
		{dir, runner.Egress{Denied: []string{" "}}, "deniedHosts[0]"},
		{dir, runner.Egress{Bytes: -1}, "-1 bytes"},
		{deep, listed("example.com"), "shorter path"},
		{filepath.Join(dir, "absent"), listed("example.com"), "make the folder"},
	} {
		p, err := Start(t.Context(), tt.dir, tt.boundary)
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%+v: error %v; want %q", tt.boundary, err, tt.want)
		}
		if p != nil {
			_ = p.Close()
		}
	}
	if left, _ := os.ReadDir(deep); len(left) != 0 {
		t.Errorf("left behind: %v", left)
	}
}

func TestReleaseAndAdopt(t *testing.T) {
	t.Parallel()
	w := newWorld(t, listed("example.com"), nil)
	path := w.proxy.Socket()
	file, err := w.proxy.Release()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.proxy.Release(); err == nil {
		t.Error("it is let go of twice")
	}
	next, err := Adopt(file, listed("example.com"), WithResolver(w), WithDialer(w.dial), WithReport(w.report))
	if err != nil {
		t.Fatal(err)
	}
	w.proxy = next
	if next.Socket() != path {
		t.Errorf("socket %s; want %s", next.Socket(), path)
	}
	if status, body := get(t, w.client(), "http://example.com/"); status != http.StatusOK {
		t.Errorf("%d %s", status, body)
	}
	if err := next.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Dir(path)); !os.IsNotExist(err) {
		t.Errorf("the folder is still there: %v", err)
	}
}

func TestCloseEndsTunnels(t *testing.T) {
	t.Parallel()
	w := newWorld(t, listed("example.com"), nil)
	conn, err := w.tunnel("example.com:443", "example.com")
	if err != nil {
		t.Fatal(err)
	}
	if c := w.only(); !c.Allowed || c.Error != "the run ended" {
		t.Errorf("reported %+v", c)
	}
	_ = conn.SetDeadline(time.Now().Add(10 * time.Second))
	if _, err := conn.Read(make([]byte, 1)); err == nil {
		t.Error("the tunnel is open")
	}
}

func TestHalfARequestIsReported(t *testing.T) {
	t.Parallel()
	w := newWorld(t, listed("example.com"), nil)
	half := w.connect()
	if _, err := io.WriteString(half, "GET http://exam"); err != nil {
		t.Fatal(err)
	}
	_ = half.Close()
	w.settle(1)
	if c := w.only(); c.Reason != Malformed || c.Allowed {
		t.Errorf("reported %+v", c)
	}
}

func TestSilenceEnds(t *testing.T) {
	t.Parallel()
	w := newWorld(t, listed("example.com"), nil, WithTimeouts(200*time.Millisecond, 200*time.Millisecond))
	for _, start := range []string{"", "GET http://exam", "CONNECT example.com:443 HTTP/1.1\r\nHost: x\r\n\r\n", "CONNECT example.com:443 HTTP/1.1\r\nHost: x\r\n\r\n\x16\x03\x01"} {
		conn := w.connect()
		if _, err := io.WriteString(conn, start); err != nil {
			t.Fatal(err)
		}
		if _, err := io.Copy(io.Discard, conn); err != nil {
			t.Errorf("%q: %v; the end is wanted", start, err)
		}
	}
}

func TestReportsAreBounded(t *testing.T) {
	t.Parallel()
	p, err := New(listed(), WithReport(func(Connection) {}))
	if err != nil {
		t.Fatal(err)
	}
	calls := 0
	p.report = func(Connection) { calls++ }
	for range maxReports + 7 {
		p.begin("GET", "example.com", 80).end()
	}
	if calls != maxReports || p.Unreported() != 7 {
		t.Errorf("%d reports, %d left out", calls, p.Unreported())
	}
}
