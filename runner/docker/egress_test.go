package docker

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/skillctl/skillctl/runner"
	"github.com/skillctl/skillctl/runner/egress"
)

// somewhere resolves every name to the same public address.
type somewhere struct{}

func (somewhere) LookupNetIP(context.Context, string, string) ([]netip.Addr, error) {
	return []netip.Addr{netip.MustParseAddr("93.184.216.34")}, nil
}

// builtShim links a shim that runs in any image.
func builtShim(t *testing.T) string {
	t.Helper()
	shim := filepath.Join(t.TempDir(), "shim")
	build := exec.Command("go", "build", "-o", shim, "./testdata/shim")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("build the shim: %v\n%s", err, out)
	}
	return shim
}

// TestProxyGone: a run whose proxy is gone, or never was, reaches nothing, and
// goes on.
func TestProxyGone(t *testing.T) {
	t.Parallel()
	image := needEngine(t)
	b, _ := backend(t, WithExecutable(builtShim(t)))
	allowed := runner.Egress{Allowed: []string{"allowed.example.com"}}
	proxy, err := egress.Start(t.Context(), "", allowed, egress.WithResolver(somewhere{}), egress.WithDialer(func(context.Context, netip.AddrPort) (net.Conn, error) {
		return nil, errors.New("nobody is there")
	}))
	if err != nil {
		t.Fatal(err)
	}
	boundary := boundary(image, folder(t))
	boundary.Network, boundary.Egress = "restricted", &allowed
	spec, _ := shell(boundary, "wget -q -O- http://allowed.example.com/; echo first $?; read x; wget -q -O- http://allowed.example.com/; echo second $?; unset http_proxy; wget -q -O- http://93.184.216.34/; echo third $?; exit 7")
	var out, problems safe
	input, typed := io.Pipe()
	spec.Stdin, spec.Stdout, spec.Stderr, spec.Proxy = input, &out, &problems, proxy.Socket()
	p, err := b.Start(t.Context(), spec)
	if err != nil {
		t.Fatal(err)
	}
	out.holds(t, "first 1")
	if err := proxy.Close(); err != nil {
		t.Fatal(err)
	}
	_, _ = io.WriteString(typed, "\n")
	_ = typed.Close()
	result, err := p.Wait()
	if err != nil || result.Code != 7 || out.String() != "first 1\nsecond 1\nthird 1\n" || !strings.Contains(problems.String(), "502") {
		t.Errorf("%+v, %v, %q, %q", result, err, out.String(), problems.String())
	}
	spec, _ = shell(boundary, "true")
	spec.Proxy = proxy.Socket()
	var missing *runner.UnavailableError
	if _, err := b.Start(t.Context(), spec); !errors.As(err, &missing) || !strings.Contains(err.Error(), "is not a socket of a proxy") {
		t.Errorf("Start without a proxy: %v", err)
	}
}

// TestRestricted reaches a host through the proxy from a container, and tries all
// other ways out.
func TestRestricted(t *testing.T) {
	t.Parallel()
	image := needEngine(t)
	shim := builtShim(t)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { fmt.Fprintf(w, "hello from %s\n", r.Host) }))
	t.Cleanup(server.Close)
	dial := func(ctx context.Context, _ netip.AddrPort) (net.Conn, error) {
		var d net.Dialer
		return d.DialContext(ctx, "tcp", server.Listener.Addr().String())
	}
	proxy, err := egress.Start(t.Context(), "", runner.Egress{Allowed: []string{"allowed.example.com"}}, egress.WithResolver(somewhere{}), egress.WithDialer(dial))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = proxy.Close() })
	b, _ := backend(t, WithExecutable(shim))
	for _, tt := range []struct {
		name, script   string
		code           int
		stdout, stderr string
	}{
		{"allowed", "wget -q -O- http://allowed.example.com/", 0, "hello from allowed.example.com\n", ""},
		{"not allowed", "wget -q -O- http://other.example.com/", 1, "", "403"},
		{"past the proxy", "unset http_proxy; wget -q -O- http://93.184.216.34/", 1, "", "unreachable"},
		{"no names", "nslookup allowed.example.com 127.0.0.11", 1, "", ""},
		{"code", "exit 42", 42, "", ""},
		{"not found", "exec no-such-program", 127, "", ""},
		{"no writing", "echo x > /.skillctl/skillctl", 1, "", "Read-only file system"},
		{"user", "id -u; grep CapEff /proc/self/status", 0, "65534\nCapEff:\t0000000000000000\n", ""},
		{"metadata", "wget -q -O- http://169.254.169.254/latest/meta-data/", 1, "", "403"},
		{"metadata past the proxy", "unset http_proxy; wget -q -O- http://169.254.169.254/", 1, "", "unreachable"},
		{"another port", "wget -q -O- http://allowed.example.com:8080/", 1, "", "403"},
		{"plain text in a tunnel", "printf 'CONNECT allowed.example.com:443 HTTP/1.1\\r\\nHost: x\\r\\n\\r\\nGET / HTTP/1.1\\r\\nHost: other.example.com\\r\\n\\r\\n' | nc 127.0.0.1 3128 | tail -n +3", 0, "", ""},
		{"another Host", "(printf 'GET http://allowed.example.com/ HTTP/1.0\\r\\nHost: other.example.com\\r\\n\\r\\n'; sleep 2) | nc 127.0.0.1 3128 | tail -n 1", 0, "hello from allowed.example.com\n", ""},
		{"no raw packets", "ping -c 1 127.0.0.1", 1, "", "ermi"},
		{"no folder of the host", "ls /.skillctl | wc -l; touch /.skillctl/x", 1, "2\n", "Read-only file system"},
		{"children end", "sleep 1000 & echo done", 0, "done\n", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			boundary := boundary(image, folder(t))
			boundary.Network, boundary.Egress = "restricted", &runner.Egress{Allowed: []string{"allowed.example.com"}}
			spec, out := shell(boundary, tt.script)
			spec.Proxy = proxy.Socket()
			result := run(t, b, spec)
			if result.Code != tt.code || !strings.Contains(out.stdout.String(), tt.stdout) || !strings.Contains(out.stderr.String(), tt.stderr) {
				t.Errorf("%+v, %q, %q", result, out.stdout.String(), out.stderr.String())
			}
		})
	}
}
