package egress

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"golang.org/x/net/publicsuffix"
)

// Ports that need no mention in a pattern.
const (
	portHTTP = 80
	portTLS  = 443
)

// pattern is one entry of a list of hosts.
type pattern struct {
	text string
	// name is matched whole, or as what follows the first labels.
	name string
	wild bool
	// port is 0 for the ports that need no mention.
	port int
}

// PatternError says what is wrong with an entry of a list of hosts.
type PatternError struct {
	// List is "allowedHosts" or "deniedHosts", Index counts from 0.
	List    string
	Index   int
	Pattern string
	// Why is what is wrong, Hint what to write.
	Why, Hint string
}

func (e *PatternError) Error() string {
	text := fmt.Sprintf("%s[%d]: %q is not a domain pattern: %s", e.List, e.Index, e.Pattern, e.Why)
	if e.Hint != "" {
		text += "; " + e.Hint
	}
	return text
}

// CheckPattern says why a text is no pattern of hosts that may be reached; nil
// when it is one: a name ("example.com"), the names below one ("*.example.com"),
// and either with a port other than 80 and 443 ("example.com:8443").
func CheckPattern(text string) error {
	_, err := parsePattern(text, true)
	if err != nil {
		return err
	}
	return nil
}

// parsePattern reads a pattern. What is allowed is held to more than what is
// denied: to deny a whole suffix or this machine harms nobody.
func parsePattern(text string, allowed bool) (pattern, *PatternError) {
	fail := func(why, hint string) (pattern, *PatternError) {
		return pattern{}, &PatternError{Pattern: text, Why: why, Hint: hint}
	}
	p := pattern{text: text}
	rest, wild := strings.CutPrefix(text, "*.")
	p.wild = wild
	switch {
	case text == "":
		return fail("it is empty", "")
	case text == "*":
		return fail("it would match every domain", `use network: full if that is intended`)
	case strings.Contains(rest, "://"):
		return fail("it is a URL", "leave out the scheme and the path")
	case strings.ContainsAny(rest, "/?#@"):
		return fail("it is more than a domain", "write the domain only")
	case strings.ContainsAny(rest, "*"):
		return fail(`a * stands for whole labels in front only, as in "*.example.com"`, "")
	case !ascii(rest):
		return fail("it has letters outside ASCII", "write its A-labels (xn--…)")
	case strings.Count(rest, ":") > 1:
		return fail("it is an address", "write the name of the host")
	}
	rest, port, hasPort := strings.Cut(rest, ":")
	if strings.HasSuffix(rest, ".") {
		return fail("it ends with a dot", "leave out the dot")
	}
	name, err := Host(rest)
	switch {
	case errors.Is(err, errLiteral):
		return fail("it is an address", "write the name of the host")
	case err != nil:
		return fail(err.Error(), "")
	}
	p.name = name
	if hasPort {
		number, err := strconv.ParseUint(port, 10, 16)
		switch {
		case err != nil || number == 0 || port[0] == '0':
			return fail("its port is not a number between 1 and 65535", "")
		case number == portHTTP || number == portTLS:
			return fail(fmt.Sprintf("port %d needs no mention", number), fmt.Sprintf("write %q", strings.TrimSuffix(text, ":"+port)))
		}
		p.port = int(number)
	}
	if allowed {
		if why, hint := p.tooWide(); why != "" {
			return fail(why, hint)
		}
	}
	return p, nil
}

// tooWide says why a pattern may be denied but not allowed.
func (p pattern) tooWide() (why, hint string) {
	switch {
	case p.name == "localhost" || strings.HasSuffix(p.name, ".localhost"):
		return "it is this machine, which a run may not reach", ""
	case !strings.Contains(p.name, ".") && p.wild:
		return "it would match every name below " + p.name, "name the domain, as in \"*.example.com\""
	case !strings.Contains(p.name, "."):
		return "it is a single label", "write the full domain"
	}
	if suffix, _ := publicsuffix.PublicSuffix(p.name); p.wild && suffix == p.name {
		return "anybody can register a domain below " + p.name, "name the domains that you mean"
	}
	return "", ""
}

// matches reports whether a normalised name is one of the pattern's.
func (p pattern) matches(name string) bool {
	if p.wild {
		return len(name) > len(p.name)+1 && strings.HasSuffix(name, p.name) && name[len(name)-len(p.name)-1] == '.'
	}
	return name == p.name
}
