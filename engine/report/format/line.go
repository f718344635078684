package format

import (
	"bytes"
	"encoding/json"
	"fmt"
)

// Line is a value as one line of JSON, without its ending. Hidden characters in
// it stand as \u escapes.
func Line(v any) ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return nil, fmt.Errorf("encode line: %w", err)
	}
	return escapeJSON(bytes.TrimRight(b.Bytes(), "\n")), nil
}

// JSONValue is a value as indented JSON, with hidden characters escaped.
func JSONValue(v any) ([]byte, error) {
	var b bytes.Buffer
	if err := writeJSON(&b, v); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}
