package hook

import (
	"net/netip"
	"net/url"
	"regexp"
	"strings"
	"sync"
	"unicode"

	"github.com/skillctl/skillctl/internal/hostname"
)

// Host is where an address leads to.
type Host struct {
	// Address is the address as it was given.
	Address string `json:"address"`
	// Scheme and Name are lower case, Name with A-labels; "" where the address cannot be
	// read.
	Scheme string `json:"scheme"`
	Name   string `json:"name"`
	// Near: it is this machine, or a network around it.
	Near bool `json:"near"`
}

// hostOf reads an address. Clients correct what net/url refuses, such as backslashes or
// a missing slash, each in its way: such an address has no name.
func hostOf(address string) Host {
	h := Host{Address: address}
	u, err := url.Parse(strings.Trim(address, " "))
	if err != nil {
		return h
	}
	h.Scheme = strings.ToLower(u.Scheme)
	// Clients map full-width digits and dots to plain ones, and differ in what they make of
	// signs that no name has, such as ";" and "*".
	name, err := hostname.ASCII(u.Hostname())
	if err != nil || !plainName().MatchString(name) {
		return h
	}
	h.Name = name
	h.Near = near(h.Name)
	return h
}

// plainName matches a name as it is looked up, and an address of IPv6, with its zone.
var plainName = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^([a-z0-9_-]+(\.[a-z0-9_-]+)*|[0-9a-f:.]*:[0-9a-f:.]*(%.+)?)?$`)
})

// hostsIn are the addresses in a text that somebody reads who fetches what it names: those
// with a scheme, to the end of the word, and names of hosts that stand alone.
func hostsIn(text string) []Host {
	var hosts []Host
	blank := func(r rune) bool { return unicode.IsSpace(r) || r == '\ufeff' }
	for word := range strings.FieldsFuncSeq(text, blank) {
		starts := schemes().FindAllStringIndex(word, -1)
		bare := word
		for i, at := range starts {
			if i == 0 {
				bare = word[:at[0]]
			}
			hosts = append(hosts, hostOf(strings.TrimRight(word[at[0]:], `"'<>()[]{},.;:!?`)))
		}
		for _, name := range names().FindAllString(bare, -1) {
			host := hostOf("https://" + name)
			host.Address = name
			hosts = append(hosts, host)
		}
	}
	return hosts
}

// schemes finds where addresses begin.
var schemes = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?i)[a-z][a-z0-9+.-]*://`)
})

// names finds names of hosts: labels with dots between them and letters in the last, or
// four numbers.
var names = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?:[\p{L}\p{M}\p{N}_-]+[.\x{3002}\x{ff0e}\x{ff61}])+[\p{L}\p{M}\p{N}-]*\p{L}[\p{L}\p{M}\p{N}-]+|\p{N}+(?:[.\x{3002}\x{ff0e}\x{ff61}]\p{N}+){3}`)
})

// near says of a name or a number whether it stays on the machine or around it.
func near(name string) bool {
	if strings.HasSuffix(name, ".localhost") || strings.HasSuffix(name, ".local") || strings.HasSuffix(name, ".internal") {
		return true
	}
	if !strings.Contains(name, ".") && !strings.Contains(name, ":") {
		return name != "" // a name of this network, or a number that stands for an address
	}
	ip, err := netip.ParseAddr(name)
	if err != nil {
		// Clients read 127.1 and 0x7f.0.0.0x as addresses.
		return strings.Contains(name, ":") || numbers().MatchString(name)
	}
	ip = ip.Unmap()
	if ip.Is6() && !global6().Contains(ip) || !ip.IsGlobalUnicast() || ip.IsPrivate() {
		return true
	}
	for _, block := range reserved() {
		if block.Contains(ip) {
			return true
		}
	}
	return false
}

// numbers matches a name whose last label is a number: no name ends in one.
var numbers = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`\.([0-9]+|0x[0-9a-f]*)$`)
})

// global6 is the part of IPv6 that anybody on the Internet has addresses of.
func global6() netip.Prefix { return netip.MustParsePrefix("2000::/3") }

// reserved are blocks of the registries of special addresses (IANA) that [netip.Addr]
// does not tell of, and addresses at which clouds tell of the machine.
var reserved = sync.OnceValue(func() []netip.Prefix {
	texts := []string{
		"0.0.0.0/8", "100.64.0.0/10", "168.63.129.16/32", "192.0.0.0/24", "192.88.99.0/24", "198.18.0.0/15", "240.0.0.0/4",
		"2001::/23", "2002::/16",
	}
	blocks := make([]netip.Prefix, len(texts))
	for i, text := range texts {
		blocks[i] = netip.MustParsePrefix(text)
	}
	return blocks
})
