package document

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"unicode/utf8"
)

// What JSON5 allows, and JSON does not.
var jsonErrors = []struct{ text, want, hint string }{
	{`{"a": 1,}`, `f:1:8: nothing follows this ","`, "remove it"},
	{"[1,\n]", `f:1:3: nothing follows this ","`, "remove it"},
	{`{a: 1}`, `f:1:2: expected a key in double quotes, found "a"`, "put the key in double quotes"},
	{`{'a': 1}`, `f:1:2: expected a key in double quotes, found a string`, "put the key in double quotes"},
	{`{"a": 'b'}`, `f:1:7: expected a value, found a text in single quotes`, "write double quotes"},
	{`{"a": off}`, `f:1:7: expected a value, found "off"`, "put text in quotes"},
	{`{"a": NaN}`, `f:1:7: expected a value, found "NaN"`, "put text in quotes"},
	{`{"a": 1} // b`, `f:1:10: found a comment`, "remove it: JSON has no comments"},
	{`[+1]`, `f:1:2: expected a value, found "+"`, "begin a number with a digit or a minus"},
	{`[1.]`, `f:1:4: expected a digit behind the point, found "]"`, ""},
	{`[-.5]`, `f:1:3: expected a digit, found "."`, ""},
	{`[0x1]`, `f:1:3: expected the number "0" to end, found "x1"`, ""},
	{`["\x41"]`, `f:1:3: "\\x" is not an escape of JSON`, `write \\ for a backslash`},
	{"[\"a\tb\"]", `f:1:4: a string holds the control character U+0009`, `write it as \u0009`},
	{"[\"a\nb\"]", `f:1:2: this string is not closed: expected ", found the end of the line`, `close the string, or write \n for a line break in it`},
	{"\u00a01", `f:1:1: expected a value, found "\u00a0"`, ""},
	{``, `f:1:1: expected a value, found the end of the file`, ""},
}

func TestJSONErrors(t *testing.T) {
	for _, tt := range jsonErrors {
		if err := wantError(t, tt.text, JSON); err.Error() != tt.want || err.Hint != tt.hint || err.Kind != Syntax {
			t.Errorf("%q: error is %s: %s (%s)\nwant %s (%s)", tt.text, err.Kind, err, err.Hint, tt.want, tt.hint)
		}
	}
	if err := wantError(t, `{"a": 1`, JSON, WithCalled("line")); !strings.HasSuffix(err.Error(), "found the end of the line") {
		t.Errorf("error is %s, want the end of the line named", err)
	}
}

func TestJSONIsWhatJSONIs(t *testing.T) {
	for _, tt := range json5Values {
		checkJSON(t, tt.text)
	}
	for _, tt := range json5Errors {
		checkJSON(t, tt.text)
	}
	for _, text := range []string{`{"a": [1, -0.5e+3, true, null, "\u00e9\/"], "b": {}}`, " [ ] ", "[1 2]", "[01]", "[-]", "[1e5]", "\"\u2028\""} {
		checkJSON(t, text)
	}
}

// FuzzJSON holds that a text is JSON here when it is for encoding/json.
func FuzzJSON(f *testing.F) {
	seedJSON5(f)
	for _, tt := range jsonErrors {
		f.Add(tt.text)
	}
	f.Fuzz(checkJSON)
}

func checkJSON(t *testing.T, text string) {
	if !utf8.ValidString(text) || strings.ContainsRune(text, 0) || strings.HasPrefix(text, byteOrderMark) {
		return
	}
	_, err := fuzzParse(t, text, JSON)
	var e *Error
	if errors.As(err, &e) && e.Kind == Limit {
		return
	}
	if valid := json.Valid([]byte(text)); valid != (err == nil) {
		t.Errorf("%q: valid is %v, error is %v", text, valid, err)
	}
}
