package command

import (
	"strings"

	"github.com/skillctl/skillctl/engine/argv"
)

// maxMatch bounds the work of comparing two parts of which something is not known.
const maxMatch = 256

// pattern marks the wildcards of a text.
func pattern(s string) string {
	if !strings.ContainsAny(s, "*?[(") {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case strings.IndexByte("@!+?*", c) >= 0 && i+1 < len(s) && s[i+1] == '(':
			end := groupEnd(s[i:])
			if end < 0 {
				return unknownValue
			}
			i += end
			b.WriteByte(somePart)
		case c == '*':
			b.WriteByte(wildcard)
		case c == '?':
			b.WriteByte(oneChar)
		case c == '[':
			end := strings.IndexByte(s[min(i+2, len(s)):], ']')
			if end < 0 {
				b.WriteByte(c)
				continue
			}
			i += 2 + end
			b.WriteByte(oneChar)
		default:
			b.WriteByte(c)
		}
	}
	return b.String()
}

// foundPattern marks the wildcards of a pattern that find and git compare names with: they
// match a leading dot as well.
func foundPattern(s string) string {
	s = strings.ReplaceAll(pattern(s), string(wildcard), string(somePart))
	if strings.HasPrefix(s, string(oneChar)) {
		s = string(somePart) + s[1:]
	}
	return s
}

// groupEnd is where the first group of a pattern ends, with those in it; -1 where it does not.
func groupEnd(s string) int {
	open := 0
	for i := range len(s) {
		switch s[i] {
		case '(':
			open++
		case ')':
			if open--; open == 0 {
				return i
			}
		}
	}
	return -1
}

// literal marks what is a pattern in a literal text, and a tilde that is none.
func literal(s string, w argv.Word) string {
	if strings.HasPrefix(s, "~") && !w.Tilde && strings.HasPrefix(w.Shape(), s) {
		s = "./" + s
	}
	if !w.Glob {
		return s
	}
	return pattern(s)
}

// partsMeet reports whether two parts of paths can be the same text.
func partsMeet(a, b string) bool {
	if a == b {
		return true
	}
	if !unknownIn(a) && !unknownIn(b) {
		return false
	}
	if len(a)+len(b) > maxMatch {
		return true
	}
	// A pattern of the shell matches no leading dot.
	if hiddenFrom(a, b) || hiddenFrom(b, a) {
		return false
	}
	return meets([]rune(a), []rune(b), map[[2]int]bool{}, 0, 0)
}

func hiddenFrom(a, b string) bool {
	return a != "" && (a[0] == wildcard || a[0] == oneChar) && strings.HasPrefix(b, ".")
}

// meets compares a[i:] with b[j:]; seen are the pairs that do not meet.
func meets(a, b []rune, seen map[[2]int]bool, i, j int) bool {
	if seen[[2]int{i, j}] {
		return false
	}
	seen[[2]int{i, j}] = true
	switch {
	case i == len(a) && j == len(b):
		return true
	case i < len(a) && many(a[i]):
		return meets(a, b, seen, i+1, j) || j < len(b) && meets(a, b, seen, i, j+1)
	case j < len(b) && many(b[j]):
		return meets(a, b, seen, i, j+1) || i < len(a) && meets(a, b, seen, i+1, j)
	case i == len(a) || j == len(b):
		return false
	}
	return (a[i] == b[j] || a[i] == oneChar || b[j] == oneChar) && meets(a, b, seen, i+1, j+1)
}

func many(r rune) bool { return isUnknown(r) && r != oneChar }
