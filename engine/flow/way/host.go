package way

import "strings"

// Hole stands in a text for a part that is not known.
const Hole = "\x00"

// HostOf is the host of an address without its scheme, in lower case: "*." stands for a part
// in front that is not known. "" where nothing is known of it.
func HostOf(s string) string {
	if i := strings.IndexAny(s, "/?#\\ \"'"); i >= 0 {
		s = s[:i]
	}
	if i := strings.LastIndexByte(s, '@'); i >= 0 {
		s = s[i+1:]
	}
	if !strings.HasPrefix(s, "[") {
		s, _, _ = strings.Cut(s, ":")
	}
	if i := strings.LastIndex(s, Hole); i >= 0 {
		rest := s[i+1:]
		if !strings.HasPrefix(rest, ".") || strings.Count(rest, ".") < 2 {
			return ""
		}
		s = "*" + rest
	}
	return strings.ToLower(strings.TrimSuffix(s, "."))
}
