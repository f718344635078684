package egress

import (
	"errors"
	"fmt"
	"net/http"
	"slices"
)

// Reason is why a request was let through or not, for the record.
type Reason string

// The reasons. The first is the only one of a request that was let through.
const (
	Listed         Reason = "allowed_rule"
	NotListed      Reason = "no_rule"
	Denied         Reason = "denied_rule"
	IsAddress      Reason = "ip_literal"
	BadHost        Reason = "bad_host"
	BadPort        Reason = "port"
	HasUser        Reason = "userinfo"
	BadMethod      Reason = "method"
	Malformed      Reason = "malformed"
	PrivateAddress Reason = "resolved_private_ip"
	NotResolved    Reason = "not_resolved"
	NotReached     Reason = "not_reached"
	NameMissing    Reason = "sni_missing"
	NameDiffers    Reason = "sni_mismatch"
	NotTLS         Reason = "not_tls"
	OverBudget     Reason = "bandwidth"
)

// Rules are the hosts that a run may reach. The zero value reaches none.
type Rules struct {
	allowed, denied []pattern
	methods         []string
}

// NewRules reads the patterns of a boundary. The error joins one [PatternError]
// for each that is none, in their order; a pattern is never left out.
func NewRules(allowed, denied []string) (*Rules, error) {
	var r Rules
	var faults []error
	read := func(list string, texts []string, into *[]pattern) {
		for i, text := range texts {
			p, err := parsePattern(text, list == "allowedHosts")
			if err != nil {
				err.List, err.Index = list, i
				faults = append(faults, err)
				continue
			}
			*into = append(*into, p)
		}
	}
	read("allowedHosts", allowed, &r.allowed)
	read("deniedHosts", denied, &r.denied)
	if len(faults) > 0 {
		return nil, errors.Join(faults...)
	}
	return &r, nil
}

// Limit leaves only some methods, "GET" and the like; a tunnel is "CONNECT".
func (r *Rules) Limit(methods ...string) { r.methods = methods }

// Refusal is why a request is not let through.
type Refusal struct {
	Reason Reason
	// Says is a sentence for whoever sent the request.
	Says string
}

func (r *Refusal) Error() string { return r.Says }

// Judge matches a request: its method ("CONNECT" for a tunnel), the host as it
// was sent, and the port. It returns the normalised host or why not. No name is
// resolved.
func (r *Rules) Judge(method, host string, port int) (string, *Refusal) {
	name, err := Host(host)
	switch {
	case errors.Is(err, errLiteral):
		return "", &Refusal{IsAddress, fmt.Sprintf("%s is an IP address; use the domain name", shown(host))}
	case err != nil:
		return "", &Refusal{BadHost, fmt.Sprintf("%s is not the name of a host: %v", shown(host), err)}
	}
	for _, p := range r.denied {
		if p.matches(name) && (p.port == 0 || p.port == port) {
			return "", &Refusal{Denied, fmt.Sprintf("%s is denied by %q of deniedHosts", name, p.text)}
		}
	}
	listed := false
	for _, p := range r.allowed {
		if !p.matches(name) {
			continue
		}
		listed = true
		if p.covers(method, port) {
			return r.limited(method, name)
		}
	}
	switch {
	case !listed:
		return "", &Refusal{NotListed, fmt.Sprintf("%s is not in allowedHosts", name)}
	case method == http.MethodConnect:
		return "", &Refusal{BadPort, fmt.Sprintf("port %d of %s is not listed; tunnels go to port %d", port, name, portTLS)}
	}
	return "", &Refusal{BadPort, fmt.Sprintf("plain HTTP goes to port %d only, not to port %d of %s", portHTTP, port, name)}
}

// covers reports whether a pattern that matches is for a port.
func (p pattern) covers(method string, port int) bool {
	switch {
	case method != http.MethodConnect:
		return p.port == 0 && port == portHTTP
	case p.port != 0:
		return p.port == port
	}
	return port == portTLS
}

func (r *Rules) limited(method, name string) (string, *Refusal) {
	if len(r.methods) > 0 && !slices.Contains(r.methods, method) {
		return "", &Refusal{BadMethod, fmt.Sprintf("the method %s may not be used", method)}
	}
	return name, nil
}
