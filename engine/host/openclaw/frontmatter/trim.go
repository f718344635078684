package frontmatter

import "strings"

// Trim cuts off the blanks that String.prototype.trim does: a byte order mark
// is one, U+0085 is not.
func Trim(s string) string { return strings.TrimFunc(s, IsSpace) }

// IsSpace is what String.prototype.trim and \s of a regular expression take for
// blank.
func IsSpace(c rune) bool {
	switch c {
	case '\t', '\n', '\v', '\f', '\r', ' ', '\u00a0', '\u1680', '\u2028', '\u2029', '\u202f', '\u205f', '\u3000', '\ufeff':
		return true
	}
	return c >= '\u2000' && c <= '\u200a'
}
