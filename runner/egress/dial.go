package egress

import (
	"context"
	"fmt"
	"net/netip"
)

// dial resolves the name of an attempt, checks every answer, and connects to one
// of those that were checked. A single answer that is not public refuses them
// all: an attacker who can add one can add another.
func (p *Proxy) dial(ctx context.Context, a *attempt) (*upstream, *Refusal) {
	ctx, cancel := context.WithTimeout(ctx, p.step)
	defer cancel()
	defer context.AfterFunc(p.live, cancel)()
	// The final dot keeps the search list of the resolver out.
	answers, err := p.resolver.LookupNetIP(ctx, "ip", a.Host+".")
	switch {
	case err != nil:
		return nil, &Refusal{NotResolved, fmt.Sprintf("%s was not resolved: %v", a.Host, err)}
	case len(answers) == 0:
		return nil, &Refusal{NotResolved, a.Host + " has no address"}
	case len(answers) > maxAnswers:
		return nil, &Refusal{NotResolved, fmt.Sprintf("%s has %d addresses; more than %d are not looked at", a.Host, len(answers), maxAnswers)}
	}
	own := ownAddresses()
	for _, answer := range answers {
		if !public(answer, own) {
			a.Address = answer.String()
			return nil, &Refusal{PrivateAddress, fmt.Sprintf("%s leads to %s, which is not a public address", a.Host, answer)}
		}
	}
	for _, answer := range answers[:min(len(answers), maxDials)] {
		address := netip.AddrPortFrom(answer.Unmap(), uint16(a.Port))
		a.Address = address.String()
		conn, dialErr := p.dialer(ctx, address)
		if dialErr == nil {
			return newUpstream(p.live, conn, p.budget, p.idle), nil
		}
		err = dialErr
	}
	return nil, &Refusal{NotReached, fmt.Sprintf("%s was not reached: %v", a.Host, err)}
}
