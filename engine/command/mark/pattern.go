package mark

import (
	"strings"

	"github.com/skillctl/skillctl/engine/argv"
)

// maxMatch bounds the work of comparing two parts of which something is not known.
const maxMatch = 256

// Pattern marks the wildcards of a text.
func Pattern(s string) string {
	if !strings.ContainsAny(s, "*?[(") {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case strings.IndexByte("@!+?*", c) >= 0 && i+1 < len(s) && s[i+1] == '(':
			end := groupEnd(s[i:])
			if end < 0 {
				return Unknown
			}
			i += end
			b.WriteByte(Part)
		case c == '*':
			b.WriteByte(Many)
		case c == '?':
			b.WriteByte(One)
		case c == '[':
			end := strings.IndexByte(s[min(i+2, len(s)):], ']')
			if end < 0 {
				b.WriteByte(c)
				continue
			}
			i += 2 + end
			b.WriteByte(One)
		default:
			b.WriteByte(c)
		}
	}
	return b.String()
}

// FoundPattern marks the wildcards of a pattern that find and git compare names with: they
// match a leading dot as well.
func FoundPattern(s string) string {
	s = strings.ReplaceAll(Pattern(s), string(Many), string(Part))
	if strings.HasPrefix(s, string(One)) {
		s = string(Part) + s[1:]
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

// Literal marks what is a pattern in a literal text, and a tilde that is none.
func Literal(s string, w argv.Word) string {
	if strings.HasPrefix(s, "~") && !w.Tilde && strings.HasPrefix(w.Shape(), s) {
		s = "./" + s
	}
	if !w.Glob {
		return s
	}
	return Pattern(s)
}

// Meet reports whether two parts of paths can be the same text.
func Meet(a, b string) bool {
	if a == b {
		return true
	}
	if !In(a) && !In(b) {
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
	return a != "" && (a[0] == Many || a[0] == One) && strings.HasPrefix(b, ".")
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
	case i < len(a) && Repeats(a[i]):
		return meets(a, b, seen, i+1, j) || j < len(b) && meets(a, b, seen, i, j+1)
	case j < len(b) && Repeats(b[j]):
		return meets(a, b, seen, i, j+1) || i < len(a) && meets(a, b, seen, i+1, j)
	case i == len(a) || j == len(b):
		return false
	}
	return (a[i] == b[j] || a[i] == One || b[j] == One) && meets(a, b, seen, i+1, j+1)
}

// Repeats reports whether a character stands for any number of others.
func Repeats(r rune) bool { return Is(r) && r != One }
