package edit

import "strings"

// comments are those of a JSON text, in order. No edit adds one, changes one or takes one
// away: a comma that a removal moves into a comment would.
func comments(s string) []string {
	var all []string
	for i := 0; i < len(s); {
		length := 1
		switch rest := s[i:]; {
		case rest[0] == '"' || rest[0] == '\'':
			length = textLength(rest)
		case strings.HasPrefix(rest, "//"):
			if length = strings.IndexAny(rest, "\n\r\u2028\u2029"); length < 0 {
				length = len(rest)
			}
			all = append(all, rest[:length])
		case strings.HasPrefix(rest, "/*"):
			if length = strings.Index(rest[2:], "*/") + 4; length < 4 {
				length = len(rest)
			}
			all = append(all, rest[:length])
		}
		i += length
	}
	return all
}

// textLength is how long the string is that a text begins with, quotes included.
func textLength(s string) int {
	for i := 1; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case s[0]:
			return i + 1
		}
	}
	return len(s)
}
