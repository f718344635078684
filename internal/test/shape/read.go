package shape

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"unicode/utf8"
)

// maxDepth bounds how deep a row may be nested.
const maxDepth = 64

// Read reads a row: an object, whole and alone, in which no key stands twice.
// Numbers are [json.Number].
func Read(raw []byte) (map[string]any, error) {
	if !utf8.Valid(raw) {
		return nil, errors.New("it is no UTF-8")
	}
	decoder := json.NewDecoder(bytes.NewReader(raw))
	decoder.UseNumber()
	value, err := read(decoder, "", 0)
	if err != nil {
		return nil, err
	}
	if _, err := decoder.Token(); !errors.Is(err, io.EOF) {
		return nil, errors.New("there is more behind the row")
	}
	row, ok := value.(map[string]any)
	if !ok {
		return nil, fmt.Errorf("it is %s; an object is wanted", name(value))
	}
	return row, nil
}

func read(decoder *json.Decoder, path string, depth int) (any, error) {
	if depth > maxDepth {
		return nil, fmt.Errorf("%s is nested deeper than %d", path[:min(len(path), maxDepth)], maxDepth)
	}
	token, err := decoder.Token()
	if err != nil {
		return nil, fmt.Errorf("it is no JSON: %w", err)
	}
	switch token {
	case json.Delim('['):
		list := []any{}
		for decoder.More() {
			item, err := read(decoder, fmt.Sprintf("%s[%d]", path, len(list)), depth+1)
			if err != nil {
				return nil, err
			}
			list = append(list, item)
		}
		return list, end(decoder)
	case json.Delim('{'):
		return readObject(decoder, path, depth)
	}
	return token, nil
}

func readObject(decoder *json.Decoder, path string, depth int) (any, error) {
	object := map[string]any{}
	for decoder.More() {
		token, err := decoder.Token()
		if err != nil {
			return nil, fmt.Errorf("it is no JSON: %w", err)
		}
		key, ok := token.(string)
		if !ok {
			return nil, fmt.Errorf("it is no JSON: a key is %v", token)
		}
		if _, twice := object[key]; twice {
			return nil, fmt.Errorf("%s stands twice", join(path, key))
		}
		if object[key], err = read(decoder, join(path, key), depth+1); err != nil {
			return nil, err
		}
	}
	return object, end(decoder)
}

// end reads the bracket that ends a value.
func end(decoder *json.Decoder) error {
	if _, err := decoder.Token(); err != nil {
		return fmt.Errorf("it is no JSON: %w", err)
	}
	return nil
}
