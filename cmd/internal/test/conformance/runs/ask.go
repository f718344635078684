package runs

import (
	"net/netip"
	"regexp"
	"strings"
)

// ask is a request of a row, in parts.
type ask struct {
	// line is the method and what follows it.
	method, target string
	// name is the one in the TLS greeting; hello says that there is a greeting.
	hello bool
	name  string
	// answers are the addresses of the host, nil for a public one.
	answers []netip.Addr
}

// parseAsk reads what a row says in words: "CONNECT host:443", "GET http://…",
// "CONNECT host:443 then TLS SNI=name", "… where DNS answer is ADDRESS", "proxy:
// CONNECT host:443 + SNI name".
func parseAsk(text string) (ask, bool) {
	text, _ = strings.CutPrefix(text, "proxy: ")
	parts := regexp.MustCompile(`^(CONNECT|GET|POST) (\S+)(.*)$`).FindStringSubmatch(text)
	if parts == nil {
		return ask{}, false
	}
	a := ask{method: parts[1], target: parts[2]}
	rest := parts[3]
	if name := regexp.MustCompile(`^(?: then TLS SNI=| \+ SNI )(\S+)$`).FindStringSubmatch(rest); name != nil {
		a.hello, a.name = true, name[1]
		return a, true
	}
	if strings.HasPrefix(rest, " then TLS without SNI") {
		a.hello = true
		return a, true
	}
	if list, ok := strings.CutPrefix(rest, " where DNS answer"); ok {
		for _, word := range strings.FieldsFunc(list, func(r rune) bool { return strings.ContainsRune(" ,[]", r) }) {
			if addr, err := netip.ParseAddr(word); err == nil {
				a.answers = append(a.answers, addr)
			}
		}
		return a, len(a.answers) > 0
	}
	return a, rest == "" || strings.HasPrefix(rest, " (")
}
