package argv

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// Quote renders a word so that a POSIX shell reads it back as it is. Line
// breaks and control characters stay inside single quotes: whoever shows the
// text to a person escapes them.
func Quote(s string) string {
	if s == "" {
		return "''"
	}
	plain := true
	for _, r := range s {
		if r >= utf8.RuneSelf || !(r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("_-./,:+@%^", r)) {
			plain = false
			break
		}
	}
	if plain {
		return s
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}

// DecodeANSI decodes the text of $'…' as bash does. A NUL ends the string.
func DecodeANSI(s string) string {
	var out strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] != '\\' || i+1 >= len(s) {
			out.WriteByte(s[i])
			continue
		}
		i++
		if c, ok := ansiSimple(s[i]); ok {
			out.WriteByte(c)
			continue
		}
		n, stop := ansiNumber(&out, s, i)
		if stop {
			return out.String()
		}
		i = n
	}
	return out.String()
}

func ansiSimple(c byte) (byte, bool) {
	switch c {
	case 'a':
		return 7, true
	case 'b':
		return 8, true
	case 'e', 'E':
		return 27, true
	case 'f':
		return 12, true
	case 'n':
		return 10, true
	case 'r':
		return 13, true
	case 't':
		return 9, true
	case 'v':
		return 11, true
	case '\\', '\'', '"', '?':
		return c, true
	}
	return 0, false
}

// ansiNumber decodes the numeric escape at s[i] and returns the index of its
// last character; stop is true for a NUL.
func ansiNumber(out *strings.Builder, s string, i int) (last int, stop bool) {
	digits := func(from, most, base int) (uint64, int) {
		to := from
		for to < len(s) && to-from < most {
			if _, err := strconv.ParseUint(s[to:to+1], base, 8); err != nil {
				break
			}
			to++
		}
		v, _ := strconv.ParseUint(s[from:to], base, 64)
		return v, to
	}
	switch c := s[i]; c {
	case 'x':
		v, to := digits(i+1, 2, 16)
		if to == i+1 {
			out.WriteString(`\x`)
			return i, false
		}
		if v == 0 {
			return to - 1, true
		}
		out.WriteByte(byte(v))
		return to - 1, false
	case 'u', 'U':
		most := 4
		if c == 'U' {
			most = 8
		}
		v, to := digits(i+1, most, 16)
		if to == i+1 {
			out.WriteByte('\\')
			out.WriteByte(c)
			return i, false
		}
		if v == 0 {
			return to - 1, true
		}
		out.WriteString(string(rune(v)))
		return to - 1, false
	case 'c':
		if i+1 < len(s) {
			out.WriteByte(s[i+1] & 0x1f)
			return i + 1, false
		}
		out.WriteString(`\c`)
		return i, false
	case '0', '1', '2', '3', '4', '5', '6', '7':
		v, to := digits(i, 3, 8)
		if byte(v) == 0 {
			return to - 1, true
		}
		out.WriteByte(byte(v))
		return to - 1, false
	default:
		out.WriteByte('\\')
		out.WriteByte(c)
		return i, false
	}
}
