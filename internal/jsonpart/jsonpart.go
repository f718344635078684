// Package jsonpart finds the parts of a JSON text without reading what is in them.
//
// It is for tables that are part of the program and of which a run wants a few entries:
// to find where an entry ends is a tenth of what reading it costs. Whoever wants a part
// reads that with encoding/json. A text has to be JSON; of one that is not, only that its
// brackets and strings end is seen here, and tests read the tables whole.
package jsonpart

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"unicode/utf8"
)

var errEnd = errors.New("unexpected end of JSON input")

// Members calls see with the members of an object, in their order.
func Members(text []byte, see func(name string, value []byte) error) error {
	return parts(text, '{', '}', func(at int) (int, error) {
		end, err := skip(text, at)
		if err != nil {
			return 0, err
		}
		name, err := Text(text[at:end])
		if err != nil {
			return 0, err
		}
		at = blank(text, end)
		if at == len(text) || text[at] != ':' {
			return 0, fmt.Errorf("no value behind %q", name)
		}
		at = blank(text, at+1)
		if end, err = skip(text, at); err != nil {
			return 0, err
		}
		return end, see(name, text[at:end])
	})
}

// Items calls see with the items of a list, in their order.
func Items(text []byte, see func(item []byte) error) error {
	return parts(text, '[', ']', func(at int) (int, error) {
		end, err := skip(text, at)
		if err != nil {
			return 0, err
		}
		return end, see(text[at:end])
	})
}

// Member is the value of a member of an object, nil where there is none.
func Member(text []byte, name string) ([]byte, error) {
	var found []byte
	err := Members(text, func(other string, value []byte) error {
		if other == name {
			found = value
		}
		return nil
	})
	return found, err
}

// Text is what a part that is a string says.
func Text(part []byte) (string, error) {
	if n := len(part) - 1; n > 0 && part[0] == '"' && part[n] == '"' && bytes.IndexByte(part, '\\') < 0 && utf8.Valid(part) {
		return string(part[1 : len(part)-1]), nil
	}
	var text string
	err := json.Unmarshal(part, &text)
	return text, err
}

// parts calls one at the beginning of each part between brackets; it gives where that
// ends.
func parts(text []byte, open, shut byte, one func(at int) (int, error)) error {
	at := blank(text, 0)
	if at == len(text) {
		return errEnd
	}
	if text[at] != open {
		return fmt.Errorf("it begins with %q, not with %q", text[at], open)
	}
	if at = blank(text, at+1); at < len(text) && text[at] == shut {
		return nil
	}
	for at < len(text) {
		end, err := one(at)
		if err != nil {
			return err
		}
		if at = blank(text, end); at == len(text) {
			break
		}
		switch text[at] {
		case shut:
			return nil
		case ',':
			at = blank(text, at+1)
		default:
			return fmt.Errorf("unexpected %q between parts", text[at])
		}
	}
	return errEnd
}

func blank(text []byte, at int) int {
	for at < len(text) && (text[at] == ' ' || text[at] == '\n' || text[at] == '\t' || text[at] == '\r') {
		at++
	}
	return at
}

// skip gives the end of the value that begins at an offset.
func skip(text []byte, at int) (int, error) {
	for depth := 0; at < len(text); {
		switch c := text[at]; c {
		case '"':
			end, err := quoted(text, at)
			if err != nil {
				return 0, err
			}
			if at = end; depth == 0 {
				return at, nil
			}
		case '{', '[':
			depth++
			at++
		case '}', ']', ',':
			if depth == 0 {
				return 0, fmt.Errorf("unexpected %q instead of a value", c)
			}
			if c != ',' {
				depth--
			}
			if at++; depth == 0 {
				return at, nil
			}
		default:
			if depth > 0 {
				at++
				continue
			}
			// A number, true, false or null.
			begin := at
			for at < len(text) && bytes.IndexByte([]byte(" \n\t\r,:}]\""), text[at]) < 0 {
				at++
			}
			if at == begin {
				return 0, fmt.Errorf("unexpected %q instead of a value", c)
			}
			return at, nil
		}
	}
	return 0, errEnd
}

// quoted gives the end of the string that begins at an offset.
func quoted(text []byte, at int) (int, error) {
	for at++; at < len(text); at++ {
		next := bytes.IndexByte(text[at:], '"')
		if next < 0 {
			break
		}
		end := at + next
		slashes := 0
		for end-slashes > at && text[end-slashes-1] == '\\' {
			slashes++
		}
		if at = end; slashes%2 == 0 {
			return end + 1, nil
		}
	}
	return 0, errEnd
}
