package setting

import "strings"

// GitKey reports whether a key of git's configuration fits one of the patterns. A
// star at the end stands for one name, one within for a section of any name: keys
// of a section may become others when the section is renamed.
func GitKey(key string, patterns []string) bool {
	key = strings.ToLower(key)
	for _, p := range patterns {
		head, tail, star := strings.Cut(p, "*")
		switch {
		case !star:
			if key == p {
				return true
			}
		case !strings.HasPrefix(key, head) || len(key) <= len(head)+len(tail) || !strings.HasSuffix(key, tail):
		case tail != "" || !strings.Contains(key[len(head):], "."):
			return true
		}
	}
	return false
}
