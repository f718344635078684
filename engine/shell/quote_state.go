package shell

// quotes tracks single and double quotes and backslashes as simple
// scanners do: no escapes in single quotes, heredocs unknown.
type quotes struct {
	// quote is the open quote, 0 for none; escaped says that a backslash stands
	// before.
	quote   rune
	escaped bool
}

// plain reports whether r stands outside quotes and is no quote itself.
func (q *quotes) plain(r rune) bool {
	switch {
	case q.quote == '\'':
		if r == '\'' {
			q.quote = 0
		}
		return false
	case q.escaped:
		q.escaped = false
		return false
	case r == '\\':
		q.escaped = true
		return false
	case q.quote == '"':
		if r == '"' {
			q.quote = 0
		}
		return false
	case r == '\'' || r == '"':
		q.quote = r
		return false
	}
	return true
}
