package egress

import (
	"context"
	"crypto/tls"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"os"
	"slices"
	"testing"
	"time"
)

// BenchmarkThroughput fetches 64 MiB over loopback, directly and through the
// proxy's socket in turns: x-direct is how many times as long it takes (medians).
func BenchmarkThroughput(b *testing.B) {
	const size = 64 << 20
	body := make([]byte, 1<<20)
	handler := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		for range size / len(body) {
			_, _ = w.Write(body)
		}
	})
	for name, server := range map[string]*httptest.Server{"http": httptest.NewServer(handler), "tunnel": httptest.NewTLSServer(handler)} {
		b.Run(name, func(b *testing.B) {
			b.Cleanup(server.Close)
			ours, theirs := fetchers(b, server)
			fetch := func(client *http.Client) time.Duration {
				began := time.Now()
				scheme := map[bool]string{true: "https", false: "http"}[server.TLS != nil]
				response, err := client.Get(scheme + "://example.com/")
				if err != nil {
					b.Fatal(err)
				}
				n, err := io.Copy(io.Discard, response.Body)
				_ = response.Body.Close()
				if err != nil || n != size {
					b.Fatalf("%d bytes, %v", n, err)
				}
				return time.Since(began)
			}
			var our, their []time.Duration
			for b.Loop() {
				our, their = append(our, fetch(ours)), append(their, fetch(theirs))
			}
			slices.Sort(our)
			slices.Sort(their)
			mine, direct := our[len(our)/2], their[len(their)/2]
			b.ReportMetric(float64(mine)/float64(direct), "x-direct")
			b.ReportMetric(size/1e6/mine.Seconds(), "MB/s")
			b.ReportMetric(size/1e6/direct.Seconds(), "direct-MB/s")
			b.ReportMetric(0, "ns/op") // of both together: it says nothing
		})
	}
}

// one resolves every name to a public address.
type one struct{}

func (one) LookupNetIP(context.Context, string, string) ([]netip.Addr, error) {
	return []netip.Addr{netip.MustParseAddr(publicAddress)}, nil
}

// fetchers are a client that goes through a proxy and one that does not.
func fetchers(b *testing.B, server *httptest.Server) (through, direct *http.Client) {
	b.Helper()
	dial := func(ctx context.Context) (net.Conn, error) {
		return new(net.Dialer).DialContext(ctx, "tcp", server.Listener.Addr().String())
	}
	dir, err := os.MkdirTemp("", "eg")
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = os.RemoveAll(dir) })
	proxy, err := Start(b.Context(), dir, listed("example.com"), WithResolver(one{}), WithDialer(func(ctx context.Context, _ netip.AddrPort) (net.Conn, error) { return dial(ctx) }))
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = proxy.Close() })
	trust := &tls.Config{InsecureSkipVerify: true}
	return &http.Client{Transport: &http.Transport{
			Proxy: func(*http.Request) (*url.URL, error) { return url.Parse("http://proxy.invalid:3128") },
			DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
				return new(net.Dialer).DialContext(ctx, "unix", proxy.Socket())
			}, TLSClientConfig: trust,
		}}, &http.Client{Transport: &http.Transport{
			DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) { return dial(ctx) }, TLSClientConfig: trust,
		}}
}
