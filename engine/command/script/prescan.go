package script

// The bounds of a text before it is parsed.
const (
	maxNesting = 200    // open brackets, quotes and keywords
	maxTokens  = 20_000 // tokens that make the parser recurse
)

// Prescan bounds what the parser would recurse over, before it runs: a stack
// overflow cannot be recovered from. It counts without understanding quotes,
// so it may refuse a text that a reader would also call unreadable. It returns
// the limit that is exceeded, or "", and the offset where.
func Prescan(src string) (string, int) {
	depth, indexes, tokens, run, word := 0, 0, 0, 0, -1
	for i := 0; i < len(src); i++ {
		c := src[i]
		switch c {
		case '(', '{':
			depth++
			tokens++
		case ')', '}':
			depth = max(0, depth-1)
		case '[': // of an index, which is an expression of its own
			if i > 0 && isNameByte(src[i-1]) {
				indexes++
			}
		case ']':
			indexes = max(0, indexes-1)
		case '`', '|', '=', '?', '*', '<', '>', '&', ';':
			tokens++
		}
		// A long run of signs is a chain of unary operators.
		switch c {
		case '-', '+', '~', '!', ' ', '\t', '\\', '\n':
			run++
		default:
			run = 0
		}
		switch {
		case c >= 'a' && c <= 'z':
			if word < 0 {
				word = i
			}
		case word >= 0:
			if nests(src[word:i]) {
				tokens++
			}
			word = -1
		}
		switch {
		case depth > maxNesting, indexes > maxNesting, run > 4096:
			return "too_deep", i
		case tokens > maxTokens:
			return "too_many_nodes", i
		}
	}
	return "", 0
}

// isNameByte reports whether a byte may be one of the name of a variable.
func isNameByte(c byte) bool {
	return c == '_' || '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'z'
}

// nests reports whether a reserved word opens a command inside another.
func nests(w string) bool {
	switch w {
	case "if", "while", "until", "for", "case", "select", "time", "coproc", "elif", "function":
		return true
	}
	return false
}
