package egress

import "time"

// Connection is one request of a run to the outside, for the record. A tunnel is
// one request; on a connection that is kept open each request is one.
type Connection struct {
	// Host is the normalised name; of a request without one, what it asked for.
	Host string `json:"host"`
	Port int    `json:"port"`
	// Method is "CONNECT" for a tunnel, "" for what is no request at all.
	Method string `json:"method,omitempty"`
	// Allowed says whether the rules let it through; Reason why or why not. A
	// request that was let through may still have failed: then Error says how.
	Allowed bool   `json:"allowed"`
	Reason  Reason `json:"reason"`
	Error   string `json:"error,omitempty"`
	// Address is the checked address that was dialled, "203.0.113.7:443"; of an
	// answer that was refused, the address that is not public.
	Address string `json:"address,omitempty"`
	// Sent and Received are bytes on the connection to the host.
	Sent     int64         `json:"sent"`
	Received int64         `json:"received"`
	Started  time.Time     `json:"started"`
	Duration time.Duration `json:"duration"`
}

// maxReports bounds what one proxy reports, so that a run cannot fill the record
// by asking again and again.
const maxReports = 10_000

// attempt is a connection that is being made.
type attempt struct {
	Connection
	proxy    *Proxy
	upstream *upstream
}

func (p *Proxy) begin(method, host string, port int) *attempt {
	const longest = 32
	if len(method) > longest {
		method = method[:longest]
	}
	return &attempt{proxy: p, Connection: Connection{Host: shown(host), Port: port, Method: method, Started: time.Now()}}
}

// refuse notes why a request is not let through.
func (a *attempt) refuse(why Reason) { a.Allowed, a.Reason = false, why }

// end reports the connection.
func (a *attempt) end() {
	if up := a.upstream; up != nil {
		a.Sent, a.Received = up.sent.Load(), up.received.Load()
	}
	a.Duration = time.Since(a.Started)
	a.proxy.reportOne(a.Connection)
}

func (p *Proxy) reportOne(c Connection) {
	p.reporting.Lock()
	defer p.reporting.Unlock()
	if p.reported++; p.reported <= maxReports && p.report != nil {
		p.report(c)
	}
}

// Unreported is how many connections there were beyond those that are reported,
// of which there are at most 10,000 for one proxy.
func (p *Proxy) Unreported() int {
	p.reporting.Lock()
	defer p.reporting.Unlock()
	return max(p.reported-maxReports, 0)
}
