package cipher

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/skillctl/skillctl/internal/lazydfa"
)

var (
	// escape is a character by its number, as programs write it; listed is what stands
	// between numbers; dumped is a line of a dump, with the bytes in the first group.
	escape = lazydfa.New(`\\(?:x[0-9A-Fa-f]{2}|u[0-9A-Fa-f]{4}|u\{[0-9A-Fa-f]{1,6}\}|[0-3][0-7]{2})|[Uu]\+[0-9A-Fa-f]{4,6}`)
	listed = lazydfa.New(`[\s,;|\[\](){}"'./-]+`)
	dumped = lazydfa.New(`(?m)^[ \t]*[0-9A-Fa-f]{4,8}[:h]?[ \t]+((?:[0-9A-Fa-f]{2,8}[ -]{1,2}){0,31}[0-9A-Fa-f]{2,8})(?:[ \t\r|]|$)`)
)

// escapes are characters by their numbers, with a mark before each.
func escapes(text string) ([]byte, bool) {
	found := escape.FindAllString(text, -1)
	if len(found) < minText {
		return nil, false
	}
	var made []byte
	for _, one := range found {
		base := 16
		if one[0] == '\\' && one[1] != 'x' && one[1] != 'u' {
			base = 8
		}
		n, err := strconv.ParseInt(strings.Trim(one, `\xuU+{}`), base, 32)
		if err != nil {
			return nil, false
		}
		made = character(made, n)
	}
	return made, true
}

// character adds a byte by its number, or a character above them.
func character(to []byte, n int64) []byte {
	if n < utf8.RuneSelf {
		return append(to, byte(n))
	}
	return utf8.AppendRune(to, rune(n))
}

// numbers are the codes of characters in decimal, hexadecimal, octal or binary numbers.
func numbers(text string) ([]byte, bool) {
	fields := slices.DeleteFunc(listed.Compiled().Split(text, -1), func(one string) bool { return one == "" })
	if len(fields) < minText {
		return nil, false
	}
	for _, base := range []int{2, 8, 10, 16} {
		var made []byte
		for _, one := range fields {
			digits := one
			if base == 16 {
				digits = strings.TrimPrefix(strings.ToLower(one), "0x")
			}
			n, err := strconv.ParseInt(digits, base, 32)
			if err != nil || n > unicode.MaxRune || base == 2 && len(digits) < 6 || base == 8 && len(digits) < 2 || base == 16 && len(digits) > 4 {
				made = nil
				break
			}
			made = character(made, n)
		}
		if made != nil && plain(unpacked(made)) && (reads(string(made)) || base == 16) {
			return made, true
		}
	}
	return nil, false
}

// dump are the bytes of a listing with their places before them.
func dump(text string) ([]byte, bool) {
	lines := dumped.Compiled().FindAllStringSubmatch(text, -1)
	if len(lines) < 2 || len(lines) < strings.Count(text, "\n") {
		return nil, false
	}
	var digits strings.Builder
	for _, line := range lines {
		digits.WriteString(line[1])
	}
	return hexadecimal(strings.ReplaceAll(digits.String(), "-", ""))
}

func morse(text string) ([]byte, bool) {
	text = strings.NewReplacer("·", ".", "•", ".", "−", "-", "–", "-", "—", "-", "|", "/", "\n", " ").Replace(text)
	if strings.Trim(text, ".-/ \t\r") != "" {
		return nil, false
	}
	var made strings.Builder
	for _, word := range strings.Split(strings.ReplaceAll(text, "   ", " / "), "/") {
		for _, one := range strings.Fields(word) {
			letter, ok := words().Morse[one]
			if !ok {
				return nil, false
			}
			made.WriteString(letter)
		}
		made.WriteByte(' ')
	}
	return []byte(made.String()), true
}

func reversed(text string) ([]byte, bool) {
	letters := []rune(text)
	slices.Reverse(letters)
	return []byte(string(letters)), true
}

// shifted are letters that stand for those some places further: the shift with the most
// words that are known.
func shifted(text string) ([]byte, bool) {
	var best []byte
	most := 0
	for by := 1; by < 26; by++ {
		made := []byte(strings.Map(func(r rune) rune {
			switch {
			case 'a' <= r && r <= 'z':
				return 'a' + (r-'a'+rune(by))%26
			case 'A' <= r && r <= 'Z':
				return 'A' + (r-'A'+rune(by))%26
			}
			return r
		}, text))
		if n := count(string(made)); n > most {
			best, most = made, n
		}
	}
	return best, best != nil
}

func mirrored(text string) ([]byte, bool) {
	return []byte(strings.Map(func(r rune) rune {
		switch {
		case 'a' <= r && r <= 'z':
			return 'a' + 'z' - r
		case 'A' <= r && r <= 'Z':
			return 'A' + 'Z' - r
		}
		return r
	}, text)), true
}
