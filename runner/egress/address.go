package egress

import (
	"net"
	"net/netip"
	"sync"
)

// reserved are the address blocks that a run does not reach, those of the IANA
// registries of special-purpose addresses and those of clouds that lie in public
// space. Of IPv6 only the global unicast space is looked at: what is outside of
// it is refused as a whole.
var reserved = sync.OnceValue(func() []netip.Prefix {
	texts := []string{
		"0.0.0.0/8",         // this network
		"10.0.0.0/8",        // private
		"100.64.0.0/10",     // carrier-grade NAT, and metadata of some clouds
		"127.0.0.0/8",       // loopback
		"168.63.129.16/32",  // the host of an Azure machine
		"169.254.0.0/16",    // link-local, and metadata of most clouds
		"172.16.0.0/12",     // private
		"192.0.0.0/24",      // protocol assignments, and metadata of Oracle's cloud
		"192.0.2.0/24",      // documentation
		"192.88.99.0/24",    // 6to4 relays
		"192.168.0.0/16",    // private
		"198.18.0.0/15",     // benchmarks
		"198.51.100.0/24",   // documentation
		"203.0.113.0/24",    // documentation
		"224.0.0.0/4",       // multicast
		"240.0.0.0/4",       // reserved, and broadcast
		"2001::/23",         // protocol assignments; Teredo carries an IPv4 address
		"2001:db8::/32",     // documentation
		"2002::/16",         // 6to4 carries an IPv4 address
		"3fff::/20",         // documentation
		"2620:4f:8000::/48", // AS112
	}
	prefixes := make([]netip.Prefix, len(texts))
	for i, text := range texts {
		prefixes[i] = netip.MustParsePrefix(text)
	}
	return prefixes
})

// public reports whether an address is one that anybody on the Internet has: not
// private, not this machine's, not one that stands for such an address.
func public(addr netip.Addr, own []netip.Addr) bool {
	addr = addr.Unmap()
	if !addr.IsValid() || addr.Zone() != "" {
		return false
	}
	for _, mine := range own {
		if addr == mine.Unmap().WithZone("") {
			return false
		}
	}
	if inner, ok := translated(addr); ok {
		return public(inner, own)
	}
	if addr.Is6() && !netip.PrefixFrom(netip.AddrFrom16([16]byte{0x20}), 3).Contains(addr) {
		return false
	}
	for _, prefix := range reserved() {
		if prefix.Contains(addr) {
			return false
		}
	}
	if inner, ok := isatap(addr); ok {
		return public(inner, own)
	}
	return true
}

// translated returns the IPv4 address in one of the well-known prefix of NAT64
// (RFC 6052), which networks without IPv4 answer with.
func translated(addr netip.Addr) (netip.Addr, bool) {
	raw := addr.As16()
	if !addr.Is6() || [12]byte(raw[:12]) != [12]byte{0, 0x64, 0xff, 0x9b} {
		return netip.Addr{}, false
	}
	return netip.AddrFrom4([4]byte(raw[12:])), true
}

// isatap returns the IPv4 address in an interface identifier of ISATAP (RFC
// 5214).
func isatap(addr netip.Addr) (netip.Addr, bool) {
	raw := addr.As16()
	if !addr.Is6() || raw[8]&^0x02 != 0 || raw[9] != 0 || raw[10] != 0x5e || raw[11] != 0xfe {
		return netip.Addr{}, false
	}
	return netip.AddrFrom4([4]byte(raw[12:])), true
}

// ownAddresses are those of this machine now. A failure to list them leaves the
// blocks, which cover all but public ones.
func ownAddresses() []netip.Addr {
	listed, err := net.InterfaceAddrs()
	if err != nil {
		return nil
	}
	var own []netip.Addr
	for _, entry := range listed {
		if prefix, err := netip.ParsePrefix(entry.String()); err == nil {
			own = append(own, prefix.Addr())
		}
	}
	return own
}
