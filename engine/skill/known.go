package skill

import (
	"bytes"
	"strings"

	"github.com/skillctl/skillctl/engine/flow/beside"
)

// maxKnown is up to where it is counted how often a package names a host.
const maxKnown = 10

// known counts how often other files of the package name the domain of what a program sends to:
// a service that a skill is about is named all over it.
func (s *Skill) known(sends []beside.Send) {
	counts := map[string]map[string]int{} // by domain and file
	for i := range sends {
		one := &sends[i]
		for _, host := range one.Hosts {
			domain := lastLabels(host)
			if counts[domain] == nil {
				counts[domain] = map[string]int{}
				for file, text := range s.documents {
					if n := bytes.Count(text, []byte(domain)); n > 0 {
						counts[domain][file] = n
					}
				}
			}
			n := 0
			for file, times := range counts[domain] {
				if file != one.File {
					n += times
				}
			}
			one.Known = min(maxKnown, max(one.Known, n))
		}
	}
}

// lastLabels are the last two parts of the name of a host: its domain, or what is above it.
func lastLabels(host string) string {
	labels := strings.Split(host, ".")
	return strings.Join(labels[max(0, len(labels)-2):], ".")
}
