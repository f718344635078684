package party

import (
	"strings"
	"sync"

	"github.com/skillctl/skillctl/internal/lazydfa"
	"github.com/skillctl/skillctl/policies"
)

// table is what policies/tables/parties.json says of services on which people have accounts.
type table struct {
	// Payments are pages of payment services that belong to somebody, Messengers addresses of a
	// person or a group: patterns of what stands before the account.
	Payments   []string `json:"payments"`
	Messengers []string `json:"messengers"`

	paid, chat *lazydfa.Regexp
}

// tables is read once, at the first use. One that cannot be read is a fault of the build: it
// panics, and a test reads it.
var tables = sync.OnceValue(func() *table {
	t := &table{}
	policies.Table("parties", t)
	t.paid = lazydfa.New(`(?i)\b(` + strings.Join(t.Payments, "|") + `)[/?#](\$?[^\s"'\x60)>\]]{2,80})`)
	t.chat = lazydfa.New(`(?i)\b(` + strings.Join(t.Messengers, "|") + `)(?:/|\?)([^\s"'\x60)>\]]{3,80})`)
	return t
})
