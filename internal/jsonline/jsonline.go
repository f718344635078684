// Package jsonline reads JSON that comes from elsewhere and is judged: one object, which has
// one meaning for everybody who reads it.
package jsonline

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"
)

// maxNesting bounds how deep the values of a line may be nested.
const maxNesting = 100

// Parse reads a line that is one JSON object. It is stricter than package
// encoding/json where that would judge another text than the one that is meant:
// keys that stand twice, bytes that are not UTF-8 and halves of surrogate pairs
// are errors. Numbers are [json.Number]. Every error is an [*Error].
func Parse(text []byte) (map[string]any, error) {
	if len(bytes.TrimSpace(text)) == 0 {
		return nil, &Error{Message: "it is empty"}
	}
	if !utf8.Valid(text) {
		return nil, fault(text, firstInvalid(text), "write it in UTF-8", "it is not UTF-8")
	}
	if bytes.HasPrefix(text, []byte("\ufeff")) {
		return nil, &Error{Line: 1, Column: 1, Message: "it begins with a byte order mark", Hint: "write UTF-8 without one"}
	}
	if at := loneSurrogate(text); at >= 0 {
		return nil, fault(text, at, "", "an unpaired surrogate stands here")
	}
	if object, ok := plain(text); ok {
		return object, nil
	}
	return slow(text)
}

// slow reads a line token by token, and says what is wrong with it.
func slow(text []byte) (map[string]any, error) {
	r := &lineTokens{text: text, decoder: json.NewDecoder(bytes.NewReader(text))}
	r.decoder.UseNumber()
	value, err := r.value(0)
	if err != nil {
		return nil, err
	}
	end := r.next()
	if _, err := r.decoder.Token(); !errors.Is(err, io.EOF) {
		return nil, fault(text, end, "write one object, with nothing behind it", "there is text after the object")
	}
	object, ok := value.(map[string]any)
	if !ok {
		return nil, &Error{Message: "it is not an object"}
	}
	return object, nil
}

// lineTokens builds values from the tokens of a line.
type lineTokens struct {
	text    []byte
	decoder *json.Decoder
}

// next is the offset of what is read next.
func (r *lineTokens) next() int {
	at := min(int(r.decoder.InputOffset()), len(r.text))
	return at + len(r.text[at:]) - len(bytes.TrimLeft(r.text[at:], " \t\r\n"))
}

func (r *lineTokens) token() (json.Token, error) {
	token, err := r.decoder.Token()
	if err != nil {
		return nil, Explain(r.text, err)
	}
	return token, nil
}

func (r *lineTokens) value(depth int) (any, error) {
	token, err := r.token()
	if err != nil {
		return nil, err
	}
	delim, ok := token.(json.Delim)
	if !ok {
		return token, nil
	}
	if depth == maxNesting {
		return nil, &Error{Message: fmt.Sprintf("it is nested deeper than %d", maxNesting)}
	}
	if delim == '[' {
		list := []any{}
		for r.decoder.More() {
			item, err := r.value(depth + 1)
			if err != nil {
				return nil, err
			}
			list = append(list, item)
		}
		_, err := r.token()
		return list, err
	}
	return r.object(depth)
}

func (r *lineTokens) object(depth int) (any, error) {
	object := map[string]any{}
	for r.decoder.More() {
		token, err := r.token()
		if err != nil {
			return nil, err
		}
		key, ok := token.(string)
		if !ok {
			return nil, Explain(r.text, &json.SyntaxError{Offset: r.decoder.InputOffset()})
		}
		if _, twice := object[key]; twice {
			return nil, fault(r.text, int(r.decoder.InputOffset()), "remove one of the two", "duplicate key %q before this place", key)
		}
		if object[key], err = r.value(depth + 1); err != nil {
			return nil, err
		}
	}
	_, err := r.token()
	return object, err
}

// firstInvalid is the offset of the first byte that is not UTF-8.
func firstInvalid(text []byte) int {
	at := 0
	for at < len(text) {
		r, size := utf8.DecodeRune(text[at:])
		if r == utf8.RuneError && size < 2 {
			break
		}
		at += size
	}
	return at
}

// loneSurrogate is the offset of an escape for half of a surrogate pair, -1 for
// none: encoding/json would put another character in its place.
func loneSurrogate(text []byte) int {
	for i := 0; i+1 < len(text); i++ {
		if text[i] != '\\' {
			continue
		}
		unit, ok := escapedUnit(text[i:])
		switch {
		case !ok:
			i++ // the character behind the backslash is no escape of its own
		case unit >= 0xd800 && unit < 0xdc00:
			if low, ok := escapedUnit(text[i+6:]); !ok || low < 0xdc00 || low > 0xdfff {
				return i
			}
			i += 11
		case unit >= 0xdc00 && unit <= 0xdfff:
			return i
		default:
			i += 5
		}
	}
	return -1
}

// escapedUnit reads an escape such as \u00e9 at the beginning of a text.
func escapedUnit(text []byte) (unit int, ok bool) {
	if len(text) < 6 || text[0] != '\\' || text[1] != 'u' {
		return 0, false
	}
	for _, c := range text[2:6] {
		digit := strings.IndexByte("0123456789abcdef", c|0x20)
		if digit < 0 || c < '0' {
			return 0, false
		}
		unit = unit<<4 | digit
	}
	return unit, true
}
