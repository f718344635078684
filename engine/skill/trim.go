package skill

import "strings"

// JSTrim cuts off the blanks that String.prototype.trim does: a byte order mark
// is one, U+0085 is not.
func JSTrim(s string) string { return strings.TrimFunc(s, JSSpace) }

// JSSpace is what String.prototype.trim and \s of a regular expression take for
// blank.
func JSSpace(c rune) bool {
	switch c {
	case '\t', '\n', '\v', '\f', '\r', ' ', '\u00a0', '\u1680', '\u2028', '\u2029', '\u202f', '\u205f', '\u3000', '\ufeff':
		return true
	}
	return c >= '\u2000' && c <= '\u200a'
}
