package cipher

import (
	"strings"
	"sync"

	"github.com/skillctl/skillctl/internal/lazydfa"
	"github.com/skillctl/skillctl/policies"
)

// table is policies/tables/ciphers.json: what orders to decode something look like, and
// what tells a text from letters that mean nothing.
type table struct {
	// Words are lower case, of which each order to decode has one.
	Words []string `json:"words"`
	// Undo are orders to decode, Follow those to do what came out; expressions.
	Undo   []string `json:"undo"`
	Follow []string `json:"follow"`
	// Common are words by which a text is known.
	Common []string          `json:"common"`
	Morse  map[string]string `json:"morse"`
	common map[string]bool
	order  *lazydfa.Regexp
}

// The table is embedded and read once. One that cannot be read is a fault of the build: it
// panics, and a test reads it.
var words = sync.OnceValue(func() *table {
	t := &table{common: map[string]bool{}}
	policies.Table("ciphers", t)
	for _, word := range t.Common {
		t.common[word] = true
	}
	t.order = lazydfa.New(`(?i)\b(?:` + strings.Join(t.Undo, "|") + `).{0,240}?\b(?:` + strings.Join(t.Follow, "|") + `)`)
	return t
})

// Words are those of which a text has one that orders to decode something, lower case.
func Words() []string { return words().Words }

// Order is where a paragraph, in one line, orders to decode something and to do what it
// says; nil where it does not.
func Order(text string) []int { return words().order.FindStringIndex(text) }
