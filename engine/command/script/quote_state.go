package script

// QuoteState tracks single and double quotes and backslashes as simple
// scanners do: no escapes in single quotes, heredocs unknown.
type QuoteState struct {
	// Quote is the open quote, 0 for none; escaped says that a backslash stands
	// before.
	Quote   rune
	Escaped bool
}

// Plain reports whether r stands outside quotes and is no quote itself.
func (q *QuoteState) Plain(r rune) bool {
	switch {
	case q.Quote == '\'':
		if r == '\'' {
			q.Quote = 0
		}
		return false
	case q.Escaped:
		q.Escaped = false
		return false
	case r == '\\':
		q.Escaped = true
		return false
	case q.Quote == '"':
		if r == '"' {
			q.Quote = 0
		}
		return false
	case r == '\'' || r == '"':
		q.Quote = r
		return false
	}
	return true
}
