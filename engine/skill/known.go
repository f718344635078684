package skill

import (
	"bytes"
	"path"
	"slices"
	"strings"

	"github.com/skillctl/skillctl/engine/flow/beside"
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

// known says how openly the package speaks of what a program sends to: how often its other files
// name the domain, and whether one of its documents has the name that the domain begins with.
func (s *Skill) known(sends []beside.Send) {
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
	for file, text := range s.documents {
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
				if file != one.File {
					n += times
				}
			}
			one.Known, one.Named = min(maxKnown, max(one.Known, n)), one.Named || named[domain]
		}
	}
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
