// Package hostname reads names of hosts, and addresses in their place, as clients do:
// browsers by the URL standard of the WHATWG and UTS #46, other programs by inet_aton.
package hostname

import (
	"net/netip"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"

	"golang.org/x/net/idna"
)

// MaxName is how many bytes a name has at most, without a dot at its end (RFC 1035).
const MaxName = 253

// maxLabel is of how many characters a label is still converted: one has at most 63 bytes
// then, and some characters become one.
const maxLabel = 4 * 63

// maxNumbers is how long four numbers are at most, with some zeros before them.
const maxNumbers = 64

// ASCII is a name as clients look it up: in lower case, other letters as A-labels, no dot
// at its end. What a client refuses is an error.
func ASCII(name string) (string, error) {
	if !plain(name) {
		known, err := idna.Lookup.ToASCII(name)
		if err != nil {
			return "", err
		}
		name = known
	}
	return strings.TrimSuffix(strings.ToLower(name), "."), nil
}

// Lenient is a name as [ASCII] gives it, label by label: one that cannot be converted
// stays as it is. So a domain is found below which somebody has put what is no name.
func Lenient(name string) string {
	if plain(name) {
		return strings.TrimSuffix(strings.ToLower(name), ".")
	}
	labels := strings.FieldsFunc(name, Dot)
	for i, label := range labels {
		labels[i] = strings.ToLower(label)
		if plain(label) || utf8.RuneCountInString(label) > maxLabel {
			continue
		}
		if known, err := lenient().ToASCII(label); err == nil {
			labels[i] = known
		}
	}
	return strings.Join(labels, ".")
}

// lenient maps as clients do, and lets pass what only some refuse.
var lenient = sync.OnceValue(func() *idna.Profile {
	return idna.New(idna.MapForLookup(), idna.StrictDomainName(false), idna.CheckHyphens(false), idna.CheckJoiners(false))
})

// Dot reports whether clients read a character as the dot between labels.
func Dot(r rune) bool { return r == '.' || r == '\u3002' || r == '\uff0e' || r == '\uff61' }

func plain(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// Addrs are the addresses that clients read a name as, none where it is a name: 127.1,
// 0x7f000001, 2130706433. A number that begins with 0 is octal to most and decimal to
// some: then there are two.
func Addrs(name string) []netip.Addr {
	name = strings.TrimSuffix(name, ".")
	if addr, err := netip.ParseAddr(name); err == nil {
		return []netip.Addr{addr.Unmap()}
	}
	if len(name) > maxNumbers {
		return nil
	}
	var addrs []netip.Addr
	for _, octal := range []bool{true, false} {
		if addr, ok := numbers(strings.Split(name, "."), octal); ok && (len(addrs) == 0 || addrs[0] != addr) {
			addrs = append(addrs, addr)
		}
	}
	return addrs
}

// numbers reads an address of one to four numbers; the last one fills what is left.
func numbers(parts []string, octal bool) (netip.Addr, bool) {
	if len(parts) > 4 {
		return netip.Addr{}, false
	}
	var sum uint64
	for i, part := range parts {
		base := 10
		switch {
		case strings.HasPrefix(part, "0x") || strings.HasPrefix(part, "0X"):
			if part, base = part[2:], 16; part == "" {
				part = "0"
			}
		case octal && len(part) > 1 && part[0] == '0':
			base = 8
		}
		bits := 8
		if i == len(parts)-1 {
			bits = 8 * (5 - len(parts))
		}
		n, err := strconv.ParseUint(part, base, bits)
		if err != nil {
			return netip.Addr{}, false
		}
		sum = sum<<bits | n
	}
	return netip.AddrFrom4([4]byte{byte(sum >> 24), byte(sum >> 16), byte(sum >> 8), byte(sum)}), true
}
