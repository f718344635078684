package argv

import (
	"path"
	"strings"
)

// IsOwnDescriptor reports whether s, in any spelling of the path, is a descriptor of the
// process itself.
func IsOwnDescriptor(s string) bool {
	if strings.HasPrefix(s, "/") {
		s = path.Clean(s)
	}
	switch s {
	case "/dev/stdin", "/dev/stdout", "/dev/stderr", "/dev/tty":
		return true
	}
	rest, ok := strings.CutPrefix(s, "/dev/fd/")
	if !ok {
		rest, ok = strings.CutPrefix(s, "/proc/self/fd/")
	}
	if !ok {
		rest, ok = strings.CutPrefix(s, "/proc/thread-self/fd/")
	}
	return ok && IsDescriptor(rest)
}

// IsDescriptor reports whether s is a descriptor, with the dash of a move.
func IsDescriptor(s string) bool {
	s = strings.TrimSuffix(s, "-")
	if s == "" {
		return false
	}
	for _, c := range s {
		if c < '0' || c > '9' {
			return false
		}
	}
	return true
}

// IsNameByte reports whether c may stand in a name.
func IsNameByte(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_'
}

// IsNumber reports whether s is digits, a sign before them or not.
func IsNumber(s string) bool {
	return IsCount(strings.TrimLeft(s, "+-"))
}

// IsCount reports whether a text is a number without a sign: -5, but not --5, is
// an option that is a count.
func IsCount(s string) bool {
	if s == "" {
		return false
	}
	for _, c := range s {
		if c < '0' || c > '9' {
			return false
		}
	}
	return true
}

// ContainsAny reports whether one of the texts stands in s.
func ContainsAny(s string, list []string) bool {
	for _, e := range list {
		if strings.Contains(s, e) {
			return true
		}
	}
	return false
}

// containsWord reports whether one of the texts stands in s where no letter
// comes before it.
func containsWord(s string, list []string) bool {
	for _, e := range list {
		for at := 0; ; {
			i := strings.Index(s[at:], e)
			if i < 0 {
				break
			}
			if at += i; at == 0 || !IsNameByte(s[at-1]) || !IsNameByte(e[0]) {
				return true
			}
			at++
		}
	}
	return false
}

// IsLetter reports whether c may begin a name.
func IsLetter(c byte) bool { return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_' }

// IsIdentifier reports whether s can be the name of a variable.
func IsIdentifier(s string) bool {
	if s == "" || s[0] >= '0' && s[0] <= '9' {
		return false
	}
	for i := 0; i < len(s); i++ {
		if !IsNameByte(s[i]) {
			return false
		}
	}
	return true
}
