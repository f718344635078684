package prose

// IsLetter reports whether a byte is one of the letters A to Z, in either case.
func IsLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }

// Lower is a text with the letters A to Z in lower case, of the same length.
func Lower(text []byte) []byte {
	out := make([]byte, len(text))
	for i, c := range text {
		if 'A' <= c && c <= 'Z' {
			c += 'a' - 'A'
		}
		out[i] = c
	}
	return out
}
