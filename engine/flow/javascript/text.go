package javascript

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// unescaped is a text with its escapes taken back.
func unescaped(s string) string {
	if !strings.Contains(s, `\`) {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] != '\\' || i+1 == len(s) {
			b.WriteByte(s[i])
			continue
		}
		i++
		switch c := s[i]; c {
		case '\n':
		case 'n', 't', 'r', 'b', 'f', 'v', '0':
			b.WriteByte("\n\t\r\b\f\v\x00"[strings.IndexByte("ntrbfv0", c)])
		case 'x', 'u':
			digits, rest := 2, s[i+1:]
			if c == 'u' {
				digits = 4
			}
			length := digits
			if stop := strings.IndexByte(rest, '}'); c == 'u' && strings.HasPrefix(rest, "{") && stop > 0 {
				rest, digits, length = rest[1:], stop-1, stop+1
			}
			if len(rest) >= digits {
				if n, err := strconv.ParseUint(rest[:digits], 16, 32); err == nil && n <= utf8.MaxRune {
					b.WriteRune(rune(n))
					i += length
					continue
				}
			}
			b.WriteByte(c)
		default:
			b.WriteByte(c)
		}
	}
	return b.String()
}
