package exec

import (
	"bytes"
	"encoding/json"
	"strings"
)

// idOf is the id that an answer hands back: a text or a whole number, nil for
// anything else.
func idOf(value any) any {
	switch value := value.(type) {
	case string:
		return value
	case json.Number:
		if !strings.ContainsAny(value.String(), ".eE") {
			return value
		}
	}
	return nil
}

// readID finds the id in a line that is no request, as far as it can be read;
// nil where it cannot.
func readID(text []byte) any {
	decoder := json.NewDecoder(bytes.NewReader(bytes.ToValidUTF8(text, []byte("\ufffd"))))
	decoder.UseNumber()
	if token, err := decoder.Token(); err != nil || token != json.Delim('{') {
		return nil
	}
	for depth, isKey := 1, true; depth > 0; {
		token, err := decoder.Token()
		if err != nil {
			return nil
		}
		if delim, ok := token.(json.Delim); ok {
			if delim == '{' || delim == '[' {
				depth++
			} else {
				depth--
			}
			isKey = depth == 1 && (delim == '}' || delim == ']')
			continue
		}
		if depth > 1 {
			continue
		}
		if isKey && token == "id" {
			value, err := decoder.Token()
			if err != nil {
				return nil
			}
			return idOf(value)
		}
		isKey = !isKey
	}
	return nil
}
