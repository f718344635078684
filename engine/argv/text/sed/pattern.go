package sed

import "strings"

// part skips a text between two delimiters, and leaves the last one out.
func (s *scanner) part(delim byte, regex bool) bool {
	if delim <= ' ' || strings.IndexByte("\\;}#[]", delim) >= 0 || delim >= 0x7f {
		s.refuse("a delimiter that not all seds take")
		return false
	}
	// first is where a "]" is a letter of the set that it stands in.
	set, first := false, 0
	for s.i++; s.i < len(s.src); s.i++ {
		switch c := s.src[s.i]; {
		case c == '\\' && set && s.i+1 < len(s.src) && s.src[s.i+1] == ']':
			s.refuse("a backslash before the end of square brackets")
			return false
		case c == '\\':
			s.i++
		case c == '\n':
			s.fail("a line break within a pattern")
			return false
		case c == delim && !(set && s.brackets):
			s.twofold = s.twofold || set
			s.i++
			return true
		case c == delim:
			s.twofold = true
		case !regex:
		case c == '[' && !set:
			set, first = true, s.i+1
			if strings.HasPrefix(s.src[s.i+1:], "^") {
				first++
			}
		case c == '[' && strings.ContainsAny(s.next(), ":.="):
			s.class()
		case c == ']' && s.i != first:
			set = false
		}
	}
	s.fail("a pattern without its end")
	return false
}

// next is the byte behind the current one.
func (s *scanner) next() string { return s.src[min(s.i+1, len(s.src)):min(s.i+2, len(s.src))] }

// class skips [:alpha:] and its like; one that is not closed is refused.
func (s *scanner) class() {
	end := strings.Index(s.src[s.i+2:], s.next()+"]")
	if end < 0 || strings.ContainsAny(s.src[s.i+2:s.i+2+end], "\n\\[]/") {
		s.refuse("a class of letters without its end")
		return
	}
	s.i += 2 + end + 1
}
