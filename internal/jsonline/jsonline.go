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
// are errors. Numbers are [json.Number].
func Parse(text []byte) (map[string]any, error) {
	if len(bytes.TrimSpace(text)) == 0 {
		return nil, errors.New("it is empty")
	}
	if !utf8.Valid(text) {
		return nil, errors.New("it is not UTF-8")
	}
	if at := loneSurrogate(text); at >= 0 {
		return nil, fmt.Errorf("column %d has an unpaired surrogate", column(text, at))
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
	if _, err := r.decoder.Token(); !errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("there is text after the object, at column %d", r.column())
	}
	object, ok := value.(map[string]any)
	if !ok {
		return nil, errors.New("it is not an object")
	}
	return object, nil
}

// lineTokens builds values from the tokens of a line.
type lineTokens struct {
	text    []byte
	decoder *json.Decoder
}

// column is the 1-based column of what is read next, in code points.
func (r *lineTokens) column() int { return column(r.text, int(r.decoder.InputOffset())) }

func column(text []byte, offset int) int {
	return utf8.RuneCount(text[:min(offset, len(text))]) + 1
}

func (r *lineTokens) token() (json.Token, error) {
	token, err := r.decoder.Token()
	if err == nil {
		return token, nil
	}
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return nil, errors.New("the object is not closed")
	}
	var syntax *json.SyntaxError
	if errors.As(err, &syntax) {
		return nil, fmt.Errorf("column %d: %s", r.column(), strings.TrimPrefix(err.Error(), "json: "))
	}
	return nil, err
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
		return nil, fmt.Errorf("it is nested deeper than %d", maxNesting)
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
			return nil, fmt.Errorf("column %d: expected a key", r.column())
		}
		if _, twice := object[key]; twice {
			return nil, fmt.Errorf("duplicate key %q; the second one ends before column %d", key, r.column())
		}
		if object[key], err = r.value(depth + 1); err != nil {
			return nil, err
		}
	}
	_, err := r.token()
	return object, err
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
