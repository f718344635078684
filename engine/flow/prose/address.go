package prose

import (
	"strings"

	"github.com/skillctl/skillctl/internal/lazydfa"
)

var address = lazydfa.New("(?i)\\b(?:https?://|(?:[a-z0-9-]+\\.)+[a-z]{2,8}/)[^\\s<>\"'`)\\]}|]{1,500}")

// Addresses are those of the web in a text.
func Addresses(text []byte) []string {
	found := []string{}
	for _, one := range address.FindAll(text, 20) {
		found = append(found, strings.TrimRight(string(one), ".,;:!*"))
	}
	return found
}

// HasAddress reports whether a text has one.
func HasAddress(text []byte) bool { return address.Match(text) }
