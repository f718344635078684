package hook

import (
	"net/netip"
	"net/url"
	"strconv"
	"strings"
)

// Host is where an address leads to.
type Host struct {
	// Address is the address as it was given.
	Address string `json:"address"`
	// Scheme and Name are lower case; "" where the address cannot be read.
	Scheme string `json:"scheme"`
	Name   string `json:"name"`
	// Near: it is this machine, or a network around it.
	Near bool `json:"near"`
}

// hostOf reads an address.
func hostOf(address string) Host {
	h := Host{Address: address}
	u, err := url.Parse(strings.TrimSpace(address))
	if err != nil {
		return h
	}
	h.Scheme, h.Name = strings.ToLower(u.Scheme), strings.TrimSuffix(strings.ToLower(u.Hostname()), ".")
	h.Near = near(h.Name)
	return h
}

// near says of a name or a number whether it stays on the machine or around it.
func near(name string) bool {
	if name == "localhost" || strings.HasSuffix(name, ".localhost") || strings.HasSuffix(name, ".local") || strings.HasSuffix(name, ".internal") {
		return true
	}
	if !strings.Contains(name, ".") && !strings.Contains(name, ":") {
		return name != "" // a name of this network, or a number that stands for an address
	}
	ip, err := netip.ParseAddr(name)
	if err != nil {
		// Clients read 127.1 and 0x7f.0.0.1 as addresses.
		last := name[strings.LastIndexByte(name, '.')+1:]
		_, err := strconv.ParseUint(last, 0, 64)
		return err == nil || strings.Contains(name, ":")
	}
	ip = ip.Unmap()
	return ip.IsLoopback() || ip.IsPrivate() || ip.IsLinkLocalUnicast() || ip.IsUnspecified() || ip.IsMulticast()
}
