package house

import (
	"bytes"
	"path"
	"slices"
	"strings"

	"github.com/skillctl/skillctl/engine/flow/beside"
	"github.com/skillctl/skillctl/engine/flow/tenant"
)

const (
	// maxKnown is up to where it is counted how often a package names a host.
	maxKnown = 10
	// maxDomains is how many domains are looked for: of others nothing is known, which weighs
	// against them.
	maxDomains = 40
	// shortName is the length of the longest name that is part of too many words.
	shortName = 3
)

// Known says how openly the package speaks of what a program sends to: how often its other files
// name the domain, and whether one of its documents has the name that the domain begins with.
func Known(documents map[string][]byte, sends []beside.Send) {
	tenants(documents, sends)
	var domains []string
	for i := range sends {
		for _, host := range sends[i].Hosts {
			if domain := lastLabels(host); len(domains) < maxDomains && !slices.Contains(domains, domain) {
				domains = append(domains, domain)
			}
		}
	}
	if len(domains) == 0 {
		return
	}
	counts, named := map[string]map[string]int{}, map[string]bool{} // by domain and file
	for file, text := range documents {
		text = bytes.ToLower(text)
		ext := path.Ext(file)
		for _, domain := range domains {
			n, rest := occurs(text, domain, func(c byte) bool { return inHost(c) && c != '.' }), 0
			if n > 0 {
				if counts[domain] == nil {
					counts[domain] = map[string]int{}
				}
				counts[domain][file] = n
			}
			if name, _, _ := strings.Cut(domain, "."); (ext == ".md" || ext == ".txt") && len(name) > shortName {
				rest = occurs(text, name, inHost)
			}
			named[domain] = named[domain] || rest > 0
		}
	}
	for i := range sends {
		one := &sends[i]
		for _, host := range one.Hosts {
			domain, n := lastLabels(host), 0
			for file, times := range counts[domain] {
				switch {
				case file != one.File:
					n += times
				case path.Ext(file) == ".md":
					n += occurs(bytes.ToLower(without(documents[file], one.Span.Start.Offset, one.Span.End.Offset)), domain, func(c byte) bool { return inHost(c) && c != '.' })
				}
			}
			one.Known, one.Named = min(maxKnown, max(one.Known, n)), one.Named || named[domain]
		}
	}
}

// tenants says how openly the package speaks of the accounts that something is sent to. Of the file
// that sends only other lines count, and of programs none.
func tenants(documents map[string][]byte, sends []beside.Send) {
	type account struct{ file, name string }
	found := map[account]*tenant.Tenant{}
	for i := range sends {
		one := &sends[i]
		one.Tenants = slices.Clone(one.Tenants)
		for j := range one.Tenants {
			to := &one.Tenants[j]
			key := account{one.File, to.Name}
			if known := found[key]; known != nil {
				to.Known, to.Told, to.Spoken = known.Known, known.Told, known.Spoken
				continue
			}
			if len(found) >= maxDomains {
				continue
			}
			found[key] = to
			name := strings.ToLower(to.Name)
			for file, text := range documents {
				ext := path.Ext(file)
				document := ext == ".md" || ext == ".txt"
				if file == one.File {
					if !document {
						continue
					}
					text = without(text, one.Span.Start.Offset, one.Span.End.Offset)
				}
				text = bytes.ToLower(text)
				n := occurs(text, name, inHost)
				to.Known, to.Told = min(maxKnown, to.Known+n), to.Told || document && n > 0
				if document {
					for _, word := range tenant.Words(to.Service) {
						to.Spoken = min(maxKnown, to.Spoken+begins(text, word))
					}
				}
			}
		}
	}
}

// begins is how often a word of a text begins so, up to maxKnown.
func begins(text []byte, word string) int {
	n := 0
	for at := 0; n < maxKnown; {
		i := bytes.Index(text[at:], []byte(word))
		if i < 0 {
			break
		}
		if at += i; at == 0 || !inHost(text[at-1]) {
			n++
		}
		at += len(word)
	}
	return n
}

// without is a text without a part of it.
func without(text []byte, begin, end int) []byte {
	begin, end = min(max(begin, 0), len(text)), min(max(end, 0), len(text))
	return slices.Concat(text[:begin], text[max(begin, end):])
}

// occurs is how often a word stands in a text with nothing before it that is part of it, and no
// other part of a host behind it; up to maxKnown.
func occurs(text []byte, word string, part func(byte) bool) int {
	n := 0
	for at := 0; n < maxKnown; {
		i := bytes.Index(text[at:], []byte(word))
		if i < 0 {
			break
		}
		begin, end := at+i, at+i+len(word)
		before := begin == 0 || !part(text[begin-1])
		behind := end == len(text) || !inHost(text[end]) || text[end] == '.' && (end+1 == len(text) || !inHost(text[end+1]))
		if before && behind {
			n++
		}
		at = end
	}
	return n
}

// inHost reports whether a byte may be part of the name of a host, in lower case.
func inHost(c byte) bool {
	return c == '.' || c == '-' || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || c >= 0x80
}

// lastLabels are the last parts of the name of a host, its domain: two, or three where the last two
// are what a country has for all ("com.br").
func lastLabels(host string) string {
	labels, n := strings.Split(host, "."), 2
	if len(labels) > 2 && len(labels[len(labels)-1]) == 2 && slices.Contains([]string{"ac", "co", "com", "edu", "gov", "net", "org"}, labels[len(labels)-2]) {
		n = 3
	}
	return strings.Join(labels[max(0, len(labels)-n):], ".")
}
