package provision

import (
	"bytes"
	"maps"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/skillctl/skillctl/internal/lazydfa"
	"github.com/skillctl/skillctl/policies"
)

// Where texts name hosts and owners that somebody else's products may be taken for.
var (
	addressOf = lazydfa.New(`(?i)\b(?:https?|wss?|git)://(?:[^/\s"'<>@]{0,80}@)?((?:[a-z0-9-]+\.)+[a-z]{2,})\b`)
	imageOf   = lazydfa.New(`(?mi)(?:\bimage:[ \t]*["']?|^[ \t]*FROM[ \t]+|\b(?:docker|podman)[ \t]+pull[ \t]+)((?:[a-z0-9-]+\.)+[a-z]{2,})/`)
	actionOf  = lazydfa.New(`(?m)\buses:[ \t]*["']?([A-Za-z0-9][\w.-]*)/[\w.-]+(?:/[\w./-]+)?@`)
)

// leadOf is how much of what stands before an address is told, and maxAddresses of how many of one
// text it is asked whether they look like somebody's, in bytes and as a number.
const (
	leadOf       = 80
	maxAddresses = 2000
)

// brand is a product as policies/tables/names.json knows it.
type brand struct {
	Name    string
	Domains []string
	key     *regexp.Regexp
	plain   string
}

// branded is what texts are searched for: products, and accounts whose actions many use.
type branded struct {
	Products []brand
	Accounts []string
	TakenFor map[string]string `json:"taken_for"` // signs, and what an eye takes them for
	plain    []string          // the accounts
	lent     []string          // domains below which anybody gets a name
	taken    *strings.Replacer
}

var brands = sync.OnceValue(func() *branded {
	var table branded
	var hosting struct{ Free []string }
	policies.Table("names", &table)
	policies.Table("hosting", &hosting)
	table.lent = hosting.Free
	var pairs []string
	for _, sign := range slices.Sorted(maps.Keys(table.TakenFor)) {
		pairs = append(pairs, sign, table.TakenFor[sign])
	}
	table.taken = strings.NewReplacer(pairs...)
	for _, account := range table.Accounts {
		table.plain = append(table.plain, table.spoken(account))
	}
	for i := range table.Products {
		table.Products[i].plain = table.spoken(table.Products[i].Name)
		table.Products[i].key = regexp.MustCompile(`(?i)(?:^|[^a-z0-9])` + regexp.QuoteMeta(table.Products[i].Name) + `_?[a-z0-9_]*(?:key|token|secret|password|pat)\b`)
	}
	return &table
})

// brands finds hosts and owners of actions whose names are near those of others; whether they look
// like them is for the rules. Of each one the first place is told, and behind a host the products
// of which the text names a key.
func (f *finder) brands() {
	seen := map[string]bool{}
	one := func(m []int, name string, to ...string) {
		if seen[to[0]] {
			return
		}
		seen[to[0]] = true
		begin := max(0, m[0]-leadOf)
		begin += 1 + bytes.LastIndexByte(f.text[begin:m[0]], '\n')
		f.add(Found{Kind: Brand, Name: name, To: to, Lead: strings.ToValidUTF8(string(f.text[begin:m[2]]), ""), From: m[0], End: m[1]})
	}
	known := map[string][]*brand{}
	var hosts []named
	for _, re := range []*lazydfa.Regexp{addressOf, imageOf} {
		for _, m := range re.FindAllSubmatchIndex(f.text, maxAddresses) {
			host := strings.ToLower(string(f.text[m[2]:m[3]]))
			hosts = append(hosts, named{host, m[2:4]})
			products, ok := known[host]
			if !ok {
				products = brands().near(host)
				known[host] = products
			}
			if len(products) == 0 {
				continue
			}
			to := []string{host}
			for _, p := range products {
				if p.key.Match(f.text) {
					to = append(to, p.Name)
				}
			}
			one(m, "host", to...)
		}
	}
	f.kinsOf(hosts)
	f.bases(hosts)
	f.unchecked(hosts)
	if bytes.Contains(f.text, []byte("uses:")) {
		for _, m := range actionOf.FindAllSubmatchIndex(f.text, maxAddresses) {
			owner := strings.ToLower(string(f.text[m[2]:m[3]]))
			spoken := brands().spoken(owner)
			if !slices.Contains(brands().Accounts, owner) && slices.ContainsFunc(brands().plain, func(known string) bool { return kin(spoken, known) }) {
				one(m, "owner", owner)
			}
		}
	}
}

// near are the products that a host which is none of theirs may be taken for.
func (b *branded) near(host string) []*brand {
	labels := strings.Split(host, ".")
	for i, label := range labels {
		labels[i] = b.spoken(label)
	}
	var out []*brand
	for i := range b.Products {
		p := &b.Products[i]
		if slices.ContainsFunc(p.Domains, func(domain string) bool {
			return host == domain || strings.HasSuffix(host, "."+domain) && !slices.Contains(b.lent, domain)
		}) {
			return nil
		}
		if slices.ContainsFunc(labels, func(label string) bool { return strings.Contains(label, p.plain) || kin(label, p.plain) }) {
			out = append(out, p)
		}
	}
	return out
}

// spoken is a word without hyphens, with the signs that are taken for others as these.
func (b *branded) spoken(word string) string {
	return strings.ReplaceAll(b.taken.Replace(word), "-", "")
}

// kin reports whether two such words are the same but for one sign, which is another, missing or one
// too many, or for two that are exchanged.
func kin(a, b string) bool {
	if len(a) > len(b) {
		a, b = b, a
	}
	if len(b)-len(a) > 1 || len(a) == 0 {
		return false
	}
	i := 0
	for i < len(a) && a[i] == b[i] {
		i++
	}
	if len(a) < len(b) {
		return a[i:] == b[i+1:]
	}
	return i == len(a) || a[i+1:] == b[i+1:] || i+1 < len(a) && a[i] == b[i+1] && a[i+1] == b[i] && a[i+2:] == b[i+2:]
}
