package skill

import (
	"bytes"
	"path"
	"strings"

	"golang.org/x/net/publicsuffix"

	"github.com/skillctl/skillctl/engine/flow/beside"
)

const (
	// maxKnown is up to where it is counted how often a package names a host.
	maxKnown = 10
	// shortName is the length of the longest name that may be any word.
	shortName = 3
)

// known says how openly the package speaks of what a program sends to: how often its other files
// name the domain, and whether one of its documents has the name that the domain begins with.
func (s *Skill) known(sends []beside.Send) {
	counts, named := map[string]map[string]int{}, map[string]bool{} // by domain and file
	for i := range sends {
		one := &sends[i]
		for _, host := range one.Hosts {
			domain, err := publicsuffix.EffectiveTLDPlusOne(host)
			if err != nil {
				domain = host // a number, or a name that stands for all of them
			}
			name, _, _ := strings.Cut(domain, ".")
			if counts[domain] == nil {
				counts[domain] = map[string]int{}
				for file, text := range s.documents {
					if n := bytes.Count(text, []byte(domain)); n > 0 {
						counts[domain][file] = n
					}
					if ext := path.Ext(file); (ext == ".md" || ext == ".txt") && len(name) > shortName {
						text = bytes.ReplaceAll(bytes.ToLower(text), []byte(domain), nil)
						named[domain] = named[domain] || bytes.Contains(text, []byte(name))
					}
				}
			}
			n := 0
			for file, times := range counts[domain] {
				if file != one.File {
					n += times
				}
			}
			one.Known, one.Named = min(maxKnown, max(one.Known, n)), one.Named || named[domain]
		}
	}
}
