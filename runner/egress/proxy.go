package egress

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"github.com/skillctl/skillctl/runner"
)

// Proxy lets one run reach the hosts of its boundary.
type Proxy struct {
	rules    *Rules
	resolver Resolver
	dialer   Dialer
	methods  []string
	advice   map[Reason]string
	used     int64
	step     time.Duration
	idle     time.Duration
	budget   *budget
	server   *http.Server
	// live ends when the proxy is closed or its budget is spent.
	live    context.Context
	end     context.CancelFunc
	serving sync.WaitGroup
	// open counts connections of the run; those that are hijacked end with their
	// handler.
	open     sync.WaitGroup
	hijacked sync.Map
	// gate is what the run connects to. engaged are the connections that were made and
	// are neither between two requests nor hijacked.
	gate    gate
	engaged sync.Map
	// pending are the connections on which a request has begun that no handler has
	// seen yet.
	pending sync.Map
	// handling are the requests and tunnels that handlers have.
	handling atomic.Int64

	reporting sync.Mutex
	report    func(Connection)
	reported  int

	socket *socket
}

// New returns a proxy for what a boundary lets a run reach. It serves nothing
// yet. The error names every pattern that is none.
func New(boundary runner.Egress, options ...Option) (*Proxy, error) {
	rules, err := NewRules(boundary.Allowed, boundary.Denied)
	if err != nil {
		return nil, fmt.Errorf("read the hosts of the boundary: %w", err)
	}
	if boundary.Bytes < 0 {
		return nil, fmt.Errorf("the boundary's limit of %d bytes must be 0 or more", boundary.Bytes)
	}
	const step, idle = 15 * time.Second, 5 * time.Minute
	p := &Proxy{rules: rules, resolver: net.DefaultResolver, dialer: dialSystem, step: step, idle: idle}
	for _, option := range options {
		option(p)
	}
	rules.Limit(p.methods...)
	p.live, p.end = context.WithCancel(context.Background())
	p.budget = newBudget(boundary.Bytes, p.used, p.end)
	p.server = &http.Server{
		Handler:                      http.HandlerFunc(p.serve),
		ReadHeaderTimeout:            p.step,
		IdleTimeout:                  p.idle,
		MaxHeaderBytes:               maxHeader,
		DisableGeneralOptionsHandler: true,
		ConnState:                    p.follow,
		ConnContext:                  func(ctx context.Context, c net.Conn) context.Context { return context.WithValue(ctx, connKey{}, c) },
		ErrorLog:                     log.New(io.Discard, "", 0),
	}
	return p, nil
}

// Serve answers on a listener until [Proxy.Close].
func (p *Proxy) Serve(l net.Listener) error {
	err := p.server.Serve(p.gate.on(limit(l, maxClients)))
	if errors.Is(err, http.ErrServerClosed) || errors.Is(err, net.ErrClosed) {
		return nil
	}
	return fmt.Errorf("serve the proxy: %w", err)
}

// Close ends every connection, waits until each is reported, and removes the
// socket.
func (p *Proxy) Close() error {
	p.end()
	err := p.server.Close()
	p.serving.Wait()
	p.open.Wait()
	if p.socket != nil {
		err = errors.Join(err, p.socket.remove())
	}
	return err
}

// Used are the bytes that went to hosts and came from them so far.
func (p *Proxy) Used() (sent, received int64) {
	return p.budget.sent.Load(), p.budget.received.Load()
}

type connKey struct{}

// follow notices connections that end before a whole request has come: they are
// reported too.
func (p *Proxy) follow(conn net.Conn, state http.ConnState) {
	switch state {
	case http.StateNew:
		p.open.Add(1)
		p.engaged.Store(conn, nil)
	case http.StateActive:
		p.engaged.Store(conn, nil)
		p.pending.Store(conn, time.Now())
	case http.StateClosed:
		defer p.open.Done()
		p.engaged.Delete(conn)
		if since, ok := p.pending.LoadAndDelete(conn); ok {
			started, _ := since.(time.Time)
			p.reportOne(Connection{Reason: Malformed, Started: started, Duration: time.Since(started)})
		}
	case http.StateHijacked:
		p.hijacked.Store(conn, nil)
		p.engaged.Delete(conn)
	case http.StateIdle:
		p.engaged.Delete(conn)
	}
}

// serve answers one request. Each is judged, also on a connection that is kept.
func (p *Proxy) serve(w http.ResponseWriter, r *http.Request) {
	p.handling.Add(1)
	defer p.handling.Add(-1)
	if conn := r.Context().Value(connKey{}); conn != nil {
		p.pending.Delete(conn)
		defer func() {
			if _, ok := p.hijacked.LoadAndDelete(conn); ok {
				p.open.Done()
			}
		}()
	}
	host, port, err := target(r)
	a := p.begin(r.Method, host, port)
	defer a.end()
	if err != nil {
		a.refuse(Malformed)
		answer(w, http.StatusBadRequest, "malformed-request", err.Error())
		return
	}
	if r.URL.User != nil {
		a.refuse(HasUser)
		answer(w, http.StatusForbidden, blocked, "the request has a user and a password in front of the host; leave them out")
		return
	}
	name, refusal := p.rules.Judge(r.Method, host, port)
	if refusal != nil {
		a.refuse(refusal.Reason)
		code := blocked
		if refusal.Reason == BadMethod {
			code = "blocked-by-method-policy"
		}
		answer(w, http.StatusForbidden, code, p.advised(refusal))
		return
	}
	if p.budget.spent() {
		a.refuse(OverBudget)
		answer(w, http.StatusForbidden, "blocked-by-bandwidth", errBudget.Error())
		return
	}
	a.Host, a.Allowed, a.Reason = name, true, Listed
	up, refusal := p.dial(r.Context(), a)
	if refusal != nil {
		a.Error = refusal.Says
		p.undialled(w, a, refusal)
		return
	}
	defer up.Close() //nolint:errcheck // whatever was to be said was said
	a.upstream = up
	if r.Method == http.MethodConnect {
		p.tunnel(w, a, up)
		return
	}
	p.forward(w, r, a, up)
}

// undialled answers for a host that is listed but was not reached.
func (p *Proxy) undialled(w http.ResponseWriter, a *attempt, refusal *Refusal) {
	if refusal.Reason == PrivateAddress {
		a.refuse(refusal.Reason)
		a.Error = ""
		answer(w, http.StatusForbidden, "blocked-private-address", p.advised(refusal))
		return
	}
	a.Reason = refusal.Reason
	answer(w, http.StatusBadGateway, "not-reached", refusal.Says)
}

// advised is why a request is refused, with what may be done about it.
func (p *Proxy) advised(refusal *Refusal) string {
	if more := p.advice[refusal.Reason]; more != "" {
		return refusal.Says + "; " + more
	}
	return refusal.Says
}

// blocked is what a request gets that the rules do not let through.
const blocked = "blocked-by-allowlist"

// answer is a refusal that a person can read.
func answer(w http.ResponseWriter, status int, code, says string) {
	first := "Connection blocked by network allowlist"
	if status != http.StatusForbidden {
		first = "The proxy did not make the connection"
	}
	h := w.Header()
	h.Set("X-Proxy-Error", code)
	h.Set("Content-Type", "text/plain; charset=utf-8")
	h.Set("Connection", "close")
	w.WriteHeader(status)
	fmt.Fprintf(w, "%s\n%s\n", first, says) //nolint:gosec // plain text, for a program
}
