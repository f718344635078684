package jsonline_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/skillctl/skillctl/internal/jsonline"
)

// Messages are for people: the place, what is there, what is wanted.
func TestParseErrors(t *testing.T) {
	for text, want := range map[string]string{
		"":                       "f: it is empty",
		" \n":                    "f: it is empty",
		"{\"\xff\"}":             "f:1:3: it is not UTF-8 (write it in UTF-8)",
		"\ufeff{}":               "f:1:1: it begins with a byte order mark (write UTF-8 without one)",
		"[1]":                    "f: it is not an object",
		"hello":                  `f:1:1: expected a value, found "hello" (put text in quotes)`,
		`{"a": 1`:                `f:1:1: this object is not closed: expected "}", found the end of the line`,
		"{\n \"a\": 1":           `f:1:1: this object is not closed: expected "}", found the end of the text`,
		"{\n \"a\": 1,\n}":       `f:2:8: nothing follows this "," (remove it)`,
		`{"é": x}`:               `f:1:7: expected a value, found "x" (put text in quotes)`,
		`{"a": 1 "b": 2}`:        `f:1:9: expected "," or "}" after the value of "a", found a string (put a "," before it)`,
		`{"a": 1}  {}`:           `f:1:11: there is text after the object (write one object, with nothing behind it)`,
		"{\"a\": 1,\n\"a\": 2}":  `f:2:4: duplicate key "a" before this place (remove one of the two)`,
		`{"a": "\ud800"}`:        `f:1:8: an unpaired surrogate stands here`,
		strings.Repeat("[", 200): "f: it is nested deeper than 100",
	} {
		_, err := jsonline.Parse([]byte(text))
		var fault *jsonline.Error
		if !errors.As(err, &fault) || fault.Told("f") != want {
			t.Errorf("%q: error is %v, want %s", text, err, want)
		}
	}
	if _, err := jsonline.Parse([]byte("{\"a\": 1,\r\n \"b\": [2]}\r\n")); err != nil {
		t.Errorf("a text with line ends of Windows: %v", err)
	}
}

// A text of one line has columns alone.
func TestErrorHasItsPlace(t *testing.T) {
	for text, want := range map[string]string{
		"x\n":     `column 1: expected a value, found "x" (put text in quotes)`,
		"x\n{}":   `line 1, column 1: expected a value, found "x" (put text in quotes)`,
		"{\n x}":  `line 2, column 2: expected a key in double quotes, found "x" (put the key in double quotes)`,
		"{} \n{}": `line 2, column 1: there is text after the object (write one object, with nothing behind it)`,
	} {
		if _, err := jsonline.Parse([]byte(text)); err == nil || err.Error() != want {
			t.Errorf("%q: error is %v, want %s", text, err, want)
		}
	}
}

func TestExplain(t *testing.T) {
	for text, want := range map[string]string{
		`{"name": 3}`:            "f:1:11: name must be a text; it is a number",
		`{"list": {}}`:           "f:1:11: list must be a list; it is an object",
		"{\n \"nom\": 1}":        `f:2:2: unknown key "nom" (remove it)`,
		`{"name": "a", "on": []`: `f:1:1: this object is not closed: expected "}", found the end of the line`,
	} {
		var into struct {
			Name string   `json:"name"`
			List []string `json:"list"`
			On   []string `json:"on"`
		}
		decoder := json.NewDecoder(strings.NewReader(text))
		decoder.DisallowUnknownFields()
		if got := jsonline.Explain([]byte(text), decoder.Decode(&into)).Told("f"); got != want {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
}
