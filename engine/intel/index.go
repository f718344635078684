package intel

import (
	"errors"
	"net/netip"
	"strings"

	"github.com/skillctl/skillctl/engine/dependency"
)

// listed is an entry and its kind.
type listed struct {
	kind  Kind
	entry *Entry
}

// index has the entries by what is looked for in texts, in lower case. A list may say
// several things of one value, of which some have ended: all of them are kept.
type index struct {
	digests map[string][]listed
	domains map[string][]listed
	// labels is how many labels a domain has at most, parts how many parts a path, and
	// longest how many bytes one has with its host.
	labels, parts, longest int
	// paths are hosts with a slash and the parts of a path behind them, hosts the hosts
	// of these.
	paths map[string][]listed
	hosts map[string]bool
	// mails are mail addresses.
	mails map[string][]listed
	// nets are addresses and networks, by how many bits of them count.
	nets map[netip.Prefix][]listed
	bits map[int]bool
	// packages are those of managers, by manager and name.
	packages map[string][]listed
}

func newIndex() index {
	return index{
		digests: map[string][]listed{}, domains: map[string][]listed{}, paths: map[string][]listed{}, hosts: map[string]bool{}, mails: map[string][]listed{},
		nets: map[netip.Prefix][]listed{}, bits: map[int]bool{}, packages: map[string][]listed{},
	}
}

func (x *index) add(kind Kind, one *Entry) error {
	known := listed{kind, one}
	switch kind {
	case Digest:
		x.digests[one.Value] = append(x.digests[one.Value], known)
	case Domain:
		x.domains[one.Value] = append(x.domains[one.Value], known)
		x.labels = max(x.labels, strings.Count(one.Value, ".")+1)
	case Package:
		key := packageKey(one.Manager, one.Value)
		x.packages[key] = append(x.packages[key], known)
	case Address:
		if net, ok := prefixOf(one.Value); ok {
			x.nets[net], x.bits[net.Bits()] = append(x.nets[net], known), true
			return nil
		}
		return x.addPath(known)
	case Account:
		if strings.Contains(one.Value, "@") && !strings.Contains(one.Value, "/") {
			key := strings.ToLower(one.Value)
			x.mails[key] = append(x.mails[key], known)
			return nil
		}
		return x.addPath(known)
	}
	return nil
}

func (x *index) addPath(known listed) error {
	host, rest, ok := onWeb(known.entry.Value)
	if _, err := netip.ParsePrefix(known.entry.Value); !ok || err == nil {
		return errors.New("it is no IP address, no network, and no host with a path (example.com/path, without https://)")
	}
	key := host + "/" + rest
	x.parts, x.longest = max(x.parts, strings.Count(key, "/")), max(x.longest, len(key))
	x.paths[key], x.hosts[host] = append(x.paths[key], known), true
	return nil
}

// packageKey is a name as its manager compares it.
func packageKey(manager, name string) string {
	if manager == "pypi" {
		return manager + "\x00" + dependency.Folded(name)
	}
	return manager + "\x00" + strings.ToLower(name)
}

// net are the entries of an address, those of the narrowest network first.
func (x *index) net(addr netip.Addr) []listed {
	addr = addr.Unmap()
	var found []listed
	for bits := addr.BitLen(); bits > 0; bits-- {
		if !x.bits[bits] {
			continue
		}
		if net, err := addr.Prefix(bits); err == nil {
			found = append(found, x.nets[net]...)
		}
	}
	return found
}
