package sentence

import (
	"slices"
	"strings"
	"sync"

	"github.com/skillctl/skillctl/engine/clause"
	"github.com/skillctl/skillctl/internal/lazydfa"
	"github.com/skillctl/skillctl/policies"
)

// bareTable is what policies/tables/contacts.json says of addresses without a scheme: in which
// domains a name with dots is one, rather than a file or a member of a value.
type bareTable struct {
	Tops []string `json:"tops"`
	// Data are the labels of blocks of code that hold a request, settings or data.
	Data []string `json:"data"`
	// Settings are the extensions of files that hold settings or data.
	Settings []string `json:"settings"`
	host     *lazydfa.Regexp
}

var bareNames = sync.OnceValue(func() *bareTable {
	t := &bareTable{}
	policies.Table("contacts", t)
	t.host = lazydfa.New(`\b(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?:` + strings.Join(t.Tops, "|") + `)\b(?::\d{2,5}\b)?`)
	return t
})

// IsSettings reports whether a file of a name holds settings or data.
func IsSettings(base string) bool {
	return slices.Contains(bareNames().Settings, strings.ToLower(base[strings.LastIndexByte(base, '.')+1:]))
}

// openAddress finds an address of the web of which a part is to be filled in: "https://<shop>.example/in".
var openAddress = lazydfa.New(`(?i)https?://(?:[^\s<>"'` + "`" + `)\]}|{($%，。；、）」』》】！？]|\$?\{[^{}\s]*\}|<[^<>\n]{1,40}>|\$\([^()\n]*\)|\$\w+|[$%(])*`)

// openAddresses are those of a sentence, and the sentence without them.
func openAddresses(said string, most int) (list []string, rest string) {
	list = []string{}
	if !strings.ContainsAny(said, "<{$") {
		return list, said
	}
	rest = openAddress.ReplaceAllStringFunc(said, func(one string) string {
		one = strings.TrimRight(one, ".,;:!*")
		if _, place, _ := strings.Cut(one, "://"); len(list) >= most || !strings.ContainsAny(place, "<{$") || !strings.Contains(place, ".") {
			return one
		}
		list = append(list, one)
		return " "
	})
	return list, rest
}

// namedIn are the addresses of a sentence, those without a scheme or a path behind the others.
func namedIn(said string, most int) []string {
	list, rest := openAddresses(said, most)
	list = append(list, clause.Addresses(rest, most-len(list))...)
	for _, one := range list {
		rest = strings.ReplaceAll(rest, one, " ")
	}
	for _, at := range bareNames().host.FindAllStringIndex(rest, most) {
		if at[0] > 0 && strings.IndexByte("./@-_$~:\\", rest[at[0]-1]) >= 0 || at[1] < len(rest) && strings.IndexByte("/@-_(=", rest[at[1]]) >= 0 {
			continue // a part of something else
		}
		if at[1]+1 < len(rest) && rest[at[1]] == '.' && rest[at[1]+1] > ' ' {
			continue
		}
		if len(list) < most {
			list = append(list, rest[at[0]:at[1]])
		}
	}
	return list
}
