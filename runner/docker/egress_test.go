package docker

import (
	"context"
	"fmt"
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

// TestRestricted reaches a host through the proxy from a container, and tries all
// other ways out.
func TestRestricted(t *testing.T) {
	t.Parallel()
	image := needEngine(t)
	shim := filepath.Join(t.TempDir(), "shim")
	build := exec.Command("go", "build", "-o", shim, "./testdata/shim")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("build the shim: %v\n%s", err, out)
	}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { fmt.Fprintf(w, "hello from %s\n", r.Host) }))
	defer server.Close()
	dial := func(ctx context.Context, _ netip.AddrPort) (net.Conn, error) {
		var d net.Dialer
		return d.DialContext(ctx, "tcp", server.Listener.Addr().String())
	}
	proxy, err := egress.Start(t.Context(), "", runner.Egress{Allowed: []string{"allowed.example.com"}}, egress.WithResolver(somewhere{}), egress.WithDialer(dial))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = proxy.Close() }()
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
		{"children end", "sleep 1000 & echo done", 0, "done\n", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
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
