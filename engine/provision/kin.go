package provision

import (
	"bytes"
	"slices"
	"strings"
)

// aroundKin is how much of what stands before an address is told, in bytes.
const aroundKin = 240

// named is a place where a text names a host.
type named struct {
	host string
	at   []int
}

// kinsOf finds hosts that are called after another one of the text and are of another domain:
// www.acme-access.com beside api.acme.com, mcr-acme.images.net beside mcr.acme.com. To has both, and
// what stands behind the first one in its address.
func (f *finder) kinsOf(list []named) {
	roots := map[string]string{} // what a domain is called, and a host of it
	for _, one := range list {
		if label := rootOf(one.host); len(label) > 4 && !strings.Contains(label, "-") && roots[label] == "" {
			roots[label] = one.host
		}
	}
	seen := map[string]bool{}
	for _, one := range list {
		if seen[one.host] {
			continue
		}
		seen[one.host] = true
		for label := range strings.SplitSeq(one.host, ".") {
			words := strings.Split(label, "-")
			i := slices.IndexFunc(words, func(word string) bool { return roots[word] != "" })
			if len(words) < 2 || i < 0 || domainOf(roots[words[i]]) == domainOf(one.host) {
				continue
			}
			begin, end := max(0, one.at[0]-aroundKin), one.at[1]
			for end < len(f.text) && end-one.at[1] < aroundKin && !bytes.ContainsRune([]byte(" \t\n\"'`<>)"), rune(f.text[end])) {
				end++
			}
			f.add(Found{
				Kind: Brand, Name: "kin", To: []string{one.host, roots[words[i]], strings.ToValidUTF8(string(f.text[one.at[1]:end]), "")},
				Lead: strings.ToValidUTF8(string(f.text[begin:one.at[0]]), ""), From: one.at[0], End: end,
			})
			break
		}
	}
}

// rootOf is what the domain of a host is called.
func rootOf(host string) string { return strings.Split(domainOf(host), ".")[0] }

// domainOf are the last two parts of a host, three where anybody gets a name below these.
func domainOf(host string) string {
	parts := strings.Split(host, ".")
	if len(parts) < 2 {
		return host
	}
	last := strings.Join(parts[len(parts)-2:], ".")
	if len(parts) > 2 && (slices.Contains(brands().lent, last) || len(parts[len(parts)-1]) == 2 && len(parts[len(parts)-2]) < 4) {
		return strings.Join(parts[len(parts)-3:], ".")
	}
	return last
}
