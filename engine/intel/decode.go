package intel

import (
	"html"
	"strconv"
	"strings"
	"unicode/utf8"
)

// decoded looks at each run of characters without blanks and quotes in which some are
// written in another way: percent signs of addresses, backslashes of strings, entities of
// markup. As it is written it was looked at before.
func (f *finder) decoded() {
	in := func(c byte) bool { return c > ' ' && c != '"' && c != '\'' && c != '`' && c != '<' && c != '>' }
	for i := 0; i < len(f.text); {
		if !in(f.text[i]) {
			i++
			continue
		}
		from := i
		var marks [256]bool
		for i < len(f.text) && in(f.text[i]) {
			marks[f.text[i]] = true
			i++
		}
		for _, way := range []struct {
			mark byte
			read func([]byte) (string, int)
		}{{'%', percent}, {'\\', escape}, {'\\', bare}, {'&', entity}} {
			if !marks[way.mark] {
				continue
			}
			if r := decode(f.text[from:i], from, way.mark, way.read); r != nil {
				f.seek(r)
			}
		}
	}
}

// decode reads a run, with read for what begins with a mark: what it says, and how many
// bytes that are, 0 for nothing. Nil if there is nothing of the kind.
func decode(run []byte, base int, mark byte, read func([]byte) (string, int)) *reading {
	r := &reading{}
	changed := false
	for i := 0; i < len(run); {
		text, size := string(run[i:i+1]), 1
		if run[i] == mark {
			if said, n := read(run[i:]); n > 0 {
				text, size, changed = said, n, true
			}
		}
		for k := range len(text) {
			r.text, r.at = append(r.text, text[k]), append(r.at, int32(base+i))
		}
		i += size
	}
	if !changed {
		return nil
	}
	r.at = append(r.at, int32(base+len(run)))
	return r
}

func percent(text []byte) (string, int) {
	if len(text) < 3 {
		return "", 0
	}
	n, err := strconv.ParseUint(string(text[1:3]), 16, 8)
	if err != nil {
		return "", 0
	}
	return string([]byte{byte(n)}), 3
}

// escape reads what a backslash begins in strings of most languages.
func escape(text []byte) (string, int) {
	if len(text) < 2 {
		return "", 0
	}
	digits := func(from, count, base int) (string, int) {
		if len(text) < from+count {
			return "", 0
		}
		n, err := strconv.ParseUint(string(text[from:from+count]), base, 32)
		if err != nil || n > utf8.MaxRune {
			return "", 0
		}
		if n <= 0xff && count <= 3 {
			return string([]byte{byte(n)}), from + count
		}
		return string(rune(n)), from + count
	}
	switch c := text[1]; c {
	case 'n', 't', 'r', 'f', 'v', 'b', 'a':
		return " ", 2
	case '0', '1', '2', '3', '4', '5', '6', '7':
		n := 2
		for n < min(len(text), 4) && '0' <= text[n] && text[n] <= '7' {
			n++
		}
		return digits(1, n-1, 8)
	case 'x':
		return digits(2, 2, 16)
	case 'u':
		if end := strings.IndexByte(string(text[:min(len(text), 10)]), '}'); end > 3 && text[2] == '{' {
			said, n := digits(3, end-3, 16)
			return said, min(n, 1) * (end + 1)
		}
		return digits(2, 4, 16)
	case 'U':
		return digits(2, 8, 16)
	default:
		return string(text[1:2]), 2
	}
}

// bare is a backslash as a shell reads it, which keeps what follows.
func bare(text []byte) (string, int) {
	if len(text) < 2 {
		return "", 0
	}
	return string(text[1:2]), 2
}

// maxEntity is how long the name of an entity is at most that is looked at.
const maxEntity = 12

func entity(text []byte) (string, int) {
	end := strings.IndexByte(string(text[:min(len(text), maxEntity)]), ';')
	if end < 0 {
		return "", 0
	}
	said := html.UnescapeString(string(text[:end+1]))
	if said == string(text[:end+1]) {
		return "", 0
	}
	return said, end + 1
}
