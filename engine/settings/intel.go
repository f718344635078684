package settings

import "github.com/skillctl/skillctl/engine/trust"

// Intel says which lists of what is known to be bad are taken.
type Intel struct {
	// Unsigned is "deny" or "allow".
	Unsigned string `json:"unsigned"`
	// MaxAgeDays is from how many days on a list is old.
	MaxAgeDays int        `json:"maxAgeDays"`
	Signature  trust.Ways `json:"signature"`
}
