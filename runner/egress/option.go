package egress

import (
	"context"
	"net"
	"net/netip"
	"time"
)

// Limits of one proxy.
const (
	// maxClients is how many connections of the run are served at once; more wait.
	maxClients = 64
	// maxHeader bounds the header of a request and of an answer, in bytes.
	maxHeader = 64 << 10
	// maxAnswers bounds the addresses of one name, maxDials how many are tried.
	maxAnswers = 64
	maxDials   = 4
)

// Resolver finds the addresses of a name; *net.Resolver is one.
type Resolver interface {
	LookupNetIP(ctx context.Context, network, host string) ([]netip.Addr, error)
}

// Dialer connects to an address that was checked.
type Dialer func(ctx context.Context, address netip.AddrPort) (net.Conn, error)

// Option changes how a proxy works.
type Option func(*Proxy)

// WithResolver asks another resolver than the system's.
func WithResolver(r Resolver) Option { return func(p *Proxy) { p.resolver = r } }

// WithDialer connects by other means. The address is checked before; a dialer
// that goes elsewhere answers for where it goes.
func WithDialer(d Dialer) Option { return func(p *Proxy) { p.dialer = d } }

// WithReport hands every connection to a function when it has ended, one at a
// time.
func WithReport(report func(Connection)) Option { return func(p *Proxy) { p.report = report } }

// WithAdvice adds to the answer to a request that is refused, by the reason, what
// may be done about it.
func WithAdvice(advice map[Reason]string) Option { return func(p *Proxy) { p.advice = advice } }

// WithMethods lets through only some methods; a tunnel is "CONNECT".
func WithMethods(methods ...string) Option { return func(p *Proxy) { p.methods = methods } }

// WithUsed counts what the same run has moved through an earlier proxy, in bytes.
func WithUsed(bytes int64) Option { return func(p *Proxy) { p.used = bytes } }

// WithTimeouts sets how long a step may take (a header, the greeting, resolving,
// dialling; 15 s) and how long a connection may be silent (5 min).
func WithTimeouts(step, idle time.Duration) Option {
	return func(p *Proxy) { p.step, p.idle = step, idle }
}

func dialSystem(ctx context.Context, address netip.AddrPort) (net.Conn, error) {
	var d net.Dialer
	return d.DialContext(ctx, "tcp", address.String())
}
