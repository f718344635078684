package reading

import "strings"

// Closed reports whether every "[" of a regular expression is closed, however
// brackets within brackets are counted: programs disagree whether the letter that
// ends the expression does so there.
func Closed(regex string) bool {
	depth, inside := 0, false
	for i := 0; i < len(regex); i++ {
		switch regex[i] {
		case '\\':
			i++
		case '[':
			depth++
			if inside {
				// [[:alpha:]] and its like: the name ends at the same letter and "]".
				if i+1 < len(regex) && strings.IndexByte(":.=", regex[i+1]) >= 0 {
					end := strings.Index(regex[i+2:], regex[i+1:i+2]+"]")
					if end < 0 {
						return false
					}
					depth--
					i += 2 + end + 1
				}
				continue
			}
			inside = true
			// A "]" that stands first is a letter.
			next := i + 1
			if next < len(regex) && regex[next] == '^' {
				next++
			}
			if next < len(regex) && regex[next] == ']' {
				i = next
			}
		case ']':
			if depth > 0 {
				depth--
			}
			inside = false
		}
	}
	return depth == 0 && !inside
}
