package deed

import (
	"net/netip"
	"slices"
	"strings"

	"github.com/skillctl/skillctl/engine/flow/code"
	"github.com/skillctl/skillctl/internal/lazydfa"
)

// blinds are places where a program does not look who is at the other end, or who signed
// something, and talks to a host that it has written out. Where the host is the user's own, whose
// certificate nobody has issued, it is not.
func (p *program) blinds() []Deed {
	hosts := public(p.text.Source)
	if len(hosts) == 0 {
		return nil
	}
	var found []Deed
	for _, f := range p.all {
		body := p.body
		if f.def != nil {
			body = f.def.Body
		}
		if !slices.ContainsFunc(f.tests, func(test *code.Node) bool { return lax.MatchString(p.source(test)) }) {
			p.blind(body, strings.Join(hosts, ", "), &found)
		}
	}
	return found
}

// lax is a test of an option to do without.
var lax = lazydfa.New(`(?i)insecure|verify|self.?signed|tls|ssl|cert`)

func (p *program) blind(list []*code.Node, hosts string, found *[]Deed) {
	for _, n := range list {
		if n == nil || n.Kind == code.Func && n.Name != "" {
			continue
		}
		if p.unchecked(n) {
			*found = append(*found, Deed{Kind: "blind", Act: Peer, Call: p.source(n), On: "peer", What: hosts, File: p.text.File, Span: p.span(n.Pos, n.End)})
			continue
		}
		p.blind(n.List, hosts, found)
		if n.X != nil {
			p.blind([]*code.Node{n.X}, hosts, found)
		}
		if n.Func != nil {
			p.blind(n.Func.Body, hosts, found)
		}
	}
}

// unchecked reports whether a part of a program has certificates not be looked at.
func (p *program) unchecked(n *code.Node) bool {
	t := tables()
	switch n.Kind {
	case code.Call:
		if t.blindCalls[p.name(n.X)] {
			return true
		}
		return p.fields(n)
	case code.Record:
		return p.fields(n)
	case code.Assign:
		if len(n.List) != 1 || n.X == nil {
			return false
		}
		target := n.List[0]
		switch {
		case target == nil:
		case target.Kind == code.Attr:
			return p.off(n.X, t.Blind[target.Name])
		case target.Kind == code.Index:
			return len(target.List) == 1 && target.List[0] != nil && target.List[0].Kind == code.Text && p.off(n.X, t.Blind[target.List[0].Name])
		}
	}
	return false
}

// fields reports whether an argument or a field with a name says so.
func (p *program) fields(n *code.Node) bool {
	for i, name := range n.Names {
		if i < len(n.List) && p.off(n.List[i], tables().Blind[name]) {
			return true
		}
	}
	return false
}

// off reports whether a value is one of those by which nothing is looked at.
func (p *program) off(n *code.Node, values []string) bool {
	if n == nil || len(values) == 0 || n.Kind == code.Call {
		return false
	}
	said := strings.Trim(p.source(n), `"'`)
	return slices.Contains(values, said[strings.LastIndexByte(said, '.')+1:])
}

var addresses = lazydfa.New(`(?i)\b(?:https|wss)://([a-z0-9][a-z0-9.-]*\.[a-z]{2,})\b`)

// public are the hosts of a text that have a certificate of somebody who gives them out.
func public(text []byte) []string {
	var found []string
	for _, m := range addresses.Compiled().FindAllSubmatch(text, 50) {
		host := strings.ToLower(string(m[1]))
		if _, err := netip.ParseAddr(host); err == nil || slices.Contains(found, host) || len(found) > 3 || private.MatchString(host) {
			continue
		}
		found = append(found, host)
	}
	return found
}

// private are names that are none of the public net, and those that only stand for one.
var private = lazydfa.New(`(^|\.)(local|lan|internal|intranet|home|corp|localhost|test|invalid|example|example\.(com|org|net))$`)
