package egress

import (
	"encoding/binary"
	"errors"
	"fmt"
	"net/netip"
	"strconv"
	"strings"

	"golang.org/x/net/idna"
)

// Limits of names, in bytes (RFC 1035).
const (
	maxHost  = 253
	maxLabel = 63
)

// errLiteral says that a host is an address and not a name.
var errLiteral = errors.New("it is an IP address; only domain names are matched")

// Host returns the form of a name that rules are matched with: A-labels in lower
// case without the final dot. The error says what is wrong with a name that has
// no such form; addresses, in whatever spelling, have none.
func Host(name string) (string, error) {
	if name == "" {
		return "", errors.New("it is empty")
	}
	if len(name) > 4*maxHost {
		return "", errors.New("it is too long")
	}
	if at := strings.IndexFunc(name, unprintable); at >= 0 {
		return "", errors.New("it has a space or a control character")
	}
	if strings.ContainsAny(name, ":[]") {
		return "", errLiteral
	}
	if !ascii(name) {
		mapped, err := idna.Lookup.ToASCII(name)
		if err != nil {
			return "", errors.New("it is not a valid international name")
		}
		name = mapped
	}
	name = strings.TrimSuffix(strings.ToLower(name), ".")
	if len(name) > maxHost {
		return "", fmt.Errorf("it is longer than %d bytes", maxHost)
	}
	labels := strings.Split(name, ".")
	for _, label := range labels {
		if err := checkLabel(label); err != nil {
			return "", err
		}
	}
	if numeric(labels[len(labels)-1]) {
		return "", errLiteral
	}
	return name, nil
}

func checkLabel(label string) error {
	switch {
	case label == "":
		return errors.New("it has an empty label")
	case len(label) > maxLabel:
		return fmt.Errorf("it has a label of more than %d bytes", maxLabel)
	case label[0] == '-' || label[len(label)-1] == '-':
		return errors.New("it has a label that begins or ends with -")
	}
	for i := range len(label) {
		c := label[i]
		if (c < 'a' || c > 'z') && (c < '0' || c > '9') && c != '-' && c != '_' {
			return fmt.Errorf("it has the character %q", rune(c))
		}
	}
	if strings.HasPrefix(label, "xn--") {
		if _, err := idna.Lookup.ToUnicode(label); err != nil {
			return fmt.Errorf("its label %s is not a valid international name", label)
		}
	}
	return nil
}

// numeric reports whether a last label makes the whole name an IPv4 address, as
// browsers and libc read it: decimal, or 0x and hexadecimal digits.
func numeric(label string) bool {
	digits, hex := strings.CutPrefix(label, "0x")
	if !hex && digits == "" {
		return false
	}
	for i := range len(digits) {
		c := digits[i]
		if (c < '0' || c > '9') && (!hex || c < 'a' || c > 'f') {
			return false
		}
	}
	return true
}

// literal returns the address that a host spells: IPv4 in the loose spellings of
// inet_aton (127.1, 0x7f000001, 017700000001), or IPv6, with brackets or without.
func literal(host string) (netip.Addr, bool) {
	if strings.Contains(host, ":") {
		host = strings.TrimSuffix(strings.TrimPrefix(host, "["), "]")
		addr, err := netip.ParseAddr(host)
		return addr, err == nil
	}
	parts := strings.Split(strings.TrimSuffix(strings.ToLower(host), "."), ".")
	if len(parts) > 4 {
		return netip.Addr{}, false
	}
	var value uint64
	for i, part := range parts {
		n, ok := octets(part)
		last := i == len(parts)-1
		switch {
		case !ok:
			return netip.Addr{}, false
		case !last && n > 255:
			return netip.Addr{}, false
		case !last:
			value |= n << (8 * (3 - i))
		case n >= 1<<(8*(4-i)):
			return netip.Addr{}, false
		default:
			value |= n
		}
	}
	var raw [4]byte
	binary.BigEndian.PutUint32(raw[:], uint32(value))
	return netip.AddrFrom4(raw), true
}

func octets(part string) (uint64, bool) {
	base := 10
	if digits, hex := strings.CutPrefix(part, "0x"); hex {
		if part, base = digits, 16; part == "" {
			return 0, true
		}
	} else if len(part) > 1 && part[0] == '0' {
		base = 8
	}
	if part == "" || part[0] == '+' || part[0] == '-' {
		return 0, false
	}
	n, err := strconv.ParseUint(part, base, 32)
	return n, err == nil
}

// shown is how a host is named in a report: its address when it spells one, its
// normal form when it has one, else what was sent, escaped.
func shown(host string) string {
	if addr, ok := literal(host); ok {
		if addr.Is6() {
			return "[" + addr.String() + "]"
		}
		return addr.String()
	}
	if name, err := Host(host); err == nil {
		return name
	}
	const most = 256
	if len(host) > most {
		host = host[:most] + "…"
	}
	quoted := strconv.QuoteToASCII(host)
	return quoted[1 : len(quoted)-1]
}

func unprintable(r rune) bool { return r <= ' ' || r == 0x7f || r == '\u00a0' || r == '\u3000' }

func ascii(s string) bool {
	for i := range len(s) {
		if s[i] >= 0x80 {
			return false
		}
	}
	return true
}
