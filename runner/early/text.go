//go:build linux && (amd64 || arm64)

package early

// decimal is a number in digits; strconv is not imported here.
func decimal(n int64) string {
	if n < 0 {
		return "-" + decimal(-n)
	}
	var digits [20]byte
	at := len(digits)
	for {
		at--
		digits[at] = byte('0' + n%10)
		if n /= 10; n == 0 {
			return string(digits[at:])
		}
	}
}

// number reads digits; ok is false for anything else and beyond 9 digits.
func number(text string) (n int, ok bool) {
	if text == "" || len(text) > 9 {
		return 0, false
	}
	for _, c := range []byte(text) {
		if c < '0' || c > '9' {
			return 0, false
		}
		n = n*10 + int(c-'0')
	}
	return n, true
}

// wide reads up to 19 digits.
func wide(text string) (n uint64, ok bool) {
	for _, c := range []byte(text) {
		if c < '0' || c > '9' {
			return 0, false
		}
		n = n*10 + uint64(c-'0')
	}
	return n, text != "" && len(text) <= 19
}

// fields splits at a byte and leaves out what is empty.
func fields(text string, isGap func(byte) bool) []string {
	var all []string
	start := -1
	for i := range len(text) {
		switch gap := isGap(text[i]); {
		case gap && start >= 0:
			all = append(all, text[start:i])
			start = -1
		case !gap && start < 0:
			start = i
		}
	}
	if start >= 0 {
		all = append(all, text[start:])
	}
	return all
}

func blank(c byte) bool   { return c == ' ' || c == '\n' || c == '\t' }
func newline(c byte) bool { return c == '\n' }

// hasPrefix is that of package strings.
func hasPrefix(text, prefix string) bool {
	return len(text) >= len(prefix) && text[:len(prefix)] == prefix
}
