package jsonpart_test

import (
	"bytes"
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/skillctl/skillctl/internal/jsonpart"
)

// taken takes a text apart to its last part.
func taken(text []byte) (any, error) {
	switch text = bytes.Trim(text, " \n\r\t"); {
	case bytes.HasPrefix(text, []byte("{")):
		all := map[string]any{}
		err := jsonpart.Members(text, func(name string, value []byte) (err error) {
			all[name], err = taken(value)
			return err
		})
		return all, err
	case bytes.HasPrefix(text, []byte("[")):
		all := []any{}
		err := jsonpart.Items(text, func(item []byte) error {
			one, err := taken(item)
			all = append(all, one)
			return err
		})
		return all, err
	case bytes.HasPrefix(text, []byte(`"`)):
		return jsonpart.Text(text)
	}
	var value any
	err := json.Unmarshal(text, &value)
	return value, err
}

// FuzzParts: the parts of what is JSON are those that encoding/json reads.
func FuzzParts(f *testing.F) {
	for _, text := range []string{
		`{}`, `[]`, `{"a": 1, "b": [true, null, "x"], "c": {"d": {}}}`, ` [ "a\"b" , "\\" , "\u0041]" , -1.5e3 ] `,
		`{"a}": "]", "\"": {"[": ","}}`, "{\n\t\"x\" :\r 0 }", `[[],[[]],{"":""}]`, `{"a"`, `[1`, `[1 2]`, `{"a":}`, `[,]`, `["`, `{`, ``, `[}`, `["\"]`,
	} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		got, err := taken(text)
		var want any
		if json.Unmarshal(text, &want) != nil {
			return // it need not be seen, but it ends
		}
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: %s", text, diff)
		}
	})
}

// TestBroken: what ends too early, or is of another kind, is an error.
func TestBroken(t *testing.T) {
	t.Parallel()
	for _, text := range []string{``, `{`, `{"a"`, `{"a":`, `{"a": 1`, `{"a": 1,`, `[1]`, `{"a" 1}`, `{"a": "x}`, `{1: 2}`} {
		if err := jsonpart.Members([]byte(text), func(string, []byte) error { return nil }); err == nil {
			t.Errorf("members of %s: no error", text)
		}
	}
	for _, text := range []string{``, `[`, `[1`, `[1,`, `{}`, `["a]`, `[1 2]`, `[,]`} {
		if err := jsonpart.Items([]byte(text), func([]byte) error { return nil }); err == nil {
			t.Errorf("items of %s: no error", text)
		}
	}
}

// TestMember finds a value by its name.
func TestMember(t *testing.T) {
	t.Parallel()
	text := []byte(`{"a": {"b": 1}, "b": [2], "c\u0064": "x"}`)
	for name, want := range map[string]string{"a": `{"b": 1}`, "b": `[2]`, "cd": `"x"`, "d": ""} {
		if got, err := jsonpart.Member(text, name); err != nil || string(got) != want {
			t.Errorf("%s: %s, %v", name, got, err)
		}
	}
}
