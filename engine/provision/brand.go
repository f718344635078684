package provision

import (
	"bytes"
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

// brands is what policies/tables/names.json knows of products.
type brands struct {
	products []brand
	free     []string
	owners   []string
	added    *regexp.Regexp
}

type brand struct {
	Name    string
	Domains []string
	key     *regexp.Regexp
}

var branded = sync.OnceValue(func() *brands {
	var table struct {
		Products  []brand
		Endpoints []brand
		Endpoint  string
		Owners    []string
	}
	policies.Table("names", &table)
	var hosting struct{ Free []string }
	policies.Table("hosting", &hosting)
	b := &brands{products: append(table.Products, table.Endpoints...), free: hosting.Free, owners: table.Owners, added: regexp.MustCompile(`^(?:-?(?:` + table.Endpoint + `))+$`)}
	for i := range b.products {
		b.products[i].key = regexp.MustCompile(`(?i)(?:^|[^a-z0-9])` + regexp.QuoteMeta(b.products[i].Name) + `_?[a-z0-9_]*(?:key|token|secret|password|pat)\b`)
	}
	return b
})

// brands finds hosts and owners that look like those of a product that others make. Of each one
// the first place is told, and whether the text names a key of the product.
func (f *finder) brands() {
	seen := map[string]bool{}
	one := func(m []int, product, to string) {
		if product == "" || seen[to] {
			return
		}
		seen[to] = true
		name := product
		if i := slices.IndexFunc(branded().products, func(b brand) bool { return b.Name == product }); i >= 0 && branded().products[i].key.Match(f.text) {
			name += " key"
		}
		begin := max(0, m[0]-leadOf)
		begin += 1 + bytes.LastIndexByte(f.text[begin:m[0]], '\n')
		f.add(Found{Kind: Brand, Name: name, To: []string{to}, Lead: strings.ToValidUTF8(string(f.text[begin:m[2]]), ""), From: m[0], End: m[1]})
	}
	known := map[string]string{}
	for _, re := range []*lazydfa.Regexp{addressOf, imageOf} {
		for _, m := range re.FindAllSubmatchIndex(f.text, maxAddresses) {
			host := strings.ToLower(string(f.text[m[2]:m[3]]))
			product, ok := known[host]
			if !ok {
				product = branded().like(host)
				known[host] = product
			}
			one(m, product, host)
		}
	}
	if bytes.Contains(f.text, []byte("uses:")) {
		for _, m := range actionOf.FindAllSubmatchIndex(f.text, maxAddresses) {
			owner := string(f.text[m[2]:m[3]])
			one(m, branded().owner(owner), "github.com/"+owner)
		}
	}
}

// like is the product that a host looks like one of, "" for none.
func (b *brands) like(host string) string {
	label, dotted := b.own(host), ""
	for _, p := range b.products {
		for _, domain := range p.Domains {
			if slices.Contains(b.free, domain) {
				continue // anybody has a name there
			}
			if host == domain || strings.HasSuffix(host, "."+domain) {
				return ""
			}
			if strings.Contains("."+host, "."+domain+".") || label == strings.ReplaceAll(domain, ".", "-") {
				dotted = p.Name
			}
		}
	}
	if dotted != "" {
		return dotted
	}
	for _, p := range b.products {
		bare := strings.ReplaceAll(label, "-", "")
		switch {
		case label != p.Name && bare == p.Name && len(bare) > 4:
			return p.Name // open-ai
		case len(label) > len(p.Name) && strings.Contains(label, p.Name) && b.added.MatchString(strings.Trim(strings.Replace(label, p.Name, "", 1), "-")):
			return p.Name
		case len(p.Name) > 5 && apart(label, p.Name):
			return p.Name
		}
	}
	return ""
}

// owner is the owner of actions that another one looks like, "" for none.
func (b *brands) owner(name string) string {
	name = strings.ToLower(name)
	if slices.Contains(b.owners, name) {
		return ""
	}
	for _, o := range b.owners {
		if len(o) > 5 && (apart(name, o) || strings.NewReplacer("-", "", "_", "").Replace(name) == strings.ReplaceAll(o, "-", "")) {
			return o
		}
	}
	return ""
}

// own is the part of a host that its owner has chosen.
func (b *brands) own(host string) string {
	labels := strings.Split(host, ".")
	n := 2
	if len(labels) > 2 && slices.Contains(b.free, strings.Join(labels[len(labels)-2:], ".")) ||
		len(labels) > 2 && len(labels[len(labels)-1]) == 2 && slices.Contains([]string{"ac", "co", "com", "edu", "gov", "net", "org"}, labels[len(labels)-2]) {
		n = 3
	}
	return labels[max(0, len(labels)-n)]
}

// apart reports whether a word differs from a name by what an eye passes over: a sign that looks
// like another, two that are exchanged, one left out, or one doubled. Another letter is another
// word, as openaq is beside openai. The first sign stays as it is.
func apart(word, name string) bool {
	if word == name || word == "" || name == "" || word[0] != name[0] {
		return false
	}
	i := 0
	for i < len(word) && i < len(name) && word[i] == name[i] {
		i++
	}
	switch len(word) - len(name) {
	case 0:
		return strings.Contains(alikeSigns, word[i:i+1]+name[i:i+1]) && word[i+1:] == name[i+1:] ||
			i+1 < len(word) && word[i] == name[i+1] && word[i+1] == name[i] && word[i+2:] == name[i+2:]
	case 1:
		return (word[i] == '-' || word[i] == word[i-1]) && word[i+1:] == name[i:]
	case -1:
		return word[i:] == name[i+1:]
	}
	return false
}

// alikeSigns are pairs of signs, both ways, of which one is taken for the other.
const alikeSigns = "il li 1l l1 i1 1i ij ji 0o o0 e3 3e a4 4a s5 5s g9 9g b8 8b z2 2z uv vu mn nm -_ _-"
