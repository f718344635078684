package prose

import "bytes"

// Feeds is a text of which each line ends in a line feed, of the same length.
func Feeds(text []byte) []byte {
	out := text
	for i, c := range text {
		if c == '\f' || c == '\v' || c == '\r' && (i+1 == len(text) || text[i+1] != '\n') {
			if &out[0] == &text[0] {
				out = bytes.Clone(text)
			}
			out[i] = '\n'
			if c != '\r' {
				out[i] = ' '
			}
		}
	}
	return out
}
